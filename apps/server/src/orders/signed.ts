import { type OrderId, orderStatus } from '@holdfast/contract';
import { sql } from 'kysely';
import { inTransaction } from '../db/transaction.ts';
import { wakeDropped } from './attempts.ts';
import type { OrderDeps } from './deps.ts';
import { changed } from './end.ts';
import { isAgain } from './kinds/index.ts';
import { lockOrder, moveOrder, type Order, tellPayment } from './moves.ts';
import { leaseSeconds } from './queries.ts';
import type { Signed } from './to-sign.ts';

/**
 * Both signers are in: from here on a signature may exist, and the order is not given up on our side alone any more. The claim must still hold,
 * and is good for one session again. @throws Error when the order was ended or claimed by another worker meanwhile: nothing may be signed then
 */
export async function markExposed(deps: Pick<OrderDeps, 'db'>, order: Order): Promise<void> {
  const { rows } =
    await sql`update orders set exposed_at = coalesce(exposed_at, now()), lease_until = now() + make_interval(secs => ${leaseSeconds})
    where id = ${order.id} and status = ${orderStatus.awaitingSignature} and lease_token = ${order.lease_token}
      and closed_at is null returning id`.execute(deps.db);
  if (rows.length === 0) throw new Error('the claim on the order was lost before it was signed');
}

/** Stores the signed bytes, before anybody sends them. */
export async function storeSigned(deps: OrderDeps, order: Order, signed: Signed): Promise<void> {
  const detail: Record<string, string> = signed.txid === null ? {} : { txid: signed.txid };
  await inTransaction(deps.db, async (tx) => {
    // The payment first, as whoever books it does.
    if (order.raises !== null) await lockOrder(tx, order.raises as OrderId);
    const now = await lockOrder(tx, order.id);
    // Another worker may have been faster after our claim ran out; the first signed bytes stay the only ones.
    if (now?.status !== orderStatus.awaitingSignature || now.digest !== order.digest) return;
    const move = { to: orderStatus.paying, sub: 'signed', actor: 'signers', detail };
    // Signers were told of the intent when it was first signed.
    const settled = isAgain(now) ? {} : { settle_at: sql<Date>`now()` };
    await moveOrder(tx, now, move, { raw: signed.raw, txid: signed.txid, ...settled });
    await tellPayment(tx, now, { step: 'signed', actor: 'signers', detail });
    await wakeDropped(tx, now);
  });
  changed(deps, order);
}
