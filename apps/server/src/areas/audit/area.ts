import { defineArea } from '../define.ts';
import { bindAudit } from './routes.ts';
import { createAuditLog } from './service.ts';

export const auditArea = defineArea({ create: createAuditLog, bind: bindAudit });
