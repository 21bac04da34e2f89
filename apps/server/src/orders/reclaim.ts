import { orderStatus } from '@holdfast/contract';
import { sql } from 'kysely';
import type { WaitReason } from '../chains/plans.ts';
import { freeReserved } from '../chains/reserved.ts';
import type { Db, Tx } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import { abandonIntent } from './abandonment.ts';
import type { OrderDeps } from './deps.ts';
import { changed } from './end.ts';
import { addEvent, lockOrder, type Order } from './moves.ts';
import { leaseSeconds, postpone } from './queries.ts';
import { retrySeconds } from './retry.ts';
import { statusOf } from './states.ts';

/** Ended orders that a signer may keep a nonce or coins for, until some minutes after their intent has ended (`Reservations.leave`). */
export async function claimReclaimable(db: Db, limit: number): Promise<Order[]> {
  const { rows } = await sql<Order>`
    update orders set lease_until = now() + make_interval(secs => ${leaseSeconds}), lease_token = lease_token + 1
    where id in (select id from orders where closed_at is null and admitted_at is not null and raw is null
        and status in (2100, 2200, 2201, 2202, 2400) and expires_at > now() - interval '150 seconds'
        and next_at <= now() and (lease_until is null or lease_until < now())
      order by next_at limit ${limit} for update skip locked)
    returning *`.execute(db);
  return rows;
}

/** Orders of the account that wait for what came free look again. */
const wakeWaiting = (tx: Tx, { chain, address_from }: Order, waiting: WaitReason) =>
  tx
    .updateTable('orders')
    .set({ next_at: sql`now()` })
    .where('status', '=', orderStatus.awaitingSignature)
    .where('sub_status', '=', waiting)
    .where('chain', '=', chain)
    .where('address_from', '=', address_from)
    .execute();

async function free(deps: OrderDeps, order: Order): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const now = await lockOrder(tx, order.id);
    if (now?.status !== order.status || now.lease_token !== order.lease_token || now.closed_at !== null) return;
    await tx
      .updateTable('orders')
      .set({ closed_at: sql`now()`, exposed_at: null, lease_until: null })
      .where('id', '=', order.id)
      .execute();
    const freed = await freeReserved(tx, order.id, deps.clock());
    if (!freed) return;
    const { sub, detail, waiting } = freed;
    await addEvent(tx, order.id, { to: statusOf(order.status), sub, actor: 'signers', detail: { ...detail } });
    await wakeWaiting(tx, order, waiting);
  });
  changed(deps, order);
}

/** One step of an ended order: has the signers give it up, so that what it was to be paid with is free before its intent has ended. */
export async function reclaim(deps: OrderDeps, order: Order): Promise<void> {
  const { state } = await abandonIntent(deps, order);
  if (state === 'over') return free(deps, order);
  await postpone(deps.db, order, { seconds: retrySeconds(order.failures + 1, 'refused'), failed: true });
}
