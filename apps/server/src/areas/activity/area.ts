import { defineArea } from '../define.ts';
import { activityExport } from './export.ts';
import { bindActivity } from './routes.ts';
import { createActivity } from './service.ts';

export const activityArea = defineArea({
  create: createActivity,
  bind: bindActivity,
  exports: (service) => [activityExport(service)],
});
