import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';

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
