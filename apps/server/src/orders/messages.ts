import { type ChainConfig, familyOf, type KeyAt } from '@holdfast/chains';
import { orderStatus } from '@holdfast/contract';
import { parseIntent } from '@holdfast/policy';
import { sql } from 'kysely';
import { inTransaction } from '../db/transaction.ts';
import type { OrderDeps } from './deps.ts';
import { changed } from './end.ts';
import { lockOrder, moveOrder, type Order } from './moves.ts';
import { settleOutflows } from './outflows.ts';
import type { ToSign } from './to-sign.ts';

/**
 * A message has no nonce, no coins and no fee, so nothing is planned; of a signature of it nothing is sent. What its signers make is kept, and the order is over. Who
 * shows it to whom is not for here: it is read by those who may (`/api/mpc/web3/message`).
 */
export function messageToSign(chain: ChainConfig, order: Order, keyAt: KeyAt): ToSign {
  const intent = parseIntent(order.intent);
  return {
    plan: null,
    fresh: false,
    complete: (signatures) => {
      const { messages } = familyOf(chain);
      if (!messages) throw new Error(`${chain.id} signs no messages`);
      // Checks in two ways whose the signature is: what the signers' protocol gave us is not taken on trust.
      return { raw: messages.attach(chain, intent, keyAt, signatures).signature, txid: null };
    },
  };
}

/** Ends an order that is over with its signature: it held nothing. */
export async function endSigned(deps: OrderDeps, order: Order): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const now = await lockOrder(tx, order.id);
    if (now?.status !== orderStatus.paying || now.raw === null) return;
    await tx
      .updateTable('orders')
      .set({
        real_fee: 0n,
        // What may be taken by it may be from about here on (`chainwatch/takings.ts`); where no block is known, from the first.
        signed_height: sql<number>`coalesce((select height from chain_state where chain = ${now.chain}), 0)`,
      })
      .where('id', '=', now.id)
      .execute();
    await settleOutflows(tx, now);
    await moveOrder(tx, now, { to: orderStatus.done, sub: 'final', actor: 'signers' });
  });
  changed(deps, order);
}
