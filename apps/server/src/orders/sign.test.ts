import { type OrderId, orderStatus } from '@holdfast/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBalance, findDrift } from '../ledger/service.ts';
import { approvalOf, type Bare, startBare } from '../test/bare.ts';
import { takeApproval } from './approvals.ts';
import type { OrderDeps } from './deps.ts';
import { createKeys } from './keys.ts';
import type { Order } from './moves.ts';
import { signOrder } from './sign.ts';

let bare: Bare;
beforeAll(async () => {
  bare = await startBare(100);
});
afterAll(() => bare?.close());

const read = (id: OrderId) =>
  bare.database.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const events = (id: OrderId) =>
  bare.database.db.selectFrom('order_events').selectAll().where('order_id', '=', id).orderBy('id').execute();
const balance = () => findBalance(bare.database.db, bare.books.workspaceId, bare.subWallet, 'ETH');
const amount = 10n ** 16n;

/** An approved order, at 1100. */
async function approved(change: Parameters<Bare['order']>[1] = {}): Promise<OrderId> {
  const id = await bare.order(amount, change);
  const { intentId, approval } = await approvalOf(bare, id);
  await takeApproval(bare.deps(), intentId, approval);
  return id;
}
/** Claims one order and does one step of signing it. */
async function signOnce(id: OrderId, change: Partial<OrderDeps> = {}): Promise<Order> {
  const { db } = bare.database;
  const order = await db
    .updateTable('orders')
    .set((eb) => ({ lease_token: eb('lease_token', '+', 1) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await signOrder({ ...bare.deps(), ...change, keyAt: createKeys(db) }, order);
  return read(id);
}
const nonceOf = (order: Order) => (order.plan as { nonce?: string } | null)?.nonce;

describe('an order that no transaction can be made of', () => {
  it('ends with 2400, gives everything back and takes no nonce from the next one', async () => {
    const before = await balance();
    const token = bare.chain.assets.find(({ contract }) => contract !== '')?.contract ?? '';
    const lost = await signOnce(await approved({ to: token }));
    expect(lost).toMatchObject({ status: orderStatus.failed, sub_status: 'not_buildable', plan: null });
    expect((await events(lost.id)).at(-1)?.detail).toMatchObject({ reason: expect.stringContaining('badAddress') });
    expect(await balance()).toEqual(before);
    const next = await signOnce(await approved());
    expect(next).toMatchObject({ status: orderStatus.paying });
    expect(nonceOf(next)).toBe('0');
    expect(await findDrift(bare.database.db)).toEqual([]);
  });
});
