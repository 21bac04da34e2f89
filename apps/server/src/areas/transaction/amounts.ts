import type { WorkspaceId } from '@holdfast/contract';
import { sql } from 'kysely';
import { paysPart } from '../../orders/receivers.ts';
import { writtenAmounts } from '../../written-amounts.ts';
import { allOf, isListed, type Side, type Sql } from './filter.ts';

/** An amount of an asset that transactions have, in base units. */
export interface AmountFound {
  readonly amount: bigint;
  readonly asset_id: number;
}

/**
 * The assets of which transactions of a table have exactly the amount that was written, with that amount; undefined where none is written. They are found by going from
 * one to the next in the index of amounts: it reads one entry for each, whether or not its asset has the decimals, and one behind the last.
 */
export function amountsLike(workspaceId: WorkspaceId, text: string, { table }: Pick<Side, 'table'>) {
  const asked = writtenAmounts(text);
  if (asked.length === 0) return undefined;
  const own = allOf([sql`workspace_id = ${workspaceId}`, ...(table === 'orders' ? [isListed] : [])]);
  // In the order of the index and not by the amount alone: where one amount is usual, the planner would rather read all rows in the hope of it.
  const following = (place: Sql): Sql =>
    sql`(select amount, asset_id from ${sql.table(table)} where ${own} and (amount, asset_id) > (${place}) order by amount, asset_id limit 1)`;
  return sql<{
    readonly amount: string;
    readonly asset_id: number;
  }>`with recursive seen (amount, decimals, asset_id) as (
      select a.amount, a.decimals, n.asset_id
        from unnest(${asked.map(({ units }) => String(units))}::numeric[], ${asked.map(({ decimals }) => decimals)}::int[]) as a (amount, decimals)
        cross join lateral ${following(sql`a.amount, 0`)} n where n.amount = a.amount
      union all
      select s.amount, s.decimals, n.asset_id from seen s cross join lateral ${following(sql`s.amount, s.asset_id`)} n where n.amount = s.amount)
    select s.amount::text as amount, s.asset_id from seen s join assets a on a.id = s.asset_id and a.decimals = s.decimals order by s.asset_id`;
}

/** So many payments of several that have an amount among their parts, in units of some number of decimals, are compared: those whose coin has other decimals are left out. */
const comparedMax = 5_000;
const ofParts = (workspaceId: WorkspaceId, units: readonly string[]): Sql =>
  sql`from orders where ${allOf([sql`workspace_id = ${workspaceId}`, isListed, paysPart(units)])}`;

/** Something beyond those that are compared; undefined where no amount is written. */
export function beyondParts(workspaceId: WorkspaceId, text: string) {
  const units = writtenAmounts(text).map((one) => String(one.units));
  if (units.length === 0) return undefined;
  return sql<object>`select true as is ${ofParts(workspaceId, units)} limit 1 offset ${sql.lit(comparedMax)}`;
}

/**
 * Of the payments of several those that pay one of their payees exactly the amount that was written, of those that are compared the newest first, one more than `most` where there are more;
 * undefined where none is written.
 */
export function withPartLike(workspaceId: WorkspaceId, text: string, most: number) {
  const asked = writtenAmounts(text);
  if (asked.length === 0) return undefined;
  const units = asked.map((one) => String(one.units));
  return sql<{
    readonly id: number;
  }>`select o.id from (select id, asset_id, outputs, created_at ${ofParts(workspaceId, units)} limit ${sql.lit(comparedMax)}) o
    join assets a on a.id = o.asset_id
    join unnest(${units}::text[], ${asked.map(({ decimals }) => decimals)}::int[]) as u (units, decimals) on u.decimals = a.decimals
    where paid_amounts(o.outputs) ? u.units order by o.created_at desc limit ${sql.lit(most + 1)}`;
}
