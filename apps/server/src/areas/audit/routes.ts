import { audit } from '@holdfast/contract';
import type { AuditService } from '../../audit/service.ts';
import type { Db } from '../../db/database.ts';
import { bind, type HttpApp } from '../../http/bind.ts';

/** The log itself; what the areas say of it (such as the history of logins) are views of theirs. */
export function bindAudit(app: HttpApp, { db, service }: { db: Db; service: AuditService }): void {
  bind(app, audit, {
    status: () => service.status(),
    async *export(_input, { record }) {
      await record(db, {});
      yield* service.export();
    },
  });
}
