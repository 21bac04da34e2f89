import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { refuse } from '../refuse.ts';
import type { Db, Tx } from './database.ts';

/** serialization_failure, deadlock_detected: the statement did nothing, doing all of it again is right. */
const retryable = new Set(['40001', '40P01']);

export function sqlState(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
/**
 * Transactions at once: fewer than a pool has connections (`pool.ts`). Some work reads beside its transaction, and transactions wait for each other's locks:
 * with one of them on each connection nobody could go on.
 */
const mostAtOnce = 12;
interface Places {
  taken: number;
  readonly waiting: (() => void)[];
}
const placesOf = new WeakMap<Db, Places>();

async function inPlace<T>(db: Db, work: () => Promise<T>): Promise<T> {
  const places = placesOf.get(db) ?? { taken: 0, waiting: [] };
  placesOf.set(db, places);
  if (places.taken < mostAtOnce) places.taken += 1;
  else await new Promise<void>((enter) => places.waiting.push(enter));
  try {
    return await work();
  } finally {
    const next = places.waiting.shift();
    // Who leaves gives the place on.
    if (next) next();
    else places.taken -= 1;
  }
}

/**
 * As a common table expression of a statement on its own: its commit does not wait for the disk. For what may be lost with a crash of the database, as it is done
 * again then; everything else that was acknowledged is on disk all the same. It has to be read from (`from unhurried`), or PostgreSQL leaves it out.
 * @throws Error within a transaction, which would not wait for the disk as a whole
 */
export function unhurried(db: Db) {
  if (db.isTransaction) throw new Error('a transaction waits for the disk');
  return sql`unhurried as materialized (select set_config('synchronous_commit', 'off', true))`;
}

/**
 * Runs `work` in one transaction, again from the start when PostgreSQL says the conflict was with another transaction. `work` must have no
 * effect outside the database, and no transaction of its own. After `attempts` conflicts refuses with `databaseBusy`.
 */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>, attempts = 8): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await inPlace(db, () => db.transaction().execute(work));
    } catch (error) {
      if (!retryable.has(sqlState(error) ?? '')) throw error;
      if (attempt >= attempts) throw refuse('databaseBusy', {});
      await sleep(Math.random() * 10 * 2 ** attempt);
    }
  }
}
