import { defineArea } from '../define.ts';
import type { ExportDeps } from './deps.ts';
import { bindFileExport } from './routes.ts';
import { createFileExport } from './service.ts';

export const fileExportArea = defineArea({
  create: (ports: ExportDeps) => createFileExport(ports),
  bind: bindFileExport,
  jobs: ({ purge }) => [{ everyMs: 3_600_000, run: purge, failed: 'old exports not removed' }],
});
