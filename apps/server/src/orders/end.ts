import type { ChainError, ChainFault } from '@holdfast/chains';
import { orderStatus } from '@holdfast/contract';
import { inTransaction } from '../db/transaction.ts';
import type { OrderDeps } from './deps.ts';
import { lockOrder, type Move, type Order, releaseOrder } from './moves.ts';

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
  deps.notifier.changed(order.workspace_id, 'balance', order.sub_wallet_id);
};

/** Ends an order that awaits its signature, unless a signature may exist: then only the chain can end it. */
export async function endUnsigned(
  deps: OrderDeps,
  order: Order,
  move: Move,
  nonceUnknownToSigners: boolean,
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const now = await lockOrder(tx, order.id);
    if (now?.status !== orderStatus.awaitingSignature || now.exposed_at !== null) return;
    // Who has the claim by now may have shown the plan to a signer that we know nothing of.
    if (now.lease_token !== order.lease_token) return;
    const freeFrom = await releaseOrder(tx, now, move, nonceUnknownToSigners);
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
