import { defineArea } from '../define.ts';
import { bindLoginHistory } from './routes.ts';
import { createLoginHistory } from './service.ts';

export const loginHistoryArea = defineArea({ create: createLoginHistory, bind: bindLoginHistory });
