import type { Ports } from '../../ports.ts';
import { defineArea } from '../define.ts';
import { bindUser } from './routes.ts';
import { createUser } from './service.ts';

export const userArea = defineArea({
  create: ({ db, config }: Pick<Ports, 'db' | 'config'>) => createUser({ db, singleHost: config.singleHost }),
  bind: bindUser,
});
