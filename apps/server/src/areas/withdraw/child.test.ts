import { randomUUID } from 'node:crypto';
import { orderStatus } from '@holdfast/contract';
import { parseIntent } from '@holdfast/policy';
import { refusalOf } from '@holdfast/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findDrift } from '../../ledger/service.ts';
import { type Flow, startFlow, stranger, until } from '../../test/flow.ts';

let flow: Flow;
const place = () => ({ sub_wallet_id: flow.installed.subWalletId, symbol: 'BTC' });
const drift = () => findDrift(flow.server.database.db);
const order = (id: number) =>
  flow.server.database.db
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', id as never)
    .executeTakeFirstOrThrow();
const ask = (txid: string, more: object = {}) =>
  flow.api.withdraw.child({ request_id: randomUUID(), ...place(), txid, ...more });
const info = (txid: string) => flow.api.withdraw.childInfo({ ...place(), txid });

/** Approved, signed and handed to the node. */
async function sent(id: number): Promise<string> {
  await flow.decide(id);
  return until(
    'the broadcast',
    async () => (await order(id)).broadcast_at !== null && ((await order(id)).txid ?? undefined),
  );
}
async function ended(id: number, status: number): Promise<void> {
  await until('its end', async () => {
    await flow.mine('bitcoin');
    return (await flow.status(id)) === status;
  });
}
const entry = async (txid: string) =>
  (await flow.rpc('bitcoin', 'getmempoolentry', txid)) as {
    ancestorsize: number;
    ancestorcount: number;
    fees: { ancestor: number };
  };

beforeAll(async () => {
  flow = await startFlow();
  await flow.fund('BTC', '1');
  await flow.mine('bitcoin', 3);
  await until('coins', async () => (await flow.available('BTC')) === '1');
}, 60_000);
afterAll(() => flow?.close());

test('a payment that comes in and waits is paid for by a child of it, in package terms, and both are booked', async () => {
  const parent = await flow.fund('BTC', '0.2');
  const told = await info(parent);
  expect(told).toMatchObject({ problem: '', amount: '0.2', fee_unit: 'sat/vB' });
  expect(told.parent_size).toBe((await entry(parent)).ancestorsize);
  const { withdraw_id, status, need_sign } = await ask(parent, { fee_level: 3, max_fee: told.tiers[2]?.max_fee });
  expect([status, need_sign]).toEqual([orderStatus.awaitingApproval, true]);
  const row = await order(withdraw_id);
  expect(parseIntent(row.intent)).toMatchObject({ kind: 'child', call: `of ${parent}`, maxFee: String(row.max_fee) });
  expect(await flow.api.transaction.detail({ id: withdraw_id, type: 2 })).toMatchObject({
    stake: { kind: 'child' },
    amount: '0',
  });
  const child = await sent(withdraw_id);
  const pack = await entry(child);
  expect(pack.ancestorcount).toBe(2);
  const fee = Math.round(pack.fees.ancestor * 1e8);
  expect(fee).toBeGreaterThanOrEqual(pack.ancestorsize);
  expect(await refusalOf(ask(parent))).toBe('noParent');
  expect((await info(parent)).problem).toBe('has_child');
  await ended(withdraw_id, orderStatus.done);
  const { real_fee } = await flow.api.transaction.detail({ id: withdraw_id, type: 2 });
  expect(Number(real_fee)).toBeGreaterThan(0);
  expect(Number(real_fee)).toBeLessThanOrEqual(Number(told.tiers[2]?.max_fee));
  await until('the deposit', async () => {
    await flow.mine('bitcoin');
    return Math.abs(Number(await flow.available('BTC')) - (1.2 - Number(real_fee))) < 1e-9;
  });
  expect(await drift()).toEqual([]);
});

test('a payment of ours is paid for by what comes back of it, and each of the two is booked with its own fee', async () => {
  const before = Number(await flow.available('BTC'));
  const { withdraw_id: paying } = await flow.api.withdraw.create({
    ...{ request_id: randomUUID(), ...place(), address_to: stranger.bitcoin, amount: '0.1', fee_level: 1 },
  });
  const parent = await sent(paying);
  expect(await info(parent)).toMatchObject({ problem: '' });
  const { withdraw_id } = await ask(parent);
  await sent(withdraw_id);
  await ended(paying, orderStatus.done);
  await ended(withdraw_id, orderStatus.done);
  const fees = await Promise.all(
    [paying, withdraw_id].map(async (id) => Number((await flow.api.transaction.detail({ id, type: 2 })).real_fee)),
  );
  expect(Number(await flow.available('BTC'))).toBeCloseTo(before - 0.1 - (fees[0] ?? 0) - (fees[1] ?? 0), 8);
  expect(await drift()).toEqual([]);
});

test('what waits nowhere, or pays somebody else, is not paid for; and a child whose parent came into a block is not made', async () => {
  expect((await info('ab'.repeat(32))).problem).toBe('not_waiting');
  expect(await refusalOf(ask('ab'.repeat(32)))).toBe('noParent');
  expect(await refusalOf(flow.api.withdraw.childInfo({ ...place(), symbol: 'ETH', txid: 'ab'.repeat(32) }))).toBe(
    'noOutputs',
  );
  const parent = await flow.fund('BTC', '0.05');
  const { withdraw_id } = await ask(parent);
  await flow.mine('bitcoin', 3);
  expect((await info(parent)).problem).toBe('not_waiting');
  await flow.decide(withdraw_id);
  await until('its wait', async () => (await order(withdraw_id)).sub_status === 'waiting_for_coins');
  await flow.api.withdraw.cancel({ withdraw_id });
  expect(await flow.status(withdraw_id)).toBe(orderStatus.rejected);
  expect(await drift()).toEqual([]);
});

test('the same request again is the same child, and a lower cap than it needs is refused', async () => {
  const parent = await flow.fund('BTC', '0.03');
  expect(await refusalOf(ask(parent, { max_fee: '0.00000001' }))).toBe('feeTooHigh');
  const request_id = randomUUID();
  const [first, second] = [await ask(parent, { request_id }), await ask(parent, { request_id })];
  expect([second.withdraw_id, second.duplicated]).toEqual([first.withdraw_id, true]);
  await flow.api.withdraw.cancel({ withdraw_id: first.withdraw_id });
  await flow.mine('bitcoin', 3);
  expect(await drift()).toEqual([]);
});
