import { type OrderId, orderStatus, type WorkspaceId } from '@holdfast/contract';
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { Order } from '../../orders/service.ts';
import type { Decided } from './rules.ts';

/** Open items looked through to tell whose turn it is; far more than anyone can decide in seven days. */
const openMax = 2_000;
/** Where counting ends: nobody turns that many pages. */
const countMax = 10_000;

export interface OpenOrder extends Pick<Order, 'id' | 'status' | 'initiator'> {
  readonly decisions: readonly Decided[];
}

/** The open orders, newest first, without what only a shown row needs. */
export async function findOpen(db: Db, workspaceId: WorkspaceId): Promise<OpenOrder[]> {
  const { rows } = await sql<OpenOrder>`
    select o.id, o.status, o.initiator, coalesce((
      select jsonb_agg(jsonb_build_object('member', a.member, 'decision', a.decision) order by a.created_at, a.member, a.decision)
      from order_approvals a where a.order_id = o.id), '[]') as decisions
    from orders o where o.workspace_id = ${workspaceId} and o.status = ${orderStatus.awaitingApproval}
    order by o.created_at desc, o.id desc limit ${openMax}`.execute(db);
  return rows;
}

/** In the order of the ids. */
export async function findOrders(db: Db, ids: readonly OrderId[]): Promise<Order[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('orders').selectAll().where('id', '=', sql<OrderId>`any(${ids})`).execute();
  const found = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => found.get(id) ?? []);
}

export async function findPage(
  db: Db,
  workspaceId: WorkspaceId,
  statuses: readonly number[],
  page: { readonly limit: number; readonly offset: number },
): Promise<Order[]> {
  if (page.offset >= countMax) return [];
  return db
    .selectFrom('orders')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('status', 'in', statuses)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}

export async function countUpTo(db: Db, workspaceId: WorkspaceId, statuses: readonly number[]): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from (select 1 from orders where workspace_id = ${workspaceId}
    and status in (${sql.join(statuses)}) limit ${countMax}) bounded`.execute(db);
  return rows[0]?.n ?? 0;
}
