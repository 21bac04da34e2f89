import { transactionType, type WorkspaceId } from '@holdfast/contract';
import { sql } from 'kysely';
import { paysWorth } from '../../orders/receivers.ts';
import { spansOf, type WrittenValue } from '../../written-values.ts';
import { allOf, isListed, type Sql } from './filter.ts';

/** So many of a table are compared by their time, each read by its key; others that are worth as much are left out. */
const comparedMax = 2_000;

interface Row {
  readonly type: number;
  readonly id: number;
}

/** What was worth it when it was final, and what is worth it by the price of now where no such value was kept: each by the index of values, or of amounts. */
function ofTable(workspaceId: WorkspaceId, table: 'deposits' | 'orders', value: WrittenValue): Sql {
  const { cents } = value;
  const own = allOf([sql`workspace_id = ${workspaceId}`, ...(table === 'orders' ? [isListed] : [])]);
  const from = sql.table(table);
  const spans = spansOf(value);
  return sql`(select id, created_at from ${from} where ${own} and worth_cents between ${String(cents.least)}::bigint and ${String(cents.most)}::bigint)
    union all
    (select n.id, n.created_at from ${spans} cross join lateral (select id, created_at from ${from} where ${own}
      and amount between v.least and v.most and asset_id = v.asset_id and worth_cents is null offset 0) n)
    limit ${sql.lit(comparedMax)}`;
}

/** So many batches, the newest, are looked into for what one of their payees gets. */
const batchesMax = 200;
const newestBatches = (workspaceId: WorkspaceId): Sql => sql`from batches b join batch_orders x on x.batch_id = b.id
  where b.workspace_id = ${workspaceId} order by b.id desc`;

/** Of the newest batches those in which what one payee gets is worth what was written. */
export const partsWorth = (workspaceId: WorkspaceId, value: WrittenValue) =>
  sql<{
    readonly id: number;
  }>`select o.id from (select x.order_id ${newestBatches(workspaceId)} limit ${sql.lit(batchesMax)}) n
    join orders o on o.id = n.order_id where ${paysWorth(value, 'o')}`;
/** A batch behind those. */
export const olderBatches = (workspaceId: WorkspaceId) =>
  sql<object>`select true as is ${newestBatches(workspaceId)} limit 1 offset ${sql.lit(batchesMax)}`;

/** The newest that are worth what was written, one more than `most` where there are more. */
export const worthIt = (workspaceId: WorkspaceId, value: WrittenValue, most: number) =>
  sql<Row>`select type, id from (
      select ${sql.lit(transactionType.deposit)} as type, id, created_at from (${ofTable(workspaceId, 'deposits', value)}) d
      union all
      select ${sql.lit(transactionType.withdraw)} as type, id, created_at from (${ofTable(workspaceId, 'orders', value)}) o
    ) w order by created_at desc limit ${sql.lit(most + 1)}`;
