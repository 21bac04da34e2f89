import type { Ports } from '../../ports.ts';
import { defineArea } from '../define.ts';
import type { DepositService } from '../deposit/service.ts';
import { bindSandbox } from './routes.ts';
import { createSandbox } from './service.ts';

interface SandboxPorts extends Pick<Ports, 'catalog' | 'readerOf' | 'config'> {
  readonly deposits: DepositService;
}

export const sandboxArea = defineArea({
  create: ({ catalog, readerOf, config }: SandboxPorts) =>
    createSandbox({ catalog, readerOf, faucetUrl: config.sandbox?.faucetUrl }),
  bind: (app, service, { deposits, catalog }) => bindSandbox(app, { service, deposits, catalog }),
});
