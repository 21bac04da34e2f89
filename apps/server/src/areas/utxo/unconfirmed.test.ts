import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type OrderId, orderStatus, type SubWalletId } from '@holdfast/contract';
import { type Devnet, devnetChains, rpcClient, startDevnet } from '@holdfast/devnet';
import { refusalOf } from '@holdfast/testkit';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { home, pay as payFrom, scriptOf } from '../../../../../packages/devnet/test/wallet.ts';
import { startTestServer, type TestServer } from '../../../test/index.ts';
import { type SetUp, setUp } from '../../../test/set-up.ts';
import { findDrift } from '../../ledger/service.ts';
import { decideSoon, stranger, until } from '../../test/flow.ts';

/** What comes back of a payment is spent before a block has it: two real signers, on our node or bitcoind (BITCOIND), whose blocks are held. */
let dir: string;
let devnet: Devnet<'bitcoin'>;
let server: TestServer;
let fixture: SetUp;
let place: { readonly sub_wallet_id: SubWalletId; readonly symbol: string };

const call = (method: string, ...params: unknown[]) => rpcClient(devnet.bitcoin.url)(method, ...params);
const mine = (blocks = 1) => fixture.api.sandbox.mine({ chain_id: 'bitcoin:regtest', blocks });
const available = async () => (await fixture.api.withdraw.symbolBalance(place)).normal_balance;
const read = (id: OrderId) =>
  server.database.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const inputsOf = async (id: OrderId): Promise<string[]> =>
  ((await read(id)).plan as { inputs: { txid: string }[] }).inputs.map(({ txid }) => txid);
/** The workers pause before they look at an order again; here they do not. */
const hurry = async (ids: readonly OrderId[]): Promise<void> => {
  // One at a time: the workers lock several in an order of their own.
  for (const id of ids)
    await server.database.pool.query('update orders set next_at = now() where id = $1 and lease_until is null', [id]);
};

/** Asked for and approved. */
async function ask(amount = '0.1', more: object = {}): Promise<OrderId> {
  const wanted = { request_id: randomUUID(), ...place, amount, address_to: stranger.bitcoin, ...more };
  const { withdraw_id: id } = await fixture.api.withdraw.create(wanted);
  const { intent_id } = await read(id);
  await decideSoon(fixture, intent_id);
  return id;
}
const sent = (id: OrderId): Promise<string> =>
  until('the broadcast', async () => {
    await hurry([id]);
    const { broadcast_at, txid } = await read(id);
    return broadcast_at !== null && (txid ?? undefined);
  });
const waits = (id: OrderId) => until('its wait', async () => (await read(id)).sub_status === 'waiting_for_coins');
const ended = (ids: readonly OrderId[], status: number) =>
  until('their end', async () => {
    await mine();
    await hurry(ids);
    return (await Promise.all(ids.map(read))).every((order) => order.status === status);
  });
const allow = (spend = true) => fixture.api.utxo.setUnconfirmed({ ...place, spend });
const unconfirmed = async () => (await fixture.api.utxo.list({ ...place, state: 'unconfirmed' })).list;

/** A coin of the wallet that makes deposits here, ripe. */
async function ripeCoin() {
  const [hash] = (await call('generatetoaddress', 1, home)) as string[];
  await call('generatetoaddress', 100, stranger.bitcoin);
  const { tx } = (await call('getblock', hash, 2)) as { tx: { txid: string; vout: { value: number }[] }[] };
  const amount = BigInt(Math.round((tx[0]?.vout[0]?.value ?? 0) * 1e8));
  return { txid: tx[0]?.txid ?? '', index: 0, amount };
}

beforeAll(async () => {
  dir = mkdtempSync(path.join(os.tmpdir(), 'hf-change-'));
  devnet = await startDevnet({ chains: ['bitcoin'], dir, tickMs: 0 });
  const config = { sandbox: { faucetUrl: devnet.faucet.url } };
  server = await startTestServer({ realSigners: 'here', chains: devnetChains(devnet), config });
  fixture = await setUp(server.place);
}, 90_000);
afterAll(async () => {
  await server?.close();
  await devnet?.stop();
  rmSync(dir, { recursive: true, force: true });
});

/** Each begins with a wallet of its own that has one coin. */
let count = 0;
beforeEach(async () => {
  const made = await fixture.api.wallet.createSubWallet({
    wallet_id: fixture.workspaceId,
    sub_wallet_name: `Line ${count++}`,
  });
  place = { sub_wallet_id: made.sub_wallet_id, symbol: 'BTC' };
  await until('its address', () => fixture.api.deposit.address(place).catch(() => undefined));
  await fixture.api.sandbox.fund({ ...place, amount: '1' });
  await mine(3);
  await until('coins', async () => (await available()) === '1');
});

it('is spent at once where members let it, after all that is in a block, and only then; both are booked as the chain has them', async () => {
  const first = await ask();
  const parent = await sent(first);
  expect(
    (await unconfirmed()).map(({ txid, change, confirmations, locked }) => [txid, change, confirmations, locked]),
  ).toEqual([[parent, true, 0, true]]);
  const second = await ask();
  await waits(second);
  await allow();
  const child = await sent(second);
  expect(await inputsOf(second)).toEqual([parent]);
  expect((await unconfirmed()).map(({ txid, locked }) => [txid, locked])).toEqual([[child, false]]);
  const { ancestorcount } = (await call('getmempoolentry', child)) as { ancestorcount: number };
  expect(ancestorcount).toBe(2);
  await ended([first, second], orderStatus.done);
  const fees = (await Promise.all([first, second].map(read))).reduce((sum, { real_fee }) => sum + Number(real_fee), 0);
  expect(Number(await available())).toBeCloseTo(0.8 - fees / 1e8, 8);
  expect(await findDrift(server.database.db)).toEqual([]);
  // Where what is in a block suffices, nothing else is spent.
  await fixture.api.sandbox.fund({ ...place, amount: '0.5' });
  await mine(3);
  await until('coins', async () => Number(await available()) > 1.2);
  const third = await ask('0.6');
  const big = await sent(third);
  const fourth = await ask('0.3');
  await sent(fourth);
  expect(await inputsOf(fourth)).not.toContain(big);
  await ended([third, fourth], orderStatus.done);
  expect(await findDrift(server.database.db)).toEqual([]);
});

it('keeps its payment from being sped up or dropped while another is built on it, and says which; the last of both is sped up', async () => {
  await allow();
  const first = await ask('0.1', { fee_level: 1 });
  const parent = await sent(first);
  const second = await ask('0.1', { fee_level: 1 });
  const child = await sent(second);
  const of = (id: OrderId) => ({ withdraw_id: id, request_id: randomUUID() });
  expect((await fixture.api.withdraw.speedUpInfo({ withdraw_id: first })).problem).toBe('has_child');
  expect(await refusalOf(fixture.api.withdraw.speedUp(of(first)))).toBe('changeIsSpent');
  expect(await refusalOf(fixture.api.withdraw.drop(of(first)))).toBe('changeIsSpent');
  expect((await fixture.api.withdraw.childInfo({ ...place, txid: parent })).problem).toBe('has_child');
  const faster = await fixture.api.withdraw.speedUp(of(second));
  const { intent_id } = await read(faster.withdraw_id);
  await decideSoon(fixture, intent_id);
  expect(await sent(faster.withdraw_id)).not.toBe(child);
  expect(await inputsOf(faster.withdraw_id)).toContain(parent);
  await ended([first, second], orderStatus.done);
  expect(await findDrift(server.database.db)).toEqual([]);
});

it('is not spent while its payment may get another in its place', async () => {
  await allow();
  const first = await ask('0.1', { fee_level: 1 });
  await sent(first);
  const faster = await fixture.api.withdraw.speedUp({ withdraw_id: first, request_id: randomUUID() });
  const second = await ask();
  await waits(second);
  expect(await unconfirmed()).toEqual([]);
  const { intent_id } = await read(faster.withdraw_id);
  await decideSoon(fixture, intent_id);
  await sent(faster.withdraw_id);
  expect((await read(second)).sub_status).toBe('waiting_for_coins');
  await ended([first, second], orderStatus.done);
  expect(await findDrift(server.database.db)).toEqual([]);
});

it('ends a row of payments where it is as long as said, and goes on when blocks came', async () => {
  await allow();
  const ids: OrderId[] = [];
  const { unconfirmed_most: most } = await fixture.api.utxo.list(place);
  expect(most).toBe(10);
  for (let n = 0; n <= most; n++) {
    ids.push(await ask('0.01'));
    await sent(ids.at(-1) as OrderId);
  }
  const last = await ask('0.01');
  await waits(last);
  await hurry([last]);
  expect((await read(last)).plan).toBeNull();
  await mine();
  await sent(last);
  await ended([...ids, last], orderStatus.done);
  expect(await findDrift(server.database.db)).toEqual([]);
}, 120_000);

it('comes back with its payment after a reorganisation, and each of both is paid once', async () => {
  await allow();
  const first = await ask();
  await sent(first);
  const second = await ask();
  const child = await sent(second);
  await mine();
  await until('their block', async () => (await read(second)).mined_height !== null);
  const height = Number(await call('getblockcount'));
  await call('invalidateblock', await call('getblockhash', height));
  // An empty block in its place: both wait again.
  await call('generateblock', stranger.bitcoin, []);
  await call('generateblock', stranger.bitcoin, []);
  await until('that they wait again', async () => (await read(second)).mined_height === null);
  const third = await ask();
  const last = await sent(third);
  expect(await inputsOf(third)).toEqual([child]);
  expect(last).not.toBe(child);
  await ended([first, second, third], orderStatus.done);
  const paid = (await Promise.all([first, second, third].map(read))).map(({ txid }) => txid);
  expect(new Set(paid).size).toBe(3);
  expect(await findDrift(server.database.db)).toEqual([]);
});

it('is lost with the coin that its payment was made of, and everything that was built on it ends and gives back what it held', async () => {
  const made = await fixture.api.wallet.createSubWallet({ wallet_id: fixture.workspaceId, sub_wallet_name: 'Lost' });
  place = { sub_wallet_id: made.sub_wallet_id, symbol: 'BTC' };
  const { address } = await until('its address', () => fixture.api.deposit.address(place).catch(() => undefined));
  const source = await ripeCoin();
  await call(
    'sendrawtransaction',
    payFrom(source, { outputs: [{ script: scriptOf(address), amount: 50_000_000n }] }).hex,
  );
  const [block] = (await call('generatetoaddress', 3, stranger.bitcoin)) as string[];
  await until('the deposit', async () => (await available()) === '0.5');
  await allow();
  const ids = [await ask()];
  await sent(ids[0] as OrderId);
  ids.push(await ask());
  await sent(ids[1] as OrderId);
  await call('invalidateblock', block);
  await call('sendrawtransaction', payFrom(source, { fee: 1_000_000n }).hex, 0);
  await call('generatetoaddress', 7, stranger.bitcoin);
  await until('the end of both', async () => {
    await hurry(ids);
    return (await Promise.all(ids.map(read))).every(({ status }) => status === orderStatus.discarded);
  });
  for (const id of ids) expect(await read(id)).toMatchObject({ sub_status: 'replaced', mined_height: null });
  expect(await unconfirmed()).toEqual([]);
  expect(await findDrift(server.database.db)).toEqual([]);
}, 120_000);
