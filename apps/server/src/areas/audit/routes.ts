import { audit, pageOf } from '@holdfast/contract';
import { bind, type HttpApp } from '../../http/bind.ts';
import type { AuditLogService } from './service.ts';

/** The log itself; what the areas say of it (such as the history of logins) are views of theirs. */
export function bindAudit(app: HttpApp, service: AuditLogService): void {
  bind(app, audit, {
    status: () => service.status(),
    list: async ({ area, person, keyword = '', start, end, page_no, page_size }, { caller }) => {
      const ask = { area, person, keyword, start, end, page: page_no, size: page_size };
      const { rows, total } = await service.list(caller.workspaceId, ask);
      return pageOf(rows, total, page_size);
    },
    export: (_input, { record }) => service.export(record),
  });
}
