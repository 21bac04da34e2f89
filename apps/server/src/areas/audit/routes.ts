import { audit, pageOf } from '@holdfast/contract';
import type { AuditService } from '../../audit/service.ts';
import type { Db } from '../../db/database.ts';
import { bind, type HttpApp } from '../../http/bind.ts';
import { findEntries } from './queries.ts';

/** The log itself; what the areas say of it (such as the history of logins) are views of theirs. */
export function bindAudit(app: HttpApp, { db, service }: { db: Db; service: AuditService }): void {
  bind(app, audit, {
    status: () => service.status(),
    list: async ({ area, person, keyword = '', start, end, page_no, page_size }, { caller }) => {
      const ask = { area, person, keyword, start, end, page: page_no, size: page_size };
      const { rows, total } = await findEntries(db, caller.workspaceId, ask);
      return pageOf(rows, total, page_size);
    },
    async *export(_input, { record }) {
      await record(db, {});
      yield* service.export();
    },
  });
}
