import { orderStatus, proposalStatus, type WorkspaceId } from '@holdfast/contract';
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import { enqueue } from './channels/queries.ts';
import type { NoticeDeps } from './deps.ts';
import * as queries from './queries.ts';
import { askedOf } from './tell.ts';
import type { Telling } from './telling.ts';

/** A day before the end, or a quarter of the time where that is less. */
export const remindBeforeMs = (validForMs: number): number => Math.min(24 * 3_600_000, validForMs / 4);
/** In one round; those that end first come first. */
const roundMax = 200;

interface Ending {
  readonly source: 'order' | 'proposal';
  readonly id: number;
  readonly workspace_id: WorkspaceId;
}

/** What ends before this time and was not yet reminded of. */
async function findEnding(db: Db, now: Date, until: Date): Promise<Ending[]> {
  const { rows } = await sql<Ending>`
    select source, id, workspace_id from (
      select 'order' as source, id, workspace_id, digest, expires_at from orders where status = ${orderStatus.awaitingApproval}
      union all
      select 'proposal', id, workspace_id, digest, expires_at from proposals where status = ${proposalStatus.open}) o
    where expires_at > ${now} and expires_at <= ${until}
      and not exists (select from notices n where n.object = o.source || ':' || o.id and n.kind = 'remind' and n.round = o.digest)
    order by expires_at limit ${roundMax}`.execute(db);
  return rows;
}

async function remind(deps: NoticeDeps, { source, id, workspace_id: workspaceId }: Ending): Promise<void> {
  const turn = await deps.todos.turn(workspaceId, source, id);
  if (!turn) return;
  const asked = await askedOf(deps, { workspaceId, object: `${source}:${id}` }, turn);
  const tellings = asked.map((one): Telling => ({ ...one, kind: 'remind', event: `${source}.soon` }));
  await inTransaction(deps.db, async (tx) => enqueue(tx, await queries.insertNotices(tx, tellings), deps.clock()));
  if (tellings.length > 0) deps.notifier.changed(workspaceId, 'notice', '');
}

/** Reminds whoever can still decide of what ends soon, once. */
export async function remindAll(deps: NoticeDeps): Promise<void> {
  const now = deps.clock();
  const until = new Date(now.getTime() + remindBeforeMs(deps.validForMs));
  for (const one of await findEnding(deps.db, now, until)) await remind(deps, one);
}
