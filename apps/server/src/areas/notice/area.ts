import { defineArea } from '../define.ts';
import { bindNotice } from './routes.ts';
import { createNotice, type NoticeDeps } from './service.ts';

export const noticeArea = defineArea({
  create: (ports: NoticeDeps) => createNotice(ports),
  bind: bindNotice,
  consumers: ({ consumer }) => [consumer],
});
