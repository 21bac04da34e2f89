import { type RawBuilder, sql } from 'kysely';
import type { ReadDb } from '../../db/database.ts';
import { plannedForItsValues } from '../../db/pool.ts';
import { type Arm, type Filter, type Sql, way } from './filter.ts';

export interface Ref {
  readonly type: number;
  readonly id: number;
  readonly micros: number;
}

/** What the list is merged from of one table. */
export interface Arms {
  readonly type: number;
  readonly arms: readonly Arm[];
}
const unionOf = (arms: readonly Sql[]): Sql => sql.join(arms, sql` union all `);
const planned = sql.raw(plannedForItsValues);

interface Stretch {
  readonly skip: number;
  readonly size: number;
}

/** A page of the list, in its order: `type`, `id` and `created_at`. */
export function mergedOf(
  f: Filter,
  sides: readonly Arms[],
  page: Stretch,
): { readonly rows: Sql; readonly inOrder: Sql } {
  const last = page.skip + page.size;
  // In order, and no longer than the page reaches: only so each arm is read by its index, and no further than the merge takes from it.
  const ordered = sql`order by created_at ${way(f)}, id ${way(f)} limit ${last}::int`;
  const each = sides.map(
    ({ type, arms }) =>
      sql`(select id, created_at, ${type}::int as type from (${unionOf(arms.map((arm) => sql`(${arm(ordered)})`))}) a ${ordered})`,
  );
  const inOrder = sql`order by created_at ${way(f)}, type, id ${way(f)}`;
  const rows = sql`select type, id, created_at from (${unionOf(each)}) u ${inOrder} limit ${page.size}::int offset ${page.skip}::int`;
  return { rows, inOrder };
}

export const micros = sql`(extract(epoch from created_at) * 1000000)::bigint as micros`;

/** The same as references. */
export function refsOf(f: Filter, sides: readonly Arms[], page: Stretch): RawBuilder<Ref> {
  const { rows, inOrder } = mergedOf(f, sides, page);
  // The moments are reckoned for the page alone: for all that is skipped it takes as long as to read it.
  return sql<Ref>`select type, id, ${micros} from (${rows}) p ${inOrder}`;
}

export const findRefs = async (db: ReadDb, f: Filter, sides: readonly Arms[], page: Stretch): Promise<Ref[]> =>
  (await sql<Ref>`${planned}${refsOf(f, sides, page)}`.execute(db)).rows;

/** How many there are, counted to `most`. */
export async function count(db: ReadDb, sides: readonly Arms[], most: number): Promise<number> {
  const all = unionOf(sides.flatMap(({ arms }) => arms.map((arm) => arm(sql``))));
  const { rows } = await sql<{ n: number }>`${planned}select count(*)::int as n from
    (select from (${all}) u limit ${most}::int) c`.execute(db);
  return rows[0]?.n ?? 0;
}
