import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Devnet, devnetChains, rpcClient, startDevnet } from '@holdfast/devnet';
import { parseIntent, policyHash } from '@holdfast/policy';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../test/index.ts';
import { type SetUp, setUp } from '../../test/set-up.ts';
import { findAccount, findKeyGroup } from '../areas/withdraw/queries.ts';
import { createRecorder, theSystem } from '../audit/service.ts';
import { systemClock } from '../clock.ts';
import { createNotifier } from '../jobs/notifier.ts';
import { findDrift } from '../ledger/service.ts';
import { catalogIn } from '../ledger/test/assets.ts';
import { decideSoon, stranger, until } from '../test/flow.ts';
import { createOrders, type OrderRequest, type OrdersService } from './service.ts';
import { requestOf } from './test/requests.ts';

let dir: string;
let devnet: Devnet<'evm' | 'bitcoin'>;
let server: TestServer;
let fixture: SetUp;
let orders: OrdersService;

const recorder = createRecorder('withdraw.create', theSystem, systemClock);
const other = 'bcrt1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qzf4jry';
const balance = (symbol: string) => fixture.api.withdraw.symbolBalance({ sub_wallet_id: fixture.subWalletId, symbol });
const mine = (blocks: number) => fixture.api.sandbox.mine({ chain_id: 'bitcoin:regtest', blocks });
const statusOf = async (id: number) => (await fixture.api.transaction.detail({ id, type: 2 })).status;

/** Orders over the running server's database, as an area of its own would have them. */
async function createOwn(): Promise<OrdersService> {
  const { db } = server.database;
  const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const { document } = fixture;
  const deps = {
    ...{
      db,
      clock: systemClock,
      signers: [],
      monitor: { silent: () => new Set<string>() },
      origin: '',
      validForMs: 3_600_000,
      log: quiet,
    },
    catalog: await catalogIn(db, devnetChains(devnet)),
    policy: async () => ({ document, text: '', hash: policyHash(document), graceRules: [] }),
    quotes: async () => [],
    notifier: createNotifier(db, () => undefined),
    audit: { recorder: () => recorder },
    readerOf: () => {
      throw new Error('no chain is asked');
    },
  };
  return createOrders(deps, () => undefined);
}

/** A request of the fixture's sub-wallet, of which an area would have checked the rest. */
async function request(symbol: string, outputs: readonly [string, bigint][]): Promise<OrderRequest> {
  const { db } = server.database;
  const { workspaceId, subWalletId } = fixture;
  const catalog = await catalogIn(db, devnetChains(devnet));
  const coin = catalog.coin({ symbol });
  const own = await findAccount(db, workspaceId, subWalletId, coin.chain.id);
  if (!own) throw new Error('no account');
  const { rows } = await server.database.pool.query('select id from users');
  return requestOf(
    { catalog, workspaceId, userId: rows[0].id, subWallets: [subWalletId] },
    {
      ...{ ...coin, feeAsset: coin.asset, keyGroup: await findKeyGroup(db, workspaceId), from: own.address },
      ...{ path: own.path, initiator: fixture.owner.id, maxFee: 20_000n, feePlan: { feeRate: '2' } },
      outputs: outputs.map(([address, amount]) => ({ address, amount, memo: '', entry: '', path: '' })),
    },
  );
}

beforeAll(async () => {
  dir = mkdtempSync(path.join(os.tmpdir(), 'hf-outputs-'));
  devnet = await startDevnet({ chains: ['evm', 'bitcoin'], dir, tickMs: 0 });
  const config = { sandbox: { faucetUrl: devnet.faucet.url } };
  server = await startTestServer({ realSigners: 'here', chains: devnetChains(devnet), config });
  fixture = await setUp(server.place);
  orders = await createOwn();
  await fixture.api.sandbox.fund({ sub_wallet_id: fixture.subWalletId, symbol: 'BTC', amount: '1' });
  await mine(4);
  await until('coins', async () => (await balance('BTC')).normal_balance === '1');
});
afterAll(async () => {
  await server?.close();
  await devnet?.stop();
  rmSync(dir, { recursive: true, force: true });
});

it('one Bitcoin payment goes to two payees, as members approved and signers signed it, and the books say so', async () => {
  const made = await orders.submit(
    await request('BTC', [
      [stranger.bitcoin, 20_000_000n],
      [other, 5_000_000n],
    ]),
    recorder,
  );
  if ('short' in made) throw new Error(made.short);
  expect((await balance('BTC')).lock_balance).toBe('0.2502');
  // What is on hold is part of what there is, and not of what can be paid with.
  const { list } = await fixture.api.wallet.coinsAsset({ sub_wallet_id: fixture.subWalletId, keyword: 'bit' });
  expect(list.map((coin) => [coin.normal_balance, coin.asset_usd, coin.normal_usd])).toEqual([
    ['0.7498', '60000', '44988'],
  ]);
  const intent = await decideSoon(fixture, made.intentId);
  expect(intent.outputs.map(({ address, amount }) => [address, amount])).toEqual([
    [stranger.bitcoin, '20000000'],
    [other, '5000000'],
  ]);
  const found = () => server.database.db.selectFrom('orders').selectAll().where('id', '=', made.id).executeTakeFirst();
  await until('the broadcast', async () => (await found())?.broadcast_at ?? undefined);
  const row = await found();
  await mine(4);
  await until('finality', async () => (await statusOf(made.id)) === 2000);
  const paid = await rpcClient(devnet.bitcoin.url)<{
    vout: { value: number; scriptPubKey: { address: string } }[];
  }>('getrawtransaction', row?.txid, true);
  const sums = paid.vout.map(({ value, scriptPubKey }) => [scriptPubKey.address, value]);
  expect(sums).toEqual(
    expect.arrayContaining([
      [stranger.bitcoin, 0.2],
      [other, 0.05],
    ]),
  );
  const { normal_balance, lock_balance } = await balance('BTC');
  expect(lock_balance).toBe('0');
  expect(Number(normal_balance)).toBeCloseTo(
    0.75 - Number((await fixture.api.transaction.detail({ id: made.id, type: 2 })).real_fee),
    8,
  );
  expect(await findDrift(server.database.db)).toEqual([]);
  expect(parseIntent(row?.intent ?? '').id).toBe(made.intentId);
});

it('each of the payees is found, listed and known as paid', async () => {
  const { api } = fixture;
  const outputs = [
    { address: stranger.bitcoin, amount: '0.2', memo: '' },
    { address: other, amount: '0.05', memo: '' },
  ];
  for (const { address } of outputs) {
    expect((await api.transaction.list({ address, type: 2 })).list).toMatchObject([{ outputs }]);
    expect(await api.withdraw.addressInfo({ symbol: 'BTC', address })).toMatchObject({ first_time: false });
    const found = await api.todo.list({ status: 1, keyword: address });
    expect(found.list.map(({ payment }) => payment?.outputs)).toMatchObject([outputs]);
    const item = { chains: ['bitcoin:regtest'], address, memo: '', symbols: [], label: 'Payee', note: '' };
    await api.personalBook.add({ items: [item] });
  }
  const { list } = await api.personalBook.list({});
  expect(list.map(({ used_count }) => used_count)).toEqual([1, 1]);
});

it('two payees are refused where a transaction of the chain has one, before anything is held', async () => {
  const two = await request('ETH', [
    [stranger.evm, 1n],
    [stranger.evm, 2n],
  ]);
  const refused = { refusal: 'invalidParameters', params: { field: 'outputs' } };
  await expect(orders.submit(two, recorder)).rejects.toMatchObject(refused);
  const { rows } = await server.database.pool.query(
    "select count(*)::int as n from orders join assets a on a.id = asset_id where a.symbol = 'ETH'",
  );
  expect(rows[0].n).toBe(0);
});
