import type { WorkspaceId } from '@holdfast/contract';
import type { AuditService, Recorder } from '../../audit/service.ts';
import type { Db } from '../../db/database.ts';
import { findEntries, type LogAsk } from './queries.ts';

export interface AuditLogDeps {
  readonly db: Db;
  readonly audit: Pick<AuditService, 'status' | 'export'>;
}
export type AuditLogService = ReturnType<typeof createAuditLog>;

/** Reading the audit log. Writing it is the business of `audit/`. */
export const createAuditLog = ({ db, audit }: AuditLogDeps) => ({
  status: () => audit.status(),
  list: (workspaceId: WorkspaceId, ask: LogAsk) => findEntries(db, workspaceId, ask),
  /** The whole log as text, as it is read. That it was taken out is in it. */
  async *export(record: Recorder): AsyncGenerator<string> {
    await record(db, {});
    yield* audit.export();
  },
});
