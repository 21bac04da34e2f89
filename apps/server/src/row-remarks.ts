import type { WorkspaceId } from '@holdfast/contract';
import { sql } from 'kysely';
import type { ReadDb } from './db/database.ts';

/** Of the orders that pay batches: the remark of each row. An order's outputs are the rows of its batch, in their order, and no batch changes once it is asked for. */
export async function findRowRemarks(
  db: ReadDb,
  workspaceId: WorkspaceId,
  orderIds: readonly number[],
): Promise<ReadonlyMap<number, readonly string[]>> {
  if (orderIds.length === 0) return new Map();
  const { rows } = await sql<{ id: number; remarks: string[] }>`select x.order_id as id,
      array(select coalesce(e.row ->> 'remark', '') from jsonb_array_elements(b.payees) with ordinality e (row, at) order by e.at) as remarks
    from batch_orders x join batches b on b.id = x.batch_id
    where x.workspace_id = ${workspaceId} and x.order_id = any(${orderIds}::bigint[])`.execute(db);
  return new Map(rows.map(({ id, remarks }) => [id, remarks]));
}
