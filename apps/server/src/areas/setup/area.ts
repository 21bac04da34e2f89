import type { Ports } from '../../ports.ts';
import { defineArea } from '../define.ts';
import { bindSetup } from './routes.ts';
import { createSetup, type SetupDeps } from './service.ts';
import { setupTokenFile } from './token.ts';

export const setupArea = defineArea({
  create: (ports: Omit<SetupDeps, 'setupTokenFile'> & Pick<Ports, 'config'>) =>
    createSetup({ ...ports, setupTokenFile: setupTokenFile(ports.config) }),
  bind: (app, service, { config }) =>
    bindSetup(app, {
      service,
      facts: { singleHost: config.singleHost, sandbox: config.sandbox !== undefined },
    }),
  jobs: ({ refresh }) => [{ everyMs: 5_000, run: () => refresh(), failed: 'policy not refreshed' }],
});
