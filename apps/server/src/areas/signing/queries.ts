import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { carriedBy, proposalStatus } from '../../proposals/service.ts';

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
    where status = ${proposalStatus.applying} and kind = any(${carriedBy('all')}) order by decided_at, id limit 1`.execute(
    db,
  );
  return rows[0];
}
