import { type OrderId, orderStatus } from '@holdfast/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Bare, startBare } from '../test/bare.ts';
import { bumpWaiting } from './bumps.ts';
import { createKeys } from './keys.ts';
import type { Order } from './moves.ts';
import { claimReclaimable } from './reclaim.ts';
import { signOrder } from './sign.ts';

/** What a rule sends once more, where it ends unsigned. That signers take it, and what it pays, is shown over HTTP with real ones (`bump.long.test.ts`). */
let bare: Bare;
let payment: OrderId;
let bump: OrderId;
beforeAll(async () => {
  bare = await startBare(100);
  const { subWallet, chain, database } = bare;
  await database.pool.query(
    `insert into bump_rules (workspace_id, sub_wallet_id, chain, after_minutes, times)
      select workspace_id, id, $2, 30, 2 from sub_wallets where id = $1`,
    [subWallet, chain.id],
  );
});
afterAll(() => bare?.close());
const update = (id: OrderId, change: string) =>
  bare.database.pool.query(`update orders set ${change} where id = $1`, [id]);
const read = (id: OrderId): Promise<Order> =>
  bare.database.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const reclaimed = async () => (await claimReclaimable(bare.database.db, 10)).map(({ id }) => id);

beforeEach(async () => {
  payment = await bare.order(1_000n);
  await update(payment, 'status = 1100');
  await update(payment, "status = 1200, raw = '00', txid = 'z' || id, broadcast_at = now() - interval '31 minutes'");
  await bumpWaiting(bare.deps());
  const { id } = await bare.database.db
    .selectFrom('orders')
    .select('id')
    .where('raises', '=', payment)
    .executeTakeFirstOrThrow();
  bump = id;
  // Two signers were in, and no signature came of it.
  await update(bump, 'admitted_at = now(), exposed_at = now()');
});
const signOnce = async (clock = bare.deps().clock): Promise<Order> => {
  await signOrder({ ...bare.deps(), clock, keyAt: createKeys(bare.database.db) }, await read(bump));
  return read(bump);
};

describe('what a rule sends once more', () => {
  it('ends with its payment, and no signer is asked to give it up: what they keep is the payment’s', async () => {
    await update(payment, "status = 2000, sub_status = 'final'");
    expect(await signOnce()).toMatchObject({ status: orderStatus.autoCancelled, sub_status: 'payment_over' });
    expect(await reclaimed()).not.toContain(bump);
  });
  it('ends when its time is over though a session was begun, and leaves the payment as it was', async () => {
    const { expires_at } = await read(bump);
    expect(await signOnce(() => expires_at)).toMatchObject({
      status: orderStatus.autoCancelled,
      sub_status: 'expired',
    });
    expect(await reclaimed()).not.toContain(bump);
    expect(await read(payment)).toMatchObject({ status: orderStatus.paying });
    await update(payment, "status = 2000, sub_status = 'final'");
  });
});
