import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { orderStatus } from '@holdfast/contract';
import { type Devnet, devnetChains, startDevnet } from '@holdfast/devnet';
import { inscribe } from '@holdfast/devnet/inscribe';
import { refusalOf } from '@holdfast/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/index.ts';
import { type SetUp, setUp } from '../../../test/set-up.ts';
import { findDrift } from '../../ledger/service.ts';
import { decideSoon, stranger, until } from '../../test/flow.ts';

/** What is inscribed is sent by the two real signers, on our node or bitcoind (BITCOIND). */
let dir: string;
let devnet: Devnet<'bitcoin'>;
let server: TestServer;
let fixture: SetUp;
const chain_id = 'bitcoin:regtest';
const mine = (blocks = 1) => fixture.api.sandbox.mine({ chain_id, blocks });
const wallet = () => ({ sub_wallet_id: fixture.subWalletId });
const list = () => fixture.api.inscriptions.list(wallet());
const bytes = (text: string) => new TextEncoder().encode(text);
const saying = (say: object) => ({
  contentType: 'text/plain;charset=utf-8',
  body: bytes(JSON.stringify({ p: 'brc-20', ...say })),
});
let own: string;

beforeAll(async () => {
  dir = mkdtempSync(path.join(os.tmpdir(), 'hf-ord-'));
  devnet = await startDevnet({ chains: ['bitcoin'], dir, tickMs: 0 });
  const ordinals = [{ chain: chain_id, own: { from: 0 }, others: [], allow: [] }];
  const config = { sandbox: { faucetUrl: devnet.faucet.url }, ordinals };
  server = await startTestServer({ realSigners: 'here', chains: devnetChains(devnet), config });
  fixture = await setUp(server.place);
  const row = await server.database.db
    .selectFrom('addresses')
    .select('address')
    .where('chain', '=', chain_id)
    .where('sub_wallet_id', '=', fixture.subWalletId)
    .where('branch', '=', 0)
    .executeTakeFirstOrThrow();
  own = row.address;
  for (const amount of ['0.01', '0.02']) await fixture.api.sandbox.fund({ symbol: 'BTC', amount, ...wallet() });
  await mine(3);
}, 90_000);
afterAll(async () => {
  await server?.close();
  await devnet?.stop();
  rmSync(dir, { recursive: true, force: true });
});

const order = (id: number) =>
  server.database.db
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', id as never)
    .executeTakeFirstOrThrow();
async function done(withdraw_id: number): Promise<void> {
  const { intent_id } = await order(withdraw_id);
  await decideSoon(fixture, intent_id);
  await until(
    'its end',
    async () => {
      await mine();
      // It is looked at as often as blocks come, so that it tells of each of its steps.
      await server.database.pool.query('update orders set next_at = now() where id = $1 and lease_until is null', [
        withdraw_id,
      ]);
      const { status, sub_status } = await order(withdraw_id);
      if (status > orderStatus.done) throw new Error(`it ended with ${status} ${sub_status}`);
      return status === orderStatus.done;
    },
    100_000,
  );
}
const placeOf = async (id: string) =>
  (
    await server.database.db
      .selectFrom('inscription_places')
      .select('outpoint')
      .where('id', '=', id)
      .where('until', 'is', null)
      .executeTakeFirst()
  )?.outpoint;

it('lists what is inscribed, shows text as text and nothing that runs, and sends an inscription whole to whom its intent names', async () => {
  const page = await inscribe(devnet, { contentType: 'text/html', body: bytes('<script>alert(1)</script>'), to: own });
  const { id } = await inscribe(devnet, {
    contentType: 'text/plain',
    body: bytes('hello <b>'),
    to: own,
    postage: 12_345n,
  });
  await mine(2);
  const found = await until('the list', async () => {
    const all = (await list()).list;
    return all.length === 2 && all.every(({ status }) => status === 1) && all;
  });
  expect(found.map(({ content_type, value }) => [content_type, value])).toEqual([
    ['text/html', '0.0001'],
    ['text/plain', '0.00012345'],
  ]);
  const content = (inscription_id: string) =>
    fixture.api.inscriptions.content({ ...wallet(), chain_id, inscription_id });
  expect(await content(id)).toMatchObject({ text: 'hello <b>', image: '', problem: '' });
  expect(await content(page.id)).toMatchObject({ text: '', image: '', problem: 'form' });
  const ask = { request_id: randomUUID(), ...wallet(), chain_id, inscription_id: id, address_to: stranger.bitcoin };
  const { withdraw_id } = await fixture.api.inscriptions.send(ask);
  expect((await fixture.api.inscriptions.send(ask)).withdraw_id).toBe(withdraw_id);
  await done(withdraw_id);
  const { txid } = await order(withdraw_id);
  await until('the index', async () => (await placeOf(id)) === `${txid}:0`);
  expect((await list()).list.map(({ inscription_id }) => inscription_id)).toEqual([page.id]);
  expect(await findDrift(server.database.db)).toEqual([]);
}, 120_000);

it('pays BRC-20 by one decision: inscribes, then sends, once, and keeps the books', async () => {
  await inscribe(devnet, { ...saying({ op: 'deploy', tick: 'hold', max: '1000', lim: '100', dec: '2' }), to: own });
  await inscribe(devnet, { ...saying({ op: 'mint', tick: 'hold', amt: '100' }), to: own });
  await mine(2);
  await until('the balance', async () =>
    (await list()).ticks.find(({ tick, available }) => tick === 'hold' && available === '100'),
  );
  const ask = (more: object = {}) => ({
    request_id: randomUUID(),
    ...wallet(),
    symbol: 'hold',
    address_to: stranger.bitcoin,
    amount: '12.5',
    ...more,
  });
  expect(await refusalOf(fixture.api.inscriptions.brc20(ask({ amount: '0.125' })))).toBe('tooManyDecimals');
  expect(await refusalOf(fixture.api.inscriptions.brc20(ask({ amount: '101' })))).toBe('brc20Short');
  expect(await refusalOf(fixture.api.inscriptions.brc20(ask({ symbol: 'none' })))).toBe('brc20Unknown');
  // Its fees are of the very amount: a longer one is more to inscribe.
  const feesOf = (more: object) =>
    fixture.api.inscriptions.fees({ ...wallet(), chain_id, symbol: 'hold', address_to: stranger.bitcoin, ...more });
  const highest = async (more: object): Promise<string> => (await feesOf(more)).tiers[1]?.max_fee ?? '';
  expect(Number(await highest({ amount: '12.5' }))).toBeGreaterThan(Number(await highest({})));
  expect(await refusalOf(feesOf({ amount: '101' }))).toBe('brc20Short');
  const agreed = await highest({ amount: '12.5' });
  const { withdraw_id } = await fixture.api.inscriptions.brc20(ask({ symbol: 'HOLD', max_fee: agreed }));
  await done(withdraw_id);
  const steps = await server.database.db
    .selectFrom('orders')
    .select(['status', 'txid', 'real_fee'])
    .where('batch_of', '=', withdraw_id)
    .orderBy('batch_row')
    .execute();
  expect(steps.map(({ status }) => status)).toEqual([orderStatus.done, orderStatus.done, orderStatus.done]);
  const { max_fee, real_fee } = await order(withdraw_id);
  expect(real_fee).toBe(steps.reduce((sum, step) => sum + (step.real_fee ?? 0n), 0n));
  expect(real_fee).toBeLessThanOrEqual(max_fee);
  const told = await fixture.api.transaction.detail({ id: withdraw_id, type: 2 });
  expect(told.stake).toMatchObject({ kind: 'brc20', about: '12.5 hold' });
  await until('the balance', async () =>
    (await list()).ticks.find(
      ({ tick, available, transferable }) => tick === 'hold' && available === '87.5' && transferable === '0',
    ),
  );
  expect(await placeOf(`${steps[1]?.txid}i0`)).toBe(`${steps[2]?.txid}:0`);
  const subs = await server.database.db
    .selectFrom('order_events')
    .select('sub_status')
    .where('order_id', '=', withdraw_id)
    .orderBy('id')
    .execute();
  const passed = subs.map(({ sub_status }) => sub_status);
  expect(passed).toEqual(expect.arrayContaining(['inscribing', 'final']));
  // Between two looks the last step may have begun already.
  expect(passed.some((sub) => sub === 'inscribed' || sub === 'sending')).toBe(true);
  expect(await findDrift(server.database.db)).toEqual([]);
  const state = await server.database.db.selectFrom('asset_freezes').selectAll().execute();
  expect(state).toEqual([]);
}, 150_000);

it('sends transfers that are inscribed already, each by a decision of its own, once, at the rate that was asked for', async () => {
  await inscribe(devnet, { ...saying({ op: 'transfer', tick: 'hold', amt: '10' }), to: own });
  const { id: other } = await inscribe(devnet, { ...saying({ op: 'mint', tick: 'hold', amt: '1' }), to: own });
  const second = await inscribe(devnet, { ...saying({ op: 'transfer', tick: 'hold', amt: '7.5' }), to: own });
  await mine(2);
  const ids = await until('the transfers', async () => {
    const { list: all, ticks } = await list();
    const found = all.filter(({ op, tick, status }) => op === 'transfer' && tick === 'hold' && status === 1);
    const isThere = ticks.some(({ transferable }) => transferable === '17.5') && found.length === 2;
    return isThere && found.map(({ inscription_id }) => inscription_id);
  });
  const ask = (more: object) =>
    fixture.api.inscriptions.brc20({
      ...{ request_id: 'two-of-them', ...wallet(), symbol: 'hold', address_to: stranger.bitcoin, fee_rate: '2.5' },
      ...more,
    });
  expect(await refusalOf(ask({}))).toBe('invalidParameters');
  expect(await refusalOf(ask({ amount: '1', inscription_ids: ids }))).toBe('invalidParameters');
  expect(await refusalOf(ask({ inscription_ids: [ids[0], ids[0]] }))).toBe('invalidParameters');
  expect(await refusalOf(ask({ inscription_ids: [other] }))).toBe('brc20NotTransfer');
  expect(await refusalOf(ask({ inscription_ids: [`${'ab'.repeat(32)}i0`] }))).toBe('itemNotFound');
  expect(await refusalOf(ask({ inscription_ids: ids, symbol: 'none' }))).toBe('brc20Unknown');
  for (const fee_rate of ['0', '0.001', '501'])
    expect(await refusalOf(ask({ inscription_ids: ids, fee_rate }))).toBe('invalidParameters');
  expect(await refusalOf(ask({ amount: '1', fee_rate: '501' }))).toBe('invalidParameters');
  const { withdraw_id, withdraw_ids } = await ask({ inscription_ids: ids });
  expect(withdraw_ids).toHaveLength(2);
  expect(withdraw_ids[0]).toBe(withdraw_id);
  expect((await ask({ inscription_ids: ids })).withdraw_ids).toEqual(withdraw_ids);
  for (const id of withdraw_ids) expect((await order(id)).fee_plan).toEqual({ feeRate: '2.5' });
  for (const id of withdraw_ids) await done(id);
  expect((await ask({ inscription_ids: ids })).withdraw_ids).toEqual(withdraw_ids);
  for (const [n, id] of ids.entries()) {
    const { txid } = await order(withdraw_ids[n] ?? 0);
    await until('the index', async () => (await placeOf(id)) === `${txid}:0`);
  }
  await until('the balance', async () => (await list()).ticks.some(({ transferable }) => transferable === '0'));
  expect(ids).toContain(second.id);
  expect(await findDrift(server.database.db)).toEqual([]);
}, 150_000);

it('spends what comes back of clear coins before its block, and nothing of what nobody has looked at', async () => {
  await fixture.api.utxo.setUnconfirmed({ ...wallet(), symbol: 'BTC', spend: true });
  await until(
    'clear coins',
    async () => (await fixture.api.utxo.list({ ...wallet(), symbol: 'BTC', state: 'unread' })).total === 0,
  );
  const most = async () =>
    Number((await fixture.api.withdraw.symbolBalance({ ...wallet(), symbol: 'BTC' })).normal_balance);
  const pay = async (amount: string): Promise<number> => {
    const asked = { request_id: randomUUID(), ...wallet(), symbol: 'BTC', address_to: stranger.bitcoin, amount };
    const { withdraw_id } = await fixture.api.withdraw.create(asked);
    const { intent_id } = await order(withdraw_id);
    await decideSoon(fixture, intent_id);
    return withdraw_id;
  };
  const sent = (id: number) => until('the broadcast', async () => (await order(id)).broadcast_at !== null);
  // More than half of everything: the second has nothing but what comes back of the first.
  const first = await pay(((await most()) * 0.55).toFixed(8));
  await sent(first);
  const second = await pay(((await most()) * 0.6).toFixed(8));
  await sent(second);
  const { rows } = await server.database.pool.query('select content from utxos where made_by = $1', [first]);
  expect(rows).toEqual([{ content: 'clear' }]);
  await until(
    'the end of both',
    async () => {
      await mine();
      return [await order(first), await order(second)].every(({ status }) => status === orderStatus.done);
    },
    100_000,
  );
  expect(await findDrift(server.database.db)).toEqual([]);
}, 150_000);
