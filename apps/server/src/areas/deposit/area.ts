import type { Ports } from '../../ports.ts';
import { defineArea } from '../define.ts';
import { bindDeposit } from './routes.ts';
import { createDeposit, type DepositDeps } from './service.ts';

export const depositArea = defineArea({
  create: (ports: DepositDeps & Pick<Ports, 'catalog'>) => createDeposit(ports),
  bind: (app, service, { catalog }) => bindDeposit(app, { service, catalog }),
});
