import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type pg from 'pg';
import { Refusal } from '../refuse.ts';
import type { Db, ReadDb } from './database.ts';
import { createDb } from './pool.ts';

/** Why a list was read where it was. */
export type ListsFrom = 'replica' | 'primary' | 'behind' | 'away';

/**
 * What only shows rows, and decides nothing, is read through here: from the replica where there is one that has everything that was committed before the
 * question. So whoever has just written, through whichever server, finds it.
 */
export interface Lists {
  /** `work` reads and does nothing else: it may be done again, from the primary. */
  read<T>(work: (db: ReadDb) => Promise<T>): Promise<T>;
  /** How often each of them was. */
  counts(): Readonly<Record<ListsFrom, number>>;
}
interface Log {
  warn(fields: object, text: string): void;
}
export interface ListsOptions {
  /** How long a replica that lags is waited for; then the primary answers. */
  readonly patienceMs?: number;
  /** For how long one that did not answer is not asked again. */
  readonly restMs?: number;
}

const stepMs = 5;

/** Up to where the primary has on disk what it acknowledged. It comes from memory: no table is read. */
async function committed(primary: Db): Promise<string> {
  const { rows } = await sql<{ lsn: string }>`select pg_current_wal_flush_lsn()::text as lsn`.execute(primary);
  return rows[0]?.lsn ?? '';
}

/** Has it all of that? What is no replica (any more) has nothing to be compared with. */
async function has(replica: Db, lsn: string): Promise<boolean> {
  const { rows } = await sql<{ has: boolean | null }>`
    select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn as has`.execute(replica);
  return rows[0]?.has === true;
}

async function catchesUp(replica: Db, lsn: string, patienceMs: number): Promise<boolean> {
  for (let waited = 0; ; waited += stepMs) {
    if (await has(replica, lsn)) return true;
    if (waited >= patienceMs) return false;
    await sleep(stepMs);
  }
}

const noCounts = (): Record<ListsFrom, number> => ({ replica: 0, primary: 0, behind: 0, away: 0 });

/** @param pool of the replica; without one everything is read from the primary */
export function createLists(
  primary: Db,
  pool: pg.Pool | undefined,
  log: Log,
  { patienceMs = 50, restMs = 5_000 }: ListsOptions = {},
): Lists {
  const counts = noCounts();
  const replica = pool && createDb(pool);
  let restsUntil = 0;
  const fromPrimary = <T>(why: ListsFrom, work: (db: ReadDb) => Promise<T>): Promise<T> => {
    counts[why] += 1;
    return work(primary);
  };
  async function read<T>(work: (db: ReadDb) => Promise<T>): Promise<T> {
    if (!replica) return fromPrimary('primary', work);
    if (performance.now() < restsUntil) return fromPrimary('away', work);
    const lsn = await committed(primary);
    try {
      if (await catchesUp(replica, lsn, patienceMs)) {
        const found = await work(replica);
        counts.replica += 1;
        return found;
      }
    } catch (error) {
      // What is refused is refused anywhere. Anything else the replica may have of its own: it went away, or replaying stood against the question.
      if (error instanceof Refusal) throw error;
      restsUntil = performance.now() + restMs;
      log.warn({ err: error }, 'the replica does not answer: lists are read from the primary');
      return fromPrimary('away', work);
    }
    return fromPrimary('behind', work);
  }
  return { read, counts: () => ({ ...counts }) };
}
