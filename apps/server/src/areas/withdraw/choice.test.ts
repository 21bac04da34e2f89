import { randomUUID } from 'node:crypto';
import { orderStatus } from '@holdfast/contract';
import { refusalOf } from '@holdfast/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findDrift } from '../../ledger/service.ts';
import { type Flow, startFlow, stranger, until } from '../../test/flow.ts';

let flow: Flow;
const place = () => ({ sub_wallet_id: flow.installed.subWalletId, symbol: 'BTC' });
const find = async () => (await flow.api.utxo.list({ ...place(), page_size: 200 })).list;
async function one(amount: string) {
  const found = (await find()).find((each) => each.amount === amount) ?? expect.fail(`no output of ${amount}`);
  return { txid: found.txid, vout: found.vout };
}
type Inputs = readonly { readonly txid: string; readonly vout: number }[];
const pay = (amount: string, inputs?: Inputs, request_id: string = randomUUID()) =>
  flow.api.withdraw.create({
    request_id,
    ...place(),
    address_to: stranger.bitcoin,
    amount,
    ...(inputs ? { inputs: [...inputs] } : {}),
  });
const keysOf = (inputs: Inputs): string[] => inputs.map(({ txid, vout }) => `${txid}:${vout}`).sort();
async function planned(id: number): Promise<string[]> {
  const { rows } = await sql<{ plan: { inputs: Inputs } }>`select plan from orders where id = ${id}`.execute(
    flow.server.database.db,
  );
  return keysOf(rows[0]?.plan.inputs ?? []);
}
async function end(id: number): Promise<void> {
  await until('its end', async () => {
    await flow.mine('bitcoin');
    return (await flow.status(id)) === orderStatus.done;
  });
}

beforeAll(async () => {
  flow = await startFlow();
  for (const amount of ['0.5', '0.04', '0.03', '0.02', '0.01']) await flow.fund('BTC', amount);
  await flow.mine('bitcoin', 3);
  await until('coins', async () => (await flow.available('BTC')) === '0.6');
}, 60_000);
afterAll(() => flow?.close());

test('a payment is made of exactly the outputs that were chosen for it, which nobody else has from then on', async () => {
  const chosen = [await one('0.03'), await one('0.02')];
  const asked = await pay('0.045', chosen);
  const mine = (await find()).filter(({ state }) => state === 'reserved');
  expect(keysOf(mine)).toEqual(keysOf(chosen));
  expect(mine.every(({ withdraw_id }) => withdraw_id === asked.withdraw_id)).toBe(true);
  expect(await refusalOf(pay('0.001', chosen.slice(0, 1)))).toBe('outputTaken');
  expect(await refusalOf(flow.api.utxo.freeze({ ...place(), ...(chosen[0] ?? expect.fail()), reason: 'r' }))).toBe(
    'outputNeeded',
  );
  const other = await pay('0.51');
  for (const id of [other.withdraw_id, asked.withdraw_id]) await flow.decide(id);
  for (const id of [other.withdraw_id, asked.withdraw_id]) await end(id);
  expect(await planned(asked.withdraw_id)).toEqual(keysOf(chosen));
  expect((await planned(other.withdraw_id)).some((key) => keysOf(chosen).includes(key))).toBe(false);
  expect(await findDrift(flow.server.database.db)).toEqual([]);
});

test('what does not suffice, is not there, or is on a chain without outputs is refused by name', async () => {
  const small = await one('0.01');
  expect(await refusalOf(pay('0.01', [small]))).toBe('outputsShort');
  expect(await refusalOf(pay('0.001', [{ txid: 'ab'.repeat(32), vout: 0 }]))).toBe('outputTaken');
  await expect(pay('0.001', [small, small])).rejects.toThrow('twice');
  const ether = { request_id: randomUUID(), ...place(), symbol: 'ETH', address_to: stranger.evm, amount: '0.1' };
  await flow.fund('ETH', '1');
  await flow.mine('evm', 3);
  expect(await refusalOf(flow.api.withdraw.create({ ...ether, inputs: [small] }))).toBe('noOutputs');
  const dry = await flow.api.withdraw.limitCheck({
    ...place(),
    amount: '0.01',
    address_to: stranger.bitcoin,
    inputs: [small],
  });
  expect([dry.pass, dry.reason_code]).toEqual([false, 300245]);
});

test('the fee is that of the chosen outputs, and the same request with others is another request', async () => {
  const few = await flow.api.withdraw.gasEstimate({ ...place(), amount: '0.001', inputs: [await one('0.01')] });
  const available = (await find()).filter(({ state }) => state === 'available').slice(0, 2);
  const inputs = available.map(({ txid, vout }) => ({ txid, vout }));
  const more = await flow.api.withdraw.gasEstimate({ ...place(), amount: '0.001', inputs });
  expect(more.size).toBeGreaterThan(few.size);
  const id = randomUUID();
  const first = await pay('0.001', [await one('0.01')], id);
  expect((await pay('0.001', [await one('0.01')], id)).duplicated).toBe(true);
  expect(await refusalOf(pay('0.001', inputs, id))).toBe('duplicateRequest');
  await flow.api.withdraw.cancel({ withdraw_id: first.withdraw_id });
});

test('of two who choose one output at once one has it, and an order that ended leaves it', async () => {
  const small = await one('0.01');
  const results = await Promise.allSettled(Array.from({ length: 6 }, () => pay('0.001', [small])));
  const won = results.flatMap((each) => (each.status === 'fulfilled' ? [each.value.withdraw_id] : []));
  expect(won).toHaveLength(1);
  await flow.api.withdraw.cancel({ withdraw_id: won[0] ?? expect.fail() });
  const again = await pay('0.001', [small]);
  await flow.decide(again.withdraw_id);
  await end(again.withdraw_id);
  expect(await planned(again.withdraw_id)).toEqual(keysOf([small]));
  expect(await findDrift(flow.server.database.db)).toEqual([]);
});
