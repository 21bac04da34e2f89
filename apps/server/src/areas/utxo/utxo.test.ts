import { randomUUID } from 'node:crypto';
import { publicKeysOf } from '@holdfast/channel';
import { orderStatus } from '@holdfast/contract';
import { addressesIn, createAddressGuard } from '@holdfast/policy';
import { refusalOf } from '@holdfast/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findDrift } from '../../ledger/service.ts';
import { type Flow, startFlow, stranger, until } from '../../test/flow.ts';

let flow: Flow;
const place = () => ({ sub_wallet_id: flow.installed.subWalletId, symbol: 'BTC' });
const list = (ask: Partial<Parameters<Flow['api']['utxo']['list']>[0]> = {}) =>
  flow.api.utxo.list({ ...place(), ...ask });
const pay = (amount: string) =>
  flow.api.withdraw.create({ request_id: randomUUID(), ...place(), address_to: stranger.bitcoin, amount });
/** The output of this amount. */
async function one(amount: string) {
  const found = (await list()).list.find((each) => each.amount === amount);
  if (!found) throw new Error(`no output of ${amount}`);
  const { txid, vout } = found;
  return { ...place(), txid, vout };
}
async function inputsOf(id: number): Promise<string[]> {
  const { rows } = await sql<{ plan: { inputs: { txid: string; vout: number }[] } }>`
    select plan from orders where id = ${id}`.execute(flow.server.database.db);
  return (rows[0]?.plan.inputs ?? []).map(({ txid, vout }) => `${txid}:${vout}`);
}
async function paid(id: number): Promise<void> {
  await flow.decide(id);
  await until('its end', async () => {
    await flow.mine('bitcoin');
    return (await flow.status(id)) === orderStatus.done;
  });
}

beforeAll(async () => {
  flow = await startFlow();
  for (const amount of ['0.5', '0.3', '0.2']) await flow.fund('BTC', amount);
  await flow.mine('bitcoin', 3);
  await until('coins', async () => (await flow.available('BTC')) === '1');
}, 60_000);
afterAll(() => flow?.close());

test('every output is listed with what it is, sorted, searched, and summed up', async () => {
  const all = await list();
  expect(all.list.map(({ amount, state, locked }) => [amount, state, locked])).toEqual([
    ['0.5', 'available', false],
    ['0.3', 'available', false],
    ['0.2', 'available', false],
  ]);
  expect(all.list.every(({ confirmations, seen_at }) => confirmations >= 2 && seen_at !== null)).toBe(true);
  expect(all).toMatchObject({ total: 3, fee_unit: 'sat/vB', sums: [{ state: 'available', count: 3, amount: '1' }] });
  expect(Number(all.dust_limit)).toBeGreaterThan(0);
  expect((await list({ order: 'asc', page_size: 2 })).list.map(({ amount }) => amount)).toEqual(['0.2', '0.3']);
  const pins = flow.server.signers.map(({ id, identity }) => [id, publicKeysOf(identity).identity] as const);
  createAddressGuard(Object.fromEntries(pins))(all);
  const [first] = all.list;
  expect(addressesIn(all)).toHaveLength(3);
  expect((await list({ keyword: first?.txid ?? '' })).total).toBe(1);
  expect((await list({ state: 'frozen' })).list).toEqual([]);
  expect(await refusalOf(list({ symbol: 'ETH' }))).toBe('noOutputs');
});

test('a frozen output is not available and pays nothing until it is let go', async () => {
  const big = await one('0.5');
  await flow.api.utxo.freeze({ ...big, reason: 'under enquiry' });
  await flow.api.utxo.freeze({ ...big, reason: 'once more' });
  expect(await flow.available('BTC')).toBe('0.5');
  const { hold_balance, total_balance } = await flow.api.withdraw.symbolBalance(place());
  expect([hold_balance, total_balance]).toEqual(['0.5', '1']);
  expect((await list({ state: 'frozen' })).list).toMatchObject([
    { amount: '0.5', reason: 'under enquiry', locked: true },
  ]);
  expect(await refusalOf(pay('0.6'))).toBe('insufficientBalance');
  const { withdraw_id } = await pay('0.1');
  await paid(withdraw_id);
  expect(await inputsOf(withdraw_id)).not.toContain(`${big.txid}:${big.vout}`);
  expect(await findDrift(flow.server.database.db)).toEqual([]);
  await flow.api.utxo.release(big);
  await flow.api.utxo.release(big);
  expect(Number(await flow.available('BTC'))).toBeGreaterThan(0.89);
  expect((await list({ state: 'frozen' })).list).toEqual([]);
  const after = await pay('0.45');
  await paid(after.withdraw_id);
  expect(await inputsOf(after.withdraw_id)).toContain(`${big.txid}:${big.vout}`);
  expect(await findDrift(flow.server.database.db)).toEqual([]);
});

test('what payments were asked for cannot be frozen away, and what one is promised says which', async () => {
  const { list: left } = await list({ state: 'available' });
  const biggest = left[0] ?? expect.fail('nothing left');
  const most = { ...place(), txid: biggest.txid, vout: biggest.vout };
  const asked = await pay('0.43');
  expect(await refusalOf(flow.api.utxo.freeze({ ...most, reason: 'late' }))).toBe('outputNeeded');
  await flow.decide(asked.withdraw_id);
  await until('its coins', async () => (await flow.status(asked.withdraw_id)) === orderStatus.paying);
  expect((await list({ state: 'reserved' })).list.map(({ withdraw_id }) => withdraw_id)).toContain(asked.withdraw_id);
  await until('its end', async () => {
    await flow.mine('bitcoin');
    return (await flow.status(asked.withdraw_id)) === orderStatus.done;
  });
});

test('a label is kept, searched for, and told with what it was before; so is a freeze with its reason', async () => {
  const [any] = (await list({ state: 'available' })).list;
  const it = { ...place(), txid: any?.txid ?? '', vout: any?.vout ?? 0 };
  await flow.api.utxo.label({ ...it, label: 'cold storage' });
  expect((await list({ keyword: 'COLD' })).list).toMatchObject([{ txid: it.txid, label: 'cold storage' }]);
  await flow.api.utxo.label({ ...it, label: '' });
  expect((await list({ keyword: 'COLD' })).list).toEqual([]);
  const absent = { ...it, txid: 'ab'.repeat(32) };
  expect(await refusalOf(flow.api.utxo.label({ ...absent, label: 'x' }))).toBe('outputNotFound');
  expect(await refusalOf(flow.api.utxo.freeze({ ...absent, reason: 'x' }))).toBe('outputNotFound');
  const told = await until('the log', async () => {
    const { list: entries } = await flow.api.activity.list({ kind: 'wallet' });
    return entries.filter(({ action }) => action.startsWith('utxo.')).length >= 4 && entries;
  });
  const freeze = told.find(({ action }) => action === 'utxo.freeze');
  expect(freeze?.detail).toMatchObject({ reason: 'under enquiry' });
});

test('a reorganisation that takes a frozen deposit back takes it whole, and what comes again is free', async () => {
  await flow.fund('BTC', '0.07');
  await flow.mine('bitcoin', 2);
  await until('the deposit', async () =>
    (await list()).list.some(({ amount, state }) => amount === '0.07' && state === 'available'),
  );
  const it = await one('0.07');
  const before = Number(await flow.available('BTC'));
  await flow.api.utxo.freeze({ ...it, reason: 'r' });
  const height = Number(await flow.rpc('bitcoin', 'getblockcount'));
  const hash = await flow.rpc('bitcoin', 'getblockhash', height - 1);
  await flow.rpc('bitcoin', 'invalidateblock', hash);
  // To another miner: within the same second the next block would be the one that was taken off, which no node takes again.
  await flow.rpc('bitcoin', 'generatetoaddress', 1, 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080');
  await flow.mine('bitcoin', 4);
  await until('it again', async () =>
    (await list()).list.some(({ amount, state }) => amount === '0.07' && state === 'available'),
  );
  expect(Number(await flow.available('BTC'))).toBe(before);
  expect(await findDrift(flow.server.database.db)).toEqual([]);
});

test('members are told once when outputs can be joined for as little as they said, and the payment that joins them is asked for like any other', async () => {
  const { subWalletId } = flow.installed;
  for (let n = 0; n < 4; n++) await flow.fund('BTC', '0.001');
  await flow.mine('bitcoin', 3);
  const rows = await until('small ones', async () => {
    const { list: all } = await list({ state: 'available', order: 'asc' });
    return all.filter(({ amount }) => amount === '0.001').length === 4 && all;
  });
  expect((await list()).consolidation).toBeNull();
  const told = async () =>
    (await flow.api.notice.list({ page_size: 100 })).list.filter(({ event }) => event === 'outputs.join');
  // Beginning, it looks at once.
  const tell = () => flow.server.restart();
  // Too many are asked for, then too low a rate: nothing is told.
  await flow.api.utxo.setConsolidation({ ...place(), most_rate: '1000', more_than: rows.length });
  expect((await list()).consolidation).toMatchObject({ due: false, outputs: [] });
  await flow.api.utxo.setConsolidation({ ...place(), most_rate: '0.001', more_than: 1 });
  expect((await list()).consolidation).toMatchObject({ due: false, outputs: [] });
  await tell();
  await flow.api.utxo.setConsolidation({ ...place(), most_rate: '1000', more_than: rows.length - 1 });
  const { consolidation } = await list();
  expect(consolidation).toMatchObject({ due: true, most_rate: '1000', more_than: rows.length - 1 });
  expect(consolidation?.outputs.map(({ amount }) => amount)).toEqual(rows.map(({ amount }) => amount));
  await tell();
  await until('the notice', async () => (await told()).length > 0);
  await tell();
  await flow.fund('BTC', '0.001');
  const [one, ...more] = await told();
  expect(more).toEqual([]);
  expect(one).toMatchObject({ kind: 'remind', object: { kind: 'outputs', id: subWalletId } });
  // Nothing was asked for by that.
  expect((await flow.api.transaction.list({ sub_wallet_id: subWalletId, type: 2, status: 1000 })).list).toEqual([]);

  const inputs = (consolidation?.outputs ?? []).map(({ txid, vout }) => ({ txid, vout }));
  const own = await flow.api.deposit.address(place());
  const { max_fee } = await flow.api.withdraw.gasEstimate({ ...place(), to: own.address, amount: '0.001', inputs });
  const sum = rows.reduce((all, { amount }) => all + Number(amount), 0);
  const { withdraw_id } = await flow.api.withdraw.create({
    ...{ request_id: randomUUID(), ...place(), address_to: own.address, inputs, fee_level: 1 },
    amount: (sum - 2 * Number(max_fee)).toFixed(8),
  });
  expect(await flow.status(withdraw_id)).toBe(orderStatus.awaitingApproval);
  await paid(withdraw_id);
  // The one they became, perhaps change, and what came meanwhile.
  await until('one of them', async () => (await list({ state: 'available' })).total <= 3);
  expect((await list()).consolidation).toMatchObject({ due: false });
  await flow.api.utxo.setConsolidation(place());
  expect((await list()).consolidation).toBeNull();
  expect(await findDrift(flow.server.database.db)).toEqual([]);
});

test('a fee estimate tells which addresses a payment would join, by the labels that members gave them', async () => {
  const { list: made } = await flow.api.deposit.createAddress({ ...place(), num: 1, label: 'donations' });
  const body = JSON.stringify({ chain: 'bitcoin:regtest', symbol: 'BTC', address: made[0]?.address, amount: '0.3' });
  const headers = { 'content-type': 'application/json' };
  expect((await fetch(`${flow.devnet.faucet.url}/fund`, { method: 'POST', headers, body })).ok).toBe(true);
  await flow.mine('bitcoin', 3);
  await until('it', async () => (await list({ state: 'available' })).list.some(({ amount }) => amount === '0.3'));
  const all = await flow.available('BTC');
  const ask = { ...place(), to: stranger.bitcoin };
  const few = await flow.api.withdraw.gasEstimate({ ...ask, amount: '0.1' });
  expect(few.joins).toEqual({ addresses: 1, names: ['donations'] });
  const most = await flow.api.withdraw.gasEstimate({ ...ask, amount: (Number(all) - 0.0001).toFixed(8) });
  expect(most.joins?.addresses).toBeGreaterThan(1);
  expect(most.joins?.names).toEqual(['donations']);
});
