import { randomUUID } from 'node:crypto';
import { orderStatus } from '@holdfast/contract';
import { intentDigestHex, intentText, parseIntent } from '@holdfast/policy';
import { sql } from 'kysely';
import { inTransaction } from '../db/transaction.ts';
import type { CurrentPolicy, OrderDeps } from './deps.ts';
import { clockSlackMs } from './intent.ts';
import { addEvent, lockOrder, type Order } from './moves.ts';

/** The step of an order that was asked for again, until its signers know of it and somebody has decided. */
export const askedAgain = 'asked_again';

export const isStale = ({ intent }: Pick<Order, 'intent'>, { hash }: CurrentPolicy): boolean =>
  parseIntent(intent).policy.hash !== hash;

/**
 * Other rules are in force than those an order was asked for under, and signers take nothing that was asked for under others. So the same payment
 * is asked for again, under its number, with what it holds and until the same time; decisions on the earlier intent are worth nothing any more, and
 * whoever made one is asked anew. Done again, it finds the order as it should be.
 */
export async function askAgain(deps: OrderDeps, order: Order, policy: CurrentPolicy): Promise<void> {
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
    if (found?.status !== orderStatus.awaitingApproval || found.digest !== order.digest) return;
    await tx.deleteFrom('order_approvals').where('order_id', '=', order.id).execute();
    await tx
      .updateTable('orders')
      .set({
        intent_id: intent.id,
        intent: intentText(intent),
        digest: intentDigestHex(intent),
        sub_status: askedAgain,
        announced_at: null,
        quotes: '[]',
        value_cents: null,
        next_at: sql`now()`,
        lease_until: null,
      })
      .where('id', '=', order.id)
      .execute();
    const detail = { policy: `${id} v${version}`, earlier: order.digest };
    await addEvent(tx, order.id, { to: orderStatus.awaitingApproval, sub: askedAgain, actor: 'system', detail });
    const about = { workspaceId: order.workspace_id, object: `order:${order.id}`, detail };
    await deps.audit.recorder('order.askedAgain')(tx, about);
  });
}
