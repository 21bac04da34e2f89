import type { Ports } from '../../ports.ts';
import { defineArea } from '../define.ts';
import { bindTools } from './routes.ts';
import { createTools } from './service.ts';

export const toolsArea = defineArea({
  create: (ports: Pick<Ports, 'db' | 'catalog' | 'readerOf'>) => createTools(ports),
  bind: (app, service, { catalog }) => bindTools(app, { service, catalog }),
});
