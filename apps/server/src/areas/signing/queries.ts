import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { proposalStatus } from '../../proposals/service.ts';

export interface Freeze {
  readonly at: Date;
  /** Member id. */
  readonly by: string;
  readonly reason: string;
}

/** The last freeze that one of these signers has told of, as the audit log has it. */
export async function lastFreeze(db: Db, signers: readonly string[]): Promise<Freeze | undefined> {
  const { rows } = await sql<Freeze>`
    select time as at, entry::jsonb #>> '{detail,by}' as by, entry::jsonb #>> '{detail,reason}' as reason
    from audit_log where object = any(${signers.map((id) => `signer:${id}`)}) and action = 'signing.frozen' order by seq desc limit 1`.execute(
    db,
  );
  return rows[0];
}

export interface Change {
  readonly id: number;
  readonly workspace_id: number;
  /** It was tried again after the first signer had it. */
  readonly half: boolean;
}

/** The approved change that the signers are taking over now. */
export async function changeUnderWay(db: Db): Promise<Change | undefined> {
  const { rows } = await sql<Change>`
    select id, workspace_id, cardinality(taken_by) > 0 and tries > 0 as half from proposals
    where status = ${proposalStatus.applying} and kind in ('policy', 'book') order by decided_at, id limit 1`.execute(
    db,
  );
  return rows[0];
}
