import { defineArea } from '../define.ts';
import { bindQrc } from './routes.ts';
import { createQrc } from './service.ts';

export const qrcArea = defineArea({
  create: createQrc,
  bind: bindQrc,
  jobs: ({ purge }) => [{ everyMs: 3_600_000, run: purge, failed: 'old codes not removed' }],
});
