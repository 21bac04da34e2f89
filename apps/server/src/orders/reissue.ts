import { randomUUID } from 'node:crypto';
import { orderStatus } from '@holdfast/contract';
import { intentDigestHex, intentText, parseIntent } from '@holdfast/policy';
import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Abandonment } from './abandonment.ts';
import type { CurrentPolicy, OrderDeps } from './deps.ts';
import { clockSlackMs } from './intent.ts';
import { addEvent, closeOrder, lockOrder, type Move, moveOrder, type Order } from './moves.ts';

/** The step of an order that was asked for again, until its signers know of it and somebody has decided. */
export const askedAgain = 'asked_again';

export const isStale = ({ intent }: Pick<Order, 'intent'>, { hash }: CurrentPolicy): boolean =>
  parseIntent(intent).policy.hash !== hash;

/** May a signer know the order's intent by a plan? Of one that waits for more approvals since a price rose, too. */
export const isKnownByPlan = (order: Pick<Order, 'status' | 'admitted_at'>): boolean =>
  order.status !== orderStatus.awaitingApproval || order.admitted_at !== null;

/** Back to waiting for approvals, without the nonce or the coins of a plan that nobody will sign. */
async function backToApproval(tx: Tx, order: Order, move: Move): Promise<void> {
  if (isKnownByPlan(order)) await closeOrder(tx, order.id);
  if (order.status === orderStatus.awaitingApproval) await addEvent(tx, order.id, move);
  else await moveOrder(tx, order, move);
}

/**
 * Other rules are in force than those an order was asked for under, and signers take nothing that was asked for under others. So the same payment
 * is asked for again, under its number, with what it holds and until the same time; decisions on the earlier intent are worth nothing any more, and
 * whoever made one is asked anew; but a refusal of it counts whenever it arrives. Done again, it finds the order as it should be. An order that
 * was approved already, or has a plan, is asked for again only when it is known that all signers gave its intent up: the one rule by which a payment
 * under two intents is made once.
 */
export async function reissueIntent(
  deps: OrderDeps,
  order: Order,
  policy: CurrentPolicy,
  abandonment?: Abandonment,
): Promise<void> {
  const { id, version } = policy.document;
  const now = deps.clock().getTime();
  const intent = {
    ...parseIntent(order.intent),
    policy: { id, version, hash: policy.hash },
    id: randomUUID(),
    created: String(now),
    notBefore: String(now - clockSlackMs),
  };
  await inTransaction(deps.db, async (tx) => {
    const found = await lockOrder(tx, order.id);
    if (!found || found.status !== order.status || found.digest !== order.digest) return;
    if (isKnownByPlan(found) && abandonment?.state !== 'over') return;
    const detail = { policy: `${id} v${version}`, earlier: order.digest };
    await backToApproval(tx, found, { to: orderStatus.awaitingApproval, sub: askedAgain, actor: 'system', detail });
    const { intent_id, intent: text, digest } = found;
    await tx.insertInto('order_intents').values({ intent_id, order_id: order.id, intent: text, digest }).execute();
    await tx.deleteFrom('order_approvals').where('order_id', '=', order.id).execute();
    await tx
      .updateTable('orders')
      .set({
        intent_id: intent.id,
        intent: intentText(intent),
        digest: intentDigestHex(intent),
        sub_status: askedAgain,
        announced_at: null,
        closed_at: null,
        quotes: '[]',
        risen_quotes: '[]',
        told_prices: '{}',
        told_sums: '[]',
        anew_needs: null,
        value_cents: null,
        fee_cents: null,
        next_at: sql`now()`,
        lease_until: null,
        // Whoever still works on the earlier intent has no claim on this one.
        lease_token: sql`lease_token + 1`,
      })
      .where('id', '=', order.id)
      .execute();
    const about = { workspaceId: order.workspace_id, object: `order:${order.id}`, detail };
    await deps.audit.recorder('order.askedAgain')(tx, about);
  });
}
