import type { OrderId, WorkspaceId } from '@holdfast/contract';
import type { Db } from '../../db/database.ts';

const columns = ['id', 'chain', 'status', 'txid', 'plan'] as const;

export const findOrder = (db: Db, workspaceId: WorkspaceId, id: OrderId) =>
  db
    .selectFrom('orders')
    .select(columns)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();

/** The order whose payment is known by this hash. */
export const findOrderOf = (db: Db, workspaceId: WorkspaceId, chain: string, txid: string) =>
  db
    .selectFrom('orders')
    .select(columns)
    .where('workspace_id', '=', workspaceId)
    .where('chain', '=', chain)
    .where('txid', '=', txid)
    .executeTakeFirst();

export type FoundOrder = NonNullable<Awaited<ReturnType<typeof findOrder>>>;
