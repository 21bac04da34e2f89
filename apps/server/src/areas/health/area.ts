import { defineArea } from '../define.ts';
import { bindHealth } from './routes.ts';
import { createHealth } from './service.ts';

export const healthArea = defineArea({ create: createHealth, bind: bindHealth });
