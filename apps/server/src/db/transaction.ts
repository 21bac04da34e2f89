import { setTimeout as sleep } from 'node:timers/promises';
import { refuse } from '../refuse.ts';
import type { Db, Tx } from './database.ts';

/** serialization_failure, deadlock_detected: the statement did nothing, doing all of it again is right. */
const retryable = new Set(['40001', '40P01']);

export function sqlState(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
/**
 * Runs `work` in one transaction, again from the start when PostgreSQL says the conflict was with another transaction. `work` must have no
 * effect outside the database. After `attempts` conflicts refuses with `databaseBusy`.
 */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>, attempts = 8): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (!retryable.has(sqlState(error) ?? '')) throw error;
      if (attempt >= attempts) throw refuse('databaseBusy', {});
      await sleep(Math.random() * 10 * 2 ** attempt);
    }
  }
}
