/** What an embedded PostgreSQL did between two looks: processor, transactions, flushes of its log. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createPool } from '../apps/server/src/db/pool.ts';
import type { Installation } from '../sandbox/installation.ts';

export interface DatabaseWork {
  /** Of all its processes, ended ones too, in ms; NaN where there is no /proc. */
  readonly cpuMs: number;
  /** Committed, a statement on its own among them. */
  readonly transactions: number;
  /** Of its log to disk. */
  readonly flushes: number;
}

/** Fields of proc(5), from the third on. */
function statOf(pid: string | number): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  } catch {
    return [];
  }
}

/** Hundredths of a second, added up from the given fields of a process. */
const ticks = (stat: readonly string[], ...fields: readonly number[]): number =>
  fields.reduce((sum, field) => sum + Number(stat[field - 3] ?? 0), 0);

/** The first process with those of its children that have ended (utime, stime, cutime, cstime), and the children that live. */
export function cpuOfFamily(first: number): number {
  const living = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(statOf)
    .filter((stat) => Number(stat[1]) === first);
  return 10 * living.reduce((sum, stat) => sum + ticks(stat, 14, 15), ticks(statOf(first), 14, 15, 16, 17));
}

/** PostgreSQL tells its counts some moments after the work: ask when it has been idle. */
export async function databaseWork({ data, databasePid }: Installation): Promise<DatabaseWork> {
  const host = path.join(data, 'postgres', 'run');
  const pool = createPool({ host, port: 5432, user: 'app', database: 'postgres' }, { max: 1 });
  try {
    const { rows } = await pool.query<{ transactions: bigint; flushes: bigint }>(
      `select (select sum(xact_commit) from pg_stat_database) as transactions,
        (select sum(fsyncs) from pg_stat_io where object = 'wal') as flushes`,
    );
    const cpuMs = cpuOfFamily(databasePid() ?? Number.NaN);
    return { cpuMs, transactions: Number(rows[0]?.transactions), flushes: Number(rows[0]?.flushes) };
  } finally {
    await pool.end();
  }
}
