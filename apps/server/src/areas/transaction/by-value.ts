import { transactionType } from '@holdfast/contract';
import { type RawBuilder, sql } from 'kysely';
import type { ReadDb } from '../../db/database.ts';
import { plannedForItsValues } from '../../db/pool.ts';
import type { AssetPrice } from '../../written-values.ts';
import type { Filter, Sql, Worth } from './filter.ts';
import { type Arms, mergedOf, micros, type Ref } from './merge.ts';

/** A page of a list by value, or of what is worth so much. */
export interface ByValue {
  readonly page: number;
  readonly size: number;
  readonly by: 'time' | 'value';
  /** What it begins with: the largest or newest (`desc`), or the smallest or oldest. */
  readonly way: 'asc' | 'desc';
  readonly prices: readonly AssetPrice[];
}
interface Valued {
  /** By value what has no price comes last either way. */
  readonly refs: readonly Ref[];
  /** How many there are of them in all. */
  readonly total: number;
  /** How many fit otherwise, counted to one more than `most`. */
  readonly newest: number;
}

const pricesOf = (prices: readonly AssetPrice[]): Sql =>
  sql`unnest(${prices.map(({ asset_id }) => asset_id)}::int[], ${prices.map(({ usd }) => usd)}::numeric[],
    ${prices.map(({ decimals }) => decimals)}::int[]) as p (asset_id, usd, decimals)`;

/**
 * What rows `n` (`type`, `id`, `created_at`) are worth in US cents, as lists show it: what is final by the price of then, everything else by that of now, so that no
 * index stands in their order.
 * @param apart keeps it a look at each row by its key: of a small table the planner would read all of it
 */
function valued(n: Sql, prices: readonly AssetPrice[], apart: Sql = sql`offset 0`): Sql {
  const ofKey = (table: 'deposits' | 'orders'): Sql =>
    sql`(select worth_cents, amount, asset_id from ${sql.table(table)} where id = n.id ${apart})`;
  const side = (type: number): Sql => sql`n.type = ${type}::int`;
  const worth: RawBuilder<unknown> = sql`coalesce(d.worth_cents, o.worth_cents,
    round(coalesce(d.amount, o.amount) * p.usd * 100 / 10::numeric ^ p.decimals))`;
  return sql`select n.type, n.id, n.created_at, ${worth} as cents from (${n}) n
    left join lateral ${ofKey('deposits')} d on ${side(transactionType.deposit)}
    left join lateral ${ofKey('orders')} o on ${side(transactionType.withdraw)}
    left join ${pricesOf(prices)} on p.asset_id = coalesce(d.asset_id, o.asset_id)`;
}

/** Whether `cents` is asked for: what is worth nothing that is known is in no range. */
function isAsked(worth: Worth | undefined): Sql {
  const { least, most } = worth ?? {};
  const over = least === undefined ? [] : [sql`cents >= ${String(least)}::numeric`];
  const under = most === undefined ? [] : [sql`cents <= ${String(most)}::numeric`];
  const both = [...over, ...under];
  return both.length === 0 ? sql`true` : sql`coalesce(${sql.join(both, sql` and `)}, false)`;
}

/** Of what fits `f` otherwise, whose order is that of the time, the `most` newest by what they are worth. */
export async function findByValue(
  db: ReadDb,
  f: Filter,
  sides: readonly Arms[],
  most: number,
  { page, size, by, way, prices }: ByValue,
): Promise<Valued> {
  const { rows: newest, inOrder } = mergedOf(f, sides, { skip: 0, size: most + 1 });
  const to = way === 'asc' ? sql`asc` : sql`desc`;
  const order =
    by === 'time' ? sql`created_at ${to}, type, id ${to}` : sql`cents ${to} nulls last, created_at desc, type, id desc`;
  const { rows } = await sql<Valued>`${sql.raw(plannedForItsValues)}
    with newest as materialized (${newest}),
    fitting as materialized (select * from (${valued(sql`select * from newest ${inOrder} limit ${most}::int`, prices)}) v where ${isAsked(f.worth)})
    select (select count(*)::int from newest) as newest, (select count(*)::int from fitting) as total,
      (select coalesce(json_agg(r), '[]') from (select type, id, ${micros} from fitting order by ${order}
        limit ${size}::int offset ${(page - 1) * size}::int) r) as refs`.execute(db);
  return rows[0] ?? { refs: [], total: 0, newest: 0 };
}

/** Which of the rows are asked for, in the order in which they are given. */
export async function worthAsked(
  db: ReadDb,
  refs: readonly Ref[],
  worth: Worth,
  prices: readonly AssetPrice[],
): Promise<Ref[]> {
  const given = sql`select type, id, null::timestamptz as created_at from unnest(${refs.map(({ type }) => type)}::int[], ${refs.map(({ id }) => id)}::bigint[]) as t (type, id)`;
  const { rows } = await sql<
    Pick<Ref, 'type' | 'id'>
  >`select type, id from (${valued(given, prices)}) v where ${isAsked(worth)}`.execute(db);
  const asked = new Set(rows.map(({ type, id }) => `${type}:${id}`));
  return refs.filter(({ type, id }) => asked.has(`${type}:${id}`));
}

/** How many of all rows are asked for: each table is read once rather than for each row. */
export async function countWorth(
  db: ReadDb,
  sides: readonly Arms[],
  worth: Worth,
  prices: readonly AssetPrice[],
): Promise<number> {
  const rows = sides.flatMap(({ type, arms }) =>
    arms.map((arm) => sql`select ${type}::int as type, id, created_at from (${arm(sql``)}) a`),
  );
  const all = valued(sql.join(rows, sql` union all `), prices, sql``);
  const { rows: counted } = await sql<{ n: number }>`${sql.raw(plannedForItsValues)}
    select count(*)::int as n from (${all}) v where ${isAsked(worth)}`.execute(db);
  return counted[0]?.n ?? 0;
}
