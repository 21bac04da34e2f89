import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { familyOf } from '@holdfast/chains';
import { type OrderId, orderStatus } from '@holdfast/contract';
import { type Devnet, devnetChains, rpcClient, startDevnet } from '@holdfast/devnet';
import { parseIntent, policyHash, rowIntent } from '@holdfast/policy';
import { testChains } from '@holdfast/testkit/signer';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../test/index.ts';
import { type SetUp, setUp } from '../../test/set-up.ts';
import { findAccount, findKeyGroup } from '../areas/withdraw/queries.ts';
import { createRecorder, theSystem } from '../audit/service.ts';
import { systemClock } from '../clock.ts';
import { createNotifier } from '../jobs/notifier.ts';
import { findDrift } from '../ledger/service.ts';
import { catalogIn } from '../ledger/test/assets.ts';
import { decideSoon, until } from '../test/flow.ts';
import { createOrders, type OrderRequest, type OrdersService } from './service.ts';
import { requestOf } from './test/requests.ts';

/** Many payments by one approval, on a real chain with two real signers. */

let dir: string;
let devnet: Devnet<'evm'>;
let server: TestServer;
let fixture: SetUp;
let orders: OrdersService;

const recorder = createRecorder('withdraw.create', theSystem, systemClock);
/** Addresses of nobody, in the spelling that payments have. */
const payees = Array.from({ length: 12 }, (_, i) => {
  const hex = createHash('sha256').update(`payee of a batch ${i}`).digest('hex').slice(0, 40);
  const [chain] = testChains;
  if (!chain) throw new Error('no chain');
  const checked = familyOf(chain).checkAddress(chain, `0x${hex}`);
  if (!checked.ok) throw new Error('no address');
  return checked.address;
});
/** What one payment may cost: 100,000 gas at 3 gwei. */
const [gas, gwei] = [100_000n, 3_000_000_000n];
const balance = (symbol: string) => fixture.api.withdraw.symbolBalance({ sub_wallet_id: fixture.subWalletId, symbol });
const rowOf = (id: OrderId) =>
  server.database.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const paidTo = async (address: string): Promise<bigint> =>
  BigInt(await rpcClient(devnet.evm.url)<string>('eth_getBalance', address, 'latest'));

/** Orders over the running server's database, as an area of its own would have them. */
async function createOwn(): Promise<OrdersService> {
  const { db } = server.database;
  const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const { document } = fixture;
  const deps = {
    ...{ db, clock: systemClock, signers: [], monitor: { silent: () => new Set<string>() } },
    ...{ origin: '', validForMs: 3_600_000, log: quiet },
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

/** A batch of the fixture's sub-wallet, of which an area would have checked the rest. */
async function batchOf(
  symbol: string,
  rows: readonly (readonly [string, bigint])[],
  change: Partial<OrderRequest> = {},
): Promise<OrderRequest> {
  const { db, pool } = server.database;
  const { workspaceId, subWalletId } = fixture;
  const catalog = await catalogIn(db, devnetChains(devnet));
  const coin = catalog.coin({ symbol });
  const own = await findAccount(db, workspaceId, subWalletId, coin.chain.id);
  if (!own) throw new Error('no account');
  const { rows: users } = await pool.query('select id from users');
  return requestOf(
    { catalog, workspaceId, userId: users[0].id, subWallets: [subWalletId] },
    {
      ...{ ...coin, kind: 'batch', feeAsset: catalog.coin({ symbol: 'ETH' }).asset, from: own.address, path: own.path },
      keyGroup: await findKeyGroup(db, workspaceId),
      initiator: fixture.owner.id,
      maxFee: gas * gwei * BigInt(rows.length),
      feePlan: { gasLimit: String(gas), maxFeePerGas: String(gwei), maxPriorityFeePerGas: '1000000000' },
      outputs: rows.map(([address, amount]) => ({ address, amount, memo: '', entry: '', path: '' })),
      ...change,
    },
  );
}

async function submit(request: OrderRequest): Promise<{ id: OrderId; intentId: string }> {
  const made = await orders.submit(request, recorder);
  if ('short' in made) throw new Error(made.short);
  return made;
}
const approve = (intentId: string) => decideSoon(fixture, intentId);
const ended = (id: OrderId) =>
  until('the end of the batch', async () => {
    const { status } = await rowOf(id);
    return status === orderStatus.done || status === orderStatus.failed ? status : undefined;
  });

beforeAll(async () => {
  dir = mkdtempSync(path.join(os.tmpdir(), 'hf-batches-'));
  devnet = await startDevnet({ chains: ['evm'], dir, tickMs: 200 });
  const config = { sandbox: { faucetUrl: devnet.faucet.url } };
  server = await startTestServer({ realSigners: 'here', chains: devnetChains(devnet), config });
  fixture = await setUp(server.place);
  orders = await createOwn();
  for (const [symbol, amount] of [
    ['ETH', '5'],
    ['USDC', '100'],
  ] as const) {
    await fixture.api.sandbox.fund({ sub_wallet_id: fixture.subWalletId, symbol, amount });
    await until('coins', async () => (await balance(symbol)).normal_balance === amount);
  }
});
afterAll(async () => {
  await server?.close();
  await devnet?.stop();
  rmSync(dir, { recursive: true, force: true });
});

it('twelve payments are made by one approval, each once and by a transaction of its own, and books and chain say so', async () => {
  const rows = payees.map((address, i) => [address, 10n ** 15n + BigInt(i)] as const);
  const before = await balance('ETH');
  const made = await submit(await batchOf('ETH', rows));
  // Twelve times 0.001 ETH and 0.0003 ETH of highest fee each, and a few units.
  expect((await balance('ETH')).lock_balance).toBe('0.015600000000000066');
  expect(await orders.rowsOf(made.id)).toEqual([]);
  const batch = await approve(made.intentId);
  expect(batch.outputs.map(({ address, amount }) => [address, BigInt(amount)])).toEqual(rows);
  expect(await ended(made.id)).toBe(orderStatus.done);
  const found = await rowOf(made.id);
  const paid = await orders.rowsOf(made.id);
  expect(paid.map(({ status, sub_status }) => [status, sub_status])).toEqual(rows.map(() => [2000, 'final']));
  expect(new Set(paid.map(({ txid }) => txid)).size).toBe(rows.length);
  for (const [address, amount] of rows) expect(await paidTo(address)).toBe(amount);
  for (const [index, { id }] of paid.entries()) {
    const { intent, batch_row, intent_id } = await rowOf(id);
    expect([batch_row, parseIntent(intent)]).toEqual([index, rowIntent(batch, index)]);
    expect(intent_id).toBe(rowIntent(batch, index).id);
  }
  const fees = paid.reduce((sum, { real_fee }) => sum + (real_fee ?? 0n), 0n);
  expect(found).toMatchObject({ sub_status: 'final', real_fee: fees, txid: null });
  const after = await balance('ETH');
  expect(after.lock_balance).toBe('0');
  const spent = rows.reduce((sum, [, amount]) => sum + amount, 0n) + fees;
  const wei = (text: string): bigint => {
    const [whole = '0', part = ''] = text.split('.');
    return BigInt(whole + part.padEnd(18, '0'));
  };
  expect(wei(before.normal_balance) - wei(after.normal_balance)).toBe(spent);
  expect(await findDrift(server.database.db)).toEqual([]);
});

it('tokens go to several payees, and lists show the batch once, found by the transaction of any row', async () => {
  const made = await submit(
    await batchOf('USDC', [
      [payees[0] ?? '', 1_000_000n],
      [payees[1] ?? '', 2_000_000n],
      [payees[0] ?? '', 3_000_000n],
    ]),
  );
  await approve(made.intentId);
  expect(await ended(made.id)).toBe(orderStatus.done);
  expect((await balance('USDC')).normal_balance).toBe('94');
  const rows = await orders.rowsOf(made.id);
  const txid = rows[1]?.txid ?? '';
  const { list } = await fixture.api.transaction.list({ type: 2, txid } as never);
  expect(list.map(({ id }) => id)).toEqual([made.id]);
  expect(await findDrift(server.database.db)).toEqual([]);
});

it('a row that no transaction can be made of ends alone, the others are paid, and what it held is there again', async () => {
  const token = devnetChains(devnet)[0]?.assets.find(({ contract }) => contract !== '')?.contract ?? '';
  const before = await balance('ETH');
  const made = await submit(
    await batchOf('ETH', [
      [payees[2] ?? '', 5n],
      [token, 5n],
      [payees[3] ?? '', 5n],
    ]),
  );
  await approve(made.intentId);
  expect(await ended(made.id)).toBe(orderStatus.done);
  expect(await rowOf(made.id)).toMatchObject({ sub_status: 'partly' });
  const rows = await orders.rowsOf(made.id);
  expect(rows.map(({ status }) => status)).toEqual([2000, 2400, 2000]);
  const after = await balance('ETH');
  expect([before.lock_balance, after.lock_balance]).toEqual(['0', '0']);
  expect(await findDrift(server.database.db)).toEqual([]);
});

it('a batch of which there is too little, or that no signer would read, holds nothing and is none', async () => {
  const much = await batchOf('ETH', [[payees[4] ?? '', 10n ** 20n]]);
  expect(await orders.submit(much, recorder)).toEqual({ short: 'balance' });
  const many = await batchOf(
    'ETH',
    Array.from({ length: 1_001 }, () => [payees[4] ?? '', 1n] as const),
  );
  await expect(orders.submit(many, recorder)).rejects.toMatchObject({ refusal: 'invalidParameters' });
  const row = await batchOf('ETH', [[payees[4] ?? '', 1n]], { kind: 'row' });
  await expect(orders.submit(row, recorder)).rejects.toMatchObject({ refusal: 'invalidParameters' });
  expect((await balance('ETH')).lock_balance).toBe('0');
});

it('one that is refused or withdrawn before its rows are ordered pays nothing', async () => {
  const made = await submit(await batchOf('ETH', [[payees[5] ?? '', 7n]]));
  await decideSoon(fixture, made.intentId, 'refuse');
  await until('the refusal', async () => (await rowOf(made.id)).status === orderStatus.approvalRefused);
  expect(await orders.rowsOf(made.id)).toEqual([]);
  expect((await balance('ETH')).lock_balance).toBe('0');
});
