import { defineArea } from '../define.ts';
import { bindAccount } from './routes.ts';
import { createAccount } from './service.ts';

export const accountArea = defineArea({ create: createAccount, bind: bindAccount });
