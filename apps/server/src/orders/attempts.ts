import type { Plan } from '@holdfast/chains';
import { type OrderId, orderStatus } from '@holdfast/contract';
import type { Attachments } from '@holdfast/policy';
import { sql } from 'kysely';
import { modelOf } from '../chains/models.ts';
import type { Attempt, OnChain, Reserve } from '../chains/plans.ts';
import { dropReserved } from '../chains/reserved.ts';
import type { Db, Tx } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import { settleHold } from '../ledger/service.ts';
import type { OrderDeps } from './deps.ts';
import { changed } from './end.ts';
import { dropsPayment, isAgain, kindsThat } from './kinds/index.ts';
import { holdRef, lockOrder, moveOrder, type Order, paymentOver, releaseOrder } from './moves.ts';
import { isFinal, statusOf } from './states.ts';

/**
 * A payment that is made once more, or dropped, is one order with several attempts: itself, and orders that raise it. They have one place on the chain, so one of them is
 * mined at most. The payment watches the chain for all; an attempt is asked for, signed and sent like any order, and ends with the payment.
 */

/** What an order's intent is shown with: the payment whose place it takes. */
export const attachmentsOf = ({ payment_intent }: Pick<Order, 'payment_intent'>): Attachments =>
  payment_intent === '' ? {} : { payment: payment_intent };

export const findAttempts = (db: Db, id: OrderId): Promise<Order[]> =>
  db.selectFrom('orders').selectAll().where('raises', '=', id).orderBy('id').execute();

const findPayment = (db: Db, { raises }: Pick<Order, 'raises'>): Promise<Order | undefined> =>
  db
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', raises as OrderId)
    .executeTakeFirst();

/** A payment with what is in a block of it. */
export interface Mined extends Order {
  /** Nothing was paid: what is in the block drops it. */
  readonly isDropped: boolean;
  /** What is in the block was approved as the payment itself, which therefore holds what it has cost. */
  readonly isOwn: boolean;
}

/** The attempt that is in a block, as the payment: with its transaction. */
export async function asMined(db: Db, order: Order): Promise<Mined> {
  if (order.mined_as === null) return { ...order, isDropped: false, isOwn: true };
  const { kind, ...found } = await db
    .selectFrom('orders')
    .select(['raw', 'txid', 'plan', 'intent', 'kind'])
    .where('id', '=', order.mined_as as OrderId)
    .executeTakeFirstOrThrow();
  return { ...order, ...found, isDropped: dropsPayment(kind), isOwn: isAgain({ kind }) };
}

const droppingKinds = kindsThat(({ attempts }) => attempts === 'drop');

/** What a payment is as long as nobody knows whether it or what drops it is made. */
export const cancelling = 'cancelling';

/**
 * Is there a signed order that drops the payment, came after this attempt at it, and may be made? Then this one is not sent again. One that ended can no longer be made,
 * where the payment has not ended itself.
 */
export async function isBeingDropped(db: Db, { id, raises }: Pick<Order, 'id' | 'raises'>): Promise<boolean> {
  const found = await db
    .selectFrom('orders')
    .select('id')
    .where('raises', '=', raises ?? id)
    .where('kind', 'in', droppingKinds)
    .where('raw', 'is not', null)
    .where('status', '=', orderStatus.paying)
    .where('id', '>', id)
    .executeTakeFirst();
  return found !== undefined;
}

/** A payment of which a drop was signed says so at once. In the caller's transaction. */
export async function wakeDropped(tx: Tx, { raises, kind }: Pick<Order, 'raises' | 'kind'>): Promise<void> {
  if (!dropsPayment(kind)) return;
  await tx
    .updateTable('orders')
    .set({ sub_status: cancelling })
    .where('id', '=', raises as OrderId)
    .where('status', '=', orderStatus.paying)
    .where('mined_height', 'is', null)
    .execute();
}

/** The signed transactions of a payment, oldest first: nodes take another in the place of the newest for so much more. */
export const signedOf = (payment: Order, attempts: readonly Order[]): readonly Attempt[] =>
  [payment, ...attempts].flatMap(({ plan, raw, txid }) =>
    raw === null || txid === null || plan === null ? [] : [{ plan: plan as Plan, raw, txid }],
  );

/** What wants its place soon, and not before all others. */
const usualLevel = 2;

/** The plan of an attempt has the place of the payment's own. @throws Error when it raises what has no transaction, RpcError */
export async function followPayment({ db, chain, reader }: OnChain, order: Order): Promise<Reserve> {
  const payment = await findPayment(db, order);
  const signed = payment ? signedOf(payment, await findAttempts(db, payment.id)) : [];
  if (signed.length === 0) throw new Error(`order ${order.id} raises what has no transaction`);
  const replacing = await modelOf(chain).replace({ chain, reader }, signed);
  if (!isAgain(order)) return replacing.reserve;
  const fees = (await reader.fees()).find(({ level }) => level === usualLevel)?.plan ?? {};
  return (tx, payable) => replacing.within(tx, payable, fees);
}

/**
 * Writes down that signers keep nothing for an unsigned attempt that is the payment's own intent once more: what they keep is the payment's. So there is nothing to have
 * back of it. In the caller's transaction.
 */
export async function giveUpAgain(tx: Tx, id: OrderId): Promise<void> {
  await tx.updateTable('orders').set({ closed_at: sql<Date>`now()`, exposed_at: null }).where('id', '=', id).execute();
}

const endsAs = (status: number): 2202 | 2300 =>
  status === orderStatus.paying ? orderStatus.discarded : orderStatus.autoCancelled;

/** The payment is final by this very attempt: what it cost leaves the books with it. */
async function bookFee(tx: Tx, order: Order, payment: Pick<Order, 'real_fee' | 'fee_worth_cents'>): Promise<void> {
  const fee = payment.real_fee ?? 0n;
  const { workspace_id: workspaceId, asset_id: assetId, fee_asset_id: feeAssetId } = order;
  await tx
    .updateTable('orders')
    .set({ real_fee: fee, fee_worth_cents: payment.fee_worth_cents })
    .where('id', '=', order.id)
    .execute();
  if (!isAgain(order))
    await settleHold(tx, { workspaceId, ref: holdRef(order.id), assetId, spent: 0n, feeAssetId, fee });
  await moveOrder(tx, order, { to: orderStatus.done, sub: 'final', actor: 'chain' });
}

/**
 * Ends an attempt with its payment: booked where it is the one that was mined, else it never will be, and its fee is free. Done again, it finds it ended.
 * @returns whether the payment is final
 */
export async function endedWithPayment(deps: OrderDeps, order: Order): Promise<boolean> {
  if (order.raises === null) return false;
  const payment = await findPayment(deps.db, order);
  if (payment && !isFinal(statusOf(payment.status))) return false;
  await inTransaction(deps.db, async (tx) => {
    const now = await lockOrder(tx, order.id);
    if (!now || isFinal(statusOf(now.status))) return;
    if (payment?.mined_as === now.id) return bookFee(tx, now, payment);
    // It cannot be made beside the payment, so nothing is kept for it.
    const move = { to: endsAs(now.status), sub: paymentOver, actor: 'chain' } as const;
    if (isAgain(now)) {
      if (now.raw === null) await giveUpAgain(tx, now.id);
      return moveOrder(tx, now, move);
    }
    await dropReserved(tx, now.id);
    await releaseOrder(tx, now, move, false);
  });
  changed(deps, order);
  return true;
}

/** Attempts at a payment that has just ended look at it at once. In the caller's transaction. */
export const wakeAttempts = (tx: Tx, id: OrderId) =>
  tx
    .updateTable('orders')
    .set({ next_at: sql<Date>`now()` })
    .where('raises', '=', id)
    .where('status', 'in', [orderStatus.awaitingApproval, orderStatus.awaitingSignature, orderStatus.paying])
    .execute();
