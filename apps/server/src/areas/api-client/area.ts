import type { Ports } from '../../ports.ts';
import { defineArea } from '../define.ts';
import { callExport } from './export.ts';
import { bindApiClient } from './routes.ts';
import { type ApiClientDeps, createApiClient, createApiClientCalls } from './service.ts';

type ApiClientPorts = ApiClientDeps & Pick<Ports, 'audit' | 'limiter' | 'origin' | 'log'>;

/** API clients, and the calls that they sign. */
export const apiClientArea = defineArea({
  create: (ports: ApiClientPorts) => ({
    apiClients: createApiClient(ports),
    calls: createApiClientCalls({ ...ports, alarm: ports.audit.recorder('program.badSignatures') }),
  }),
  bind: (app, { apiClients }) => bindApiClient(app, apiClients),
  jobs: ({ calls }) => [{ everyMs: 3_600_000, run: calls.purge, failed: 'old calls not removed' }],
  passed: ({ apiClients }) => ({ policy: apiClients.passed }),
  exports: ({ apiClients }) => [callExport(apiClients)],
});
