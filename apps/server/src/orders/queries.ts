import type { OrderId, WorkspaceId } from '@holdfast/contract';
import type { Approval } from '@holdfast/policy';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { Decided } from '../nodes.ts';
import type { Order } from './moves.ts';
import type { OrderKind } from './request.ts';

export const findOrder = (db: Db, workspaceId: WorkspaceId, id: OrderId): Promise<Order | undefined> =>
  db.selectFrom('orders').selectAll().where('workspace_id', '=', workspaceId).where('id', '=', id).executeTakeFirst();

/** A request by the id that its caller gave it. */
export interface RequestName {
  readonly workspaceId: WorkspaceId;
  readonly kind: OrderKind;
  readonly requestId: string;
}

/** The orders that were made of these requests, each in its place. */
export async function findOrdersOfRequests(db: Db, requests: readonly RequestName[]) {
  const column = (name: keyof RequestName) => requests.map((one) => one[name]);
  const { rows } = await sql<Pick<Order, 'id' | 'status' | 'request_hash' | 'intent_id' | 'digest'> & { at: number }>`
    select r.at::int - 1 as at, o.id, o.status, o.request_hash, o.intent_id, o.digest
    from unnest(${column('workspaceId')}::bigint[], ${column('kind')}::text[], ${column('requestId')}::text[])
      with ordinality as r (workspace_id, kind, request_id, at)
    join orders o on o.workspace_id = r.workspace_id and o.kind = r.kind and o.request_id = r.request_id`.execute(db);
  const found = new Map(rows.map((row) => [row.at, row]));
  return requests.map((_, at) => found.get(at));
}

export async function findOrdersOfIntents(db: Db, intentIds: readonly string[]): Promise<Map<string, Order>> {
  const rows = await db
    .selectFrom('orders')
    .selectAll()
    .where('intent_id', '=', sql<string>`any(${intentIds}::uuid[])`)
    .execute();
  return new Map(rows.map((row) => [row.intent_id, row]));
}

/** The order of an intent that it was asked for as before, and that intent's text. */
export async function findOrderOfEarlier(
  db: Db,
  intentId: string,
): Promise<{ readonly order: Order; readonly intent: string } | undefined> {
  const earlier = await db
    .selectFrom('order_intents')
    .select(['order_id', 'intent'])
    .where('intent_id', '=', intentId)
    .executeTakeFirst();
  if (!earlier) return undefined;
  const order = await db.selectFrom('orders').selectAll().where('id', '=', earlier.order_id).executeTakeFirstOrThrow();
  return { order, intent: earlier.intent };
}

export async function findApprovals(db: Db, ids: readonly OrderId[]): Promise<Map<OrderId, Approval[]>> {
  const found = new Map<OrderId, Approval[]>(ids.map((id) => [id, []]));
  if (ids.length === 0) return found;
  const rows = await db
    .selectFrom('order_approvals')
    .select(['order_id', 'approval'])
    .where('order_id', '=', sql<OrderId>`any(${ids})`)
    .orderBy('created_at')
    .execute();
  for (const { order_id, approval } of rows) found.get(order_id)?.push(approval as Approval);
  return found;
}

/** Decisions on these as people are told of them, oldest first. */
export async function findDecided(db: Db, ids: readonly OrderId[]): Promise<(Decided & { readonly id: OrderId })[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<Decided & { id: OrderId }>`
    select order_id as id, member, decision, created_at as time,
        coalesce(approval ->> 'remark', '') as remark, (approval -> 'remark') is not null as "remarkSigned"
      from order_approvals where order_id = any(${ids}) order by time, member`.execute(db);
  return rows;
}

export const findEvents = (db: Db, id: OrderId) =>
  db.selectFrom('order_events').selectAll().where('order_id', '=', id).orderBy('id').execute();

export const hasEvent = async (
  db: Db,
  id: OrderId,
  { sub, actor }: { readonly sub: string; readonly actor: string },
): Promise<boolean> =>
  (await db
    .selectFrom('order_events')
    .select('id')
    .where('order_id', '=', id)
    .where('sub_status', '=', sub)
    .where('actor', '=', actor)
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** Seconds a claim is good for; a process that died loses its orders to others after that. */
export const leaseSeconds = 20;

/** Of orders that await approval: those that signers were shown once, that have run out, or that stand in for a payment, which may end. */
const shown = sql`and (announced_at is not null or expires_at <= now() or raises is not null)`;

/** Takes orders of a status that are due and that nobody works on. `lease_token` in the answer is the proof of the claim. */
export async function claimOrders(
  db: Db,
  status: number,
  limit: number,
  which: 'all' | 'shown' = 'all',
): Promise<Order[]> {
  // The status stands in the text, so that the plan can be of the index of open orders, whose order it is: thousands may be due.
  const { rows } = await sql<Order>`
    update orders set lease_until = now() + make_interval(secs => ${leaseSeconds}), lease_token = lease_token + 1
    where id in (select id from orders where status = ${sql.lit(status)} and next_at <= now() and (lease_until is null or lease_until < now())
      ${which === 'shown' ? shown : sql``} order by next_at, id limit ${limit} for update skip locked)
    returning *`.execute(db);
  return rows.sort((a, b) => a.id - b.id);
}

/** Puts a claimed order back to be looked at later; the claim must still hold, and nobody have moved the order on or ended it. */
export async function postpone(
  db: Db,
  order: Pick<Order, 'id' | 'lease_token' | 'status'>,
  change: { seconds: number; error?: string; sub?: string; failed?: boolean },
): Promise<void> {
  await sql`update orders set lease_until = null, next_at = now() + make_interval(secs => ${change.seconds}),
      last_error = coalesce(${change.error ?? null}::text, last_error), sub_status = coalesce(${change.sub ?? null}::text, sub_status),
      failures = failures + ${change.failed ? 1 : 0}
    where id = ${order.id} and lease_token = ${order.lease_token} and status = ${order.status}`.execute(db);
}
