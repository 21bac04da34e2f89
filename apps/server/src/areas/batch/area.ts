import { defineArea } from '../define.ts';
import type { BatchDeps } from './deps.ts';
import { bindBatches } from './routes.ts';
import { createBatches } from './service.ts';

export const batchArea = defineArea({
  create: (ports: BatchDeps) => createBatches(ports),
  bind: (app, service, ports) => bindBatches(app, service, ports),
});
