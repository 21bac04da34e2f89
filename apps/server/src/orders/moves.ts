import { type OrderId, orderStatus } from '@holdfast/contract';
import type { Selectable, UpdateObject } from 'kysely';
import { sql } from 'kysely';
import { dropReserved, leaveReserved, letGoReserved } from '../chains/reserved.ts';
import type { Database, Db, Tx } from '../db/database.ts';
import { settleHold } from '../ledger/service.ts';
import { dropsPayment, findKind, isAgain } from './kinds/index.ts';
import { settleOutflows } from './outflows.ts';
import { canMove, type OrderStatus, statusOf } from './states.ts';

export type Order = Selectable<Database['orders']>;

export interface Move {
  readonly to: OrderStatus;
  readonly sub: string;
  /** Member id, `system`, `signer 1` or `chain`. */
  readonly actor: string;
  readonly detail?: Record<string, string>;
}

/** How an attempt ends whose payment is final already. */
export const paymentOver = 'payment_over';

export const holdRef = (id: OrderId): string => `order:${id}`;

/** Reads an order and keeps others from changing it until the transaction ends. */
export const lockOrder = (tx: Tx, id: OrderId): Promise<Order | undefined> =>
  tx.selectFrom('orders').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** The same for several, in the order of their numbers: whoever locks others of them waits, and neither waits for the other. */
export async function lockOrders(tx: Tx, ids: readonly OrderId[]): Promise<Map<OrderId, Order>> {
  const rows = await tx
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', sql<OrderId>`any(${ids})`)
    .orderBy('id')
    .forUpdate()
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

const eventRow = (id: OrderId, { to, sub, actor, detail }: Move) => ({
  order_id: id,
  status: to,
  sub_status: sub,
  actor,
  detail: JSON.stringify(detail ?? {}),
});

/** One line of the timeline. */
export const addEvent = (db: Db, id: OrderId, move: Move) =>
  db.insertInto('order_events').values(eventRow(id, move)).execute();

/** What changes with an order's step, beside its status. */
type Change = UpdateObject<Database, 'orders'>;

/** A change of an order and the line of its timeline that tells of it, by one statement. */
export const changeAndTell = (tx: Tx, id: OrderId, change: Change, move: Move) =>
  tx
    .with('changed', (query) => query.updateTable('orders').set(change).where('id', '=', id).returning('id'))
    .insertInto('order_events')
    .values(eventRow(id, move))
    .execute();

interface AttemptTold extends Pick<Move, 'actor' | 'detail'> {
  readonly step: 'signed' | 'sent' | 'ended';
}
/** What the payment's timeline tells of an attempt at it. */
export async function tellPayment(
  tx: Tx,
  { id, raises, kind }: Pick<Order, 'id' | 'raises' | 'kind'>,
  { step, actor, detail }: AttemptTold,
): Promise<void> {
  if (raises === null) return;
  const payment = await tx
    .selectFrom('orders')
    .select('status')
    .where('id', '=', raises as OrderId)
    .executeTakeFirst();
  if (payment?.status !== orderStatus.paying) return;
  const sub = `${dropsPayment(kind) ? 'drop' : isAgain({ kind }) ? 'bump' : 'attempt'}_${step}`;
  const told = { attempt: String(id), ...detail };
  await addEvent(tx, raises as OrderId, { to: orderStatus.paying, sub, actor, detail: told });
}

/** The only place that changes a status; the caller has locked the row. An illegal move is a bug, not a refusal. `also`: what else changes with it. */
export async function moveOrder(
  tx: Tx,
  order: Pick<Order, 'id' | 'status'>,
  move: Move,
  also: Omit<Change, 'status' | 'sub_status'> = {},
): Promise<void> {
  if (!canMove(statusOf(order.status), move.to))
    throw new Error(`order ${order.id}: ${order.status} → ${move.to} is no move`);
  const fresh = { failures: 0, last_error: '', next_at: sql<Date>`now()`, lease_until: null };
  await changeAndTell(tx, order.id, { ...also, ...fresh, status: move.to, sub_status: move.sub }, move);
}

/** Takes back how an order was to be paid, which no signer has admitted or will: its nonce and coins are free at once. */
export async function dropPlan(tx: Tx, id: OrderId): Promise<void> {
  await dropReserved(tx, id);
  await tx.updateTable('orders').set({ plan: null, admitted_at: null }).where('id', '=', id).execute();
}

/**
 * Writes down, in the caller's transaction, that every signer has given the order's intent up (`abandonment.ts`): no signature of it exists or ever will, and what it
 * was to be paid with is free. The caller has locked the row.
 */
export async function closeOrder(tx: Tx, id: OrderId): Promise<void> {
  await tx.updateTable('orders').set({ closed_at: sql`now()`, exposed_at: null }).where('id', '=', id).execute();
  await dropPlan(tx, id);
}

/**
 * Ends an order that never reached the chain: the hold is released, its coins are free, its nonce goes back at once if no signer may know it, else
 * when signers let another order have it: after its end, or once its transactions are dead. Returns that time.
 */
export async function releaseOrder(
  tx: Tx,
  order: Order,
  move: Move,
  nonceUnknownToSigners: boolean,
  deadFrom?: Date,
): Promise<Date | undefined> {
  const freeFrom = await leaveReserved(tx, order.id, nonceUnknownToSigners, deadFrom);
  const detail = freeFrom && { ...move.detail, nonce_free_from: freeFrom.toISOString() };
  await moveOrder(tx, order, detail ? { ...move, detail } : move);
  // What is signed and not sent holds nothing.
  if (!findKind(order.kind)?.isSigned)
    await settleHold(tx, {
      workspaceId: order.workspace_id,
      ref: holdRef(order.id),
      assetId: order.asset_id,
      spent: 0n,
      feeAssetId: order.fee_asset_id,
      fee: 0n,
    });
  await settleOutflows(tx, order);
  await letGoReserved(tx, order.id);
  if (move.sub !== paymentOver) await tellPayment(tx, order, { ...move, step: 'ended' });
  return freeFrom;
}

/** May the order still be given up on our side alone? Not once both signers may have taken part in signing it. */
export const canRelease = ({ status, exposed_at }: Pick<Order, 'status' | 'exposed_at'>): boolean =>
  exposed_at === null && (status === orderStatus.awaitingApproval || status === orderStatus.awaitingSignature);

/**
 * An order that waits for more approvals, and of which a signature may exist, does not end there: it goes back to where its signers are asked, and only they or
 * the chain end it. The caller has locked the row.
 */
export const leaveToSigners = (tx: Tx, order: Pick<Order, 'id' | 'status'>, actor: string): Promise<void> =>
  moveOrder(tx, order, { to: orderStatus.awaitingSignature, sub: 'signer_waiting', actor });
