import type { ChainError, ChainFault } from '@holdfast/chains';
import { orderStatus } from '@holdfast/contract';
import { inTransaction } from '../db/transaction.ts';
import type { Abandonment } from './abandonment.ts';
import type { OrderDeps } from './deps.ts';
import { closeOrder, dropPlan, lockOrder, type Move, type Order, releaseOrder } from './moves.ts';

/** Faults that lie in what was approved: no other plan, coin or moment makes a transaction of it. */
const lasting: ReadonlySet<ChainFault> = new Set([
  'badIntent',
  'badPath',
  'badAddress',
  'wrongFamily',
  'dust',
  'feeAboveCap',
]);
export const isLasting = (error: ChainError): boolean => lasting.has(error.code);

export const changed = (deps: OrderDeps, order: Order): void => {
  deps.notifier.changed(order.workspace_id, 'order', order.id);
  deps.notifier.changed(order.workspace_id, 'todo', order.id);
  deps.notifier.changed(order.workspace_id, 'balance', order.sub_wallet_id);
};

/** As long after the end of an intent as signers wait until another may take its nonce or coins, longer than any clock is off. */
const overMs = 120_000;
/** No signer lets anything of it go any more. What was let go shares nonce or coins with whatever is paid next, so the chain takes one of both at most. */
export const isLongOver = ({ clock }: Pick<OrderDeps, 'clock'>, { expires_at }: Pick<Order, 'expires_at'>): boolean =>
  clock().getTime() >= expires_at.getTime() + overMs;

/**
 * Ends an order that awaits its signature. Where a signature may exist, only the chain can end it before its time is long over, or signers that gave it up
 * (`abandonment`).
 * @param deadFrom when the chain takes none of its transactions any more, where they die
 */
export async function endUnsigned(
  deps: OrderDeps,
  order: Order,
  move: Move,
  nonceUnknownToSigners: boolean,
  abandonment?: Abandonment,
  deadFrom?: Date,
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const now = await lockOrder(tx, order.id);
    if (now?.status !== orderStatus.awaitingSignature || now.digest !== order.digest) return;
    if (now.exposed_at !== null && !abandonment?.unsigned && !isLongOver(deps, now)) return;
    // Who has the claim by now may have shown the plan to a signer that we know nothing of.
    if (now.lease_token !== order.lease_token) return;
    if (abandonment?.state === 'over') await closeOrder(tx, now.id);
    const freeFrom = await releaseOrder(tx, now, move, nonceUnknownToSigners, deadFrom);
    const action = move.to === orderStatus.autoCancelled ? 'order.expired' : 'order.refused';
    const { sub, detail } = move;
    const event = { workspaceId: now.workspace_id, object: `order:${now.id}`, detail: { ...detail, sub } };
    await deps.audit.recorder(action)(tx, event);
    if (!freeFrom) return;
    const facts = { order: now.id, chain: now.chain, account: now.address_from, freeFrom };
    deps.log.warn(facts, 'an order ended with its nonce unused; later orders of the account wait until it is free');
  });
  changed(deps, order);
}

/** Gives back nonce or coins of an order that goes on waiting for its signature; the caller knows that no signer has admitted it, and has the claim. */
export const forgetPlan = (deps: OrderDeps, order: Order): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    const now = await lockOrder(tx, order.id);
    const isOurs = now?.status === orderStatus.awaitingSignature && now.lease_token === order.lease_token;
    if (isOurs && now.exposed_at === null) await dropPlan(tx, now.id);
  });
