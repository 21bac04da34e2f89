import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import type { Database, Db } from '../db/database.ts';
import { createPool } from '../db/pool.ts';

/** What one statement read, as PostgreSQL says it did. */
export interface Read {
  readonly text: string;
  /** Rows that scans looked at, whether or not they gave them out. */
  readonly rows: number;
  readonly buffers: number;
  readonly ms: number;
  /** Tables that it read from end to end, but for small ones. */
  readonly through: readonly string[];
}
interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly Plans?: readonly Plan[];
}
/** A table of fewer rows is read as a whole because that is the quickest way. */
const small = 1_000;

const nodesIn = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesIn)];
const looked = (plan: Plan): number =>
  (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0)) *
  plan['Actual Loops'];
const isScan = (plan: Plan): boolean => plan['Node Type'].endsWith('Scan') && plan['Relation Name'] !== undefined;

/** Does `work`, and each of its statements once more under `explain`. */
export async function explained<T>(
  connection: pg.PoolConfig,
  work: (db: Db) => Promise<T>,
): Promise<{ result: T; reads: Read[] }> {
  const pool = createPool(connection, { max: 1 });
  const seen: CompiledQuery[] = [];
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query, level }) => {
      if (level === 'query') seen.push(query);
    },
  });
  try {
    const result = await work(db);
    const reads: Read[] = [];
    for (const { sql: text, parameters } of [...seen]) {
      const { rows } = await pool.query<{
        'QUERY PLAN': [{ Plan: Plan; 'Execution Time': number; 'Planning Time': number }];
      }>(`explain (analyze, buffers, format json) ${text}`, [...parameters]);
      const top = rows[0]?.['QUERY PLAN'][0];
      if (!top) throw new Error('no plan');
      const scans = nodesIn(top.Plan).filter(isScan);
      reads.push({
        text,
        rows: scans.reduce((sum, plan) => sum + looked(plan), 0),
        buffers: top.Plan['Shared Hit Blocks'] + top.Plan['Shared Read Blocks'],
        ms: top['Execution Time'] + top['Planning Time'],
        through: scans
          .filter((plan) => plan['Node Type'] === 'Seq Scan' && looked(plan) > small)
          .flatMap((plan) => plan['Relation Name'] ?? []),
      });
    }
    return { result, reads };
  } finally {
    await db.destroy();
  }
}
