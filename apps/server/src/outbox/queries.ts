import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import type { OutboxRow } from './events.ts';

/** Any constant; one carrier at a time on a database. */
const carrierLock = 0x4f555442;
const longestPauseSeconds = 600;

/** True when this transaction is the carrier until it ends. */
export async function becomeCarrier(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ got: boolean }>`select pg_try_advisory_xact_lock(${carrierLock}) as got`.execute(tx);
  return rows[0]?.got === true;
}

/** What is due, oldest first. What waits after a failure holds back what came later of the same object, and nothing else. */
export async function takeDue(tx: Tx, max: number): Promise<OutboxRow[]> {
  const { rows } = await sql<OutboxRow>`
    select id, workspace_id, kind, object, data, created_at from outbox o
    where next_at <= clock_timestamp()
      and not exists (select from outbox e where e.object = o.object and e.id < o.id and e.next_at > clock_timestamp())
    order by id limit ${max}`.execute(tx);
  return rows;
}

/** Returns which of them were there. */
export async function dropCarried(tx: Tx, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    delete from outbox where id = any(${ids}::bigint[]) returning id`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

/** Tries it again after a pause that doubles from a second to ten minutes. */
export const postponeRow = (db: Db, id: number, error: string) =>
  sql`update outbox set tries = tries + 1, last_error = ${error},
      next_at = clock_timestamp() + make_interval(secs => least(power(2, least(tries, 20)), ${longestPauseSeconds}))
    where id = ${id}`.execute(db);
