import { transactionType } from '@holdfast/contract';
import { type RawBuilder, sql } from 'kysely';
import type { ReadDb } from '../../db/database.ts';
import { plannedForItsValues } from '../../db/pool.ts';
import type { AssetPrice } from '../../written-values.ts';
import type { Filter, Sql } from './filter.ts';
import { type Arms, mergedOf, micros, type Ref } from './merge.ts';

/** A page of a list by value. */
export interface ByValue {
  readonly page: number;
  readonly size: number;
  /** What it begins with: the largest (`desc`), or the smallest. */
  readonly way: 'asc' | 'desc';
  readonly prices: readonly AssetPrice[];
}
interface Valued {
  /** What has no price comes last either way. */
  readonly refs: readonly Ref[];
  /** How many fit, counted to one more than `most`; left out of a page behind the last one. */
  readonly total: number | undefined;
}

const pricesOf = (prices: readonly AssetPrice[]): Sql =>
  sql`unnest(${prices.map(({ asset_id }) => asset_id)}::int[], ${prices.map(({ usd }) => usd)}::numeric[],
    ${prices.map(({ decimals }) => decimals)}::int[]) as p (asset_id, usd, decimals)`;

/**
 * Of what fits `f`, whose order is that of the time, the `most` newest by what they are worth, as rows show it: what is final by the price of then, everything else by that
 * of now, so that no index stands in their order.
 */
export async function findByValue(
  db: ReadDb,
  f: Filter,
  sides: readonly Arms[],
  most: number,
  { page, size, way, prices }: ByValue,
): Promise<Valued> {
  const { rows: newest, inOrder } = mergedOf(f, sides, { skip: 0, size: most + 1 });
  // `offset 0` keeps it a look at each by its key: of a small table the planner would read all of it.
  const ofKey = (table: 'deposits' | 'orders'): Sql =>
    sql`(select worth_cents, amount, asset_id from ${sql.table(table)} where id = n.id offset 0)`;
  const side = (type: number): Sql => sql`n.type = ${type}::int`;
  const worth: RawBuilder<unknown> = sql`coalesce(d.worth_cents, o.worth_cents,
    round(coalesce(d.amount, o.amount) * p.usd * 100 / 10::numeric ^ p.decimals))`;
  const { rows } = await sql<Ref & { readonly total: number }>`${sql.raw(plannedForItsValues)}
    with newest as materialized (${newest})
    select v.type, v.id, ${micros}, (select count(*) from newest)::int as total from (
      select n.type, n.id, n.created_at, ${worth} as cents from (select * from newest ${inOrder} limit ${most}::int) n
      left join lateral ${ofKey('deposits')} d on ${side(transactionType.deposit)}
      left join lateral ${ofKey('orders')} o on ${side(transactionType.withdraw)}
      left join ${pricesOf(prices)} on p.asset_id = coalesce(d.asset_id, o.asset_id)) v
    order by cents ${way === 'asc' ? sql`asc` : sql`desc`} nulls last, created_at desc, type, id desc
    limit ${size}::int offset ${(page - 1) * size}::int`.execute(db);
  return { refs: rows.map(({ type, id, micros }) => ({ type, id, micros })), total: rows[0]?.total };
}
