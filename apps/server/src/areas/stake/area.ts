import { defineArea } from '../define.ts';
import { bindStake } from './routes.ts';
import { createStake, type StakeDeps } from './service.ts';

export const stakeArea = defineArea({
  create: (ports: StakeDeps) => createStake(ports),
  bind: (app, service, { orders }) => bindStake(app, service, orders),
});
