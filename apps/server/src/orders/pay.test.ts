import type { ChainReader } from '@holdfast/chains/rpc';
import { type OrderId, orderStatus } from '@holdfast/contract';
import { testChains } from '@holdfast/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Catalog } from '../catalog.ts';
import { followOnce } from '../chainwatch/follow.ts';
import { silent } from '../chainwatch/test/made-chain.ts';
import { createWatchedSet } from '../chainwatch/watched.ts';
import { findDrift } from '../ledger/service.ts';
import { balanceOf, catalogIn } from '../ledger/test/assets.ts';
import { fund } from '../ledger/test/books.ts';
import { approvalOf, type Bare, plainFees, startBare, takeApproval } from '../test/bare.ts';
import type { OrderDeps } from './deps.ts';
import { createKeys } from './keys.ts';
import { orderKinds } from './kinds/index.ts';
import type { Order } from './moves.ts';
import { payOrder } from './pay.ts';
import { createOrders } from './service.ts';
import { signOrder } from './sign.ts';

let bare: Bare;
beforeAll(async () => {
  bare = await startBare(100);
  const { database, books, subWallet, slate } = bare;
  const { address } = await database.db.selectFrom('addresses').select('address').executeTakeFirstOrThrow();
  // Below where the watcher starts: the books get it here.
  slate.give(address, 100_000_000n, token().contract);
  slate.mine(2);
  await fund(database.db, books, subWallet, token().symbol, 100_000_000n);
  await follow();
});
afterAll(() => bare?.close());

const token = () => {
  const coin = bare.catalog.coins.find(({ asset }) => asset.contract !== '');
  if (!coin) throw new Error('no token');
  return coin.asset;
};
const follow = () => {
  const deps = bare.deps();
  const one = { chain: bare.chain, reader: bare.reader };
  const chain = { ...deps, ...one, recordAside: silent, wakeOrders: () => undefined };
  return followOnce(chain, createWatchedSet(bare.chain.id), new AbortController().signal);
};
const read = (id: OrderId) =>
  bare.database.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const balance = (symbol: string) => balanceOf(bare.database.db, bare.books.workspaceId, bare.subWallet, symbol);
const deps = (change: Partial<OrderDeps> = {}) => ({
  ...bare.deps(),
  ...change,
  keyAt: createKeys(bare.database.db),
});
/** One step of paying, with a node that answers as the real one but for what is given. */
async function payOnce(id: OrderId, node: Partial<ChainReader> = {}, change: Partial<OrderDeps> = {}): Promise<Order> {
  await payOrder(deps({ readerOf: () => Object.assign({}, bare.reader, node), ...change }), await read(id));
  return read(id);
}
/** An order that is signed and broadcast. */
async function broadcast(...order: Parameters<Bare['order']>): Promise<OrderId> {
  const id = await bare.order(...order);
  const { intentId, approval } = await approvalOf(bare, id);
  await takeApproval(bare.deps(), intentId, approval);
  await signOrder(deps(), await read(id));
  expect(await payOnce(id)).toMatchObject({ status: orderStatus.paying, sub_status: 'broadcast' });
  return id;
}

describe('a payment', () => {
  it('is booked only in a block that the chain calls final, however few confirmations are asked for', async () => {
    const id = await broadcast(10n ** 16n);
    bare.slate.mine(4);
    await follow();
    const { mined_height } = await read(id);
    const notYet = { finalizedHeight: async () => Number(mined_height) - 1 };
    expect(await payOnce(id, notYet)).toMatchObject({ status: orderStatus.paying, sub_status: 'confirming' });
    expect(await payOnce(id)).toMatchObject({ status: orderStatus.done });
  });

  it('keeps what it was worth at the price of the moment in which it was final, and nothing where there was no price', async () => {
    const at = (cents: bigint | null) => ({ catalog: { ...bare.catalog, centsOf: () => cents } });
    for (const cents of [3_050n, null]) {
      const id = await broadcast(10n ** 16n);
      bare.slate.mine(4);
      await follow();
      expect((await read(id)).worth_cents).toBeNull();
      expect(await payOnce(id, {}, at(cents))).toMatchObject({ status: orderStatus.done, worth_cents: cents });
      expect(await payOnce(id, {}, at(9_999n))).toMatchObject({ worth_cents: cents });
    }
  });
});

describe('a token payment', () => {
  async function mined(): Promise<OrderId> {
    const fees = { ...plainFees, units: '25' };
    const id = await broadcast(5_000_000n, { asset: token(), maxFee: 100n }, fees);
    bare.slate.mine(4);
    await follow();
    return id;
  }

  it('counts as made by the token’s own event, not by the success of its transaction', async () => {
    const before = await balance(token().symbol);
    const id = await mined();
    const block: ChainReader['block'] = async (at, filter) => {
      const found = await bare.reader.block(at, filter);
      return found && { ...found, transfers: [] };
    };
    expect(await payOnce(id, { block })).toMatchObject({ status: orderStatus.failed, sub_status: 'not_transferred' });
    expect(await balance(token().symbol)).toEqual(before);
    expect((await read(id)).real_fee).toBeGreaterThan(0n);
  });
  it('of another amount than ordered is not booked at all: people have to look', async () => {
    const id = await mined();
    const block: ChainReader['block'] = async (at, filter) => {
      const found = await bare.reader.block(at, filter);
      return found && { ...found, transfers: found.transfers.map((each) => ({ ...each, amount: each.amount - 1n })) };
    };
    expect(await payOnce(id, { block })).toMatchObject({
      status: orderStatus.paying,
      last_error: 'the token moved otherwise than ordered',
    });
    expect(await payOnce(id)).toMatchObject({ status: orderStatus.done, sub_status: 'final' });
    expect(await findDrift(bare.database.db)).toEqual([]);
  });
});

describe('a token payment of many, by the contract that tells whom it left out', () => {
  // No contract stands on a chain in memory: what its node is made to say is all that there is of one.
  beforeAll(() => void vi.spyOn(orderKinds.disperse, 'leavesOut').mockReturnValue(true));
  afterAll(() => void vi.restoreAllMocks());
  async function mined(): Promise<OrderId> {
    const id = await broadcast(5_000_000n, { asset: token(), maxFee: 100n }, { ...plainFees, units: '25' });
    bare.slate.mine(4);
    await follow();
    return id;
  }
  /** The same payment as one of that kind, where the contract is made to tell these rows. */
  async function payMany(id: OrderId, unpaid: readonly number[], change: Partial<Order> = {}): Promise<Order> {
    const reader = Object.assign({}, bare.reader, { unpaid: async () => unpaid });
    await payOrder(deps({ readerOf: () => reader }), { ...(await read(id)), kind: 'disperse', ...change });
    return read(id);
  }

  it('is paid where the token says so, whatever a payee made the contract tell meanwhile', async () => {
    for (const told of [[0], [0, 0], [0, 7, 999]])
      expect(await payMany(await mined(), told)).toMatchObject({
        ...{ status: orderStatus.done, sub_status: 'final' },
        left_out: [],
      });
    expect(await findDrift(bare.database.db)).toEqual([]);
  });
  it('waits for people where neither the token nor the contract tells what became of a row', async () => {
    const id = await mined();
    const { amount, outputs } = await read(id);
    const two = {
      amount: amount + 7n,
      outputs: [...outputs, ...outputs.map((output) => ({ ...output, amount: '7' }))],
    };
    const last_error = 'the token moved otherwise than ordered';
    expect(await payMany(id, [], two)).toMatchObject({ status: orderStatus.paying, last_error });
    expect(await payMany(id, [1, 1], two)).toMatchObject({
      status: orderStatus.done,
      sub_status: 'partly',
      left_out: [1],
    });
  });
});

describe('a Bitcoin payment whose coin another transaction has spent', () => {
  const coin = 'c'.repeat(64);
  let catalog: Catalog;
  let id: OrderId;
  const node: Partial<ChainReader> = {
    txStatus: async () => ({ state: 'unknown' }),
    finalizedHeight: async () => 100,
    broadcast: async () => ({ refused: 'inputsSpent', message: 'missing inputs' }),
  };
  const pay = () => payOnce(id, node, { catalog });
  const spentAt = (height: number | null) =>
    sql`update utxos set spent_by = ${height === null ? null : 'block'}, spent_height = ${height} where txid = ${coin}`.execute(
      bare.database.db,
    );
  beforeAll(async () => {
    const { database, books, subWallet } = bare;
    catalog = await catalogIn(database.db, testChains);
    const { chain, asset } = catalog.coin({ symbol: 'BTC' });
    await fund(database.db, books, subWallet, 'BTC', 50_000n);
    id = await bare.order(20_000n, { chain, asset, feeAsset: asset, maxFee: 1_000n }, { feeRate: '1' });
    await sql`update orders set status = 1100 where id = ${id}`.execute(database.db);
    await sql`update orders set status = 1200, raw = 'aa', txid = ${'d'.repeat(64)} where id = ${id}`.execute(
      database.db,
    );
    await sql`insert into utxo_txs (chain, txid, raw_tx) values (${chain.id}, ${coin}, 'aa') on conflict do nothing`.execute(
      database.db,
    );
    await sql`insert into utxos (chain, txid, vout, workspace_id, sub_wallet_id, address, path, amount, kind, height, ready, reserved_by)
      values (${chain.id}, ${coin}, 0, ${books.workspaceId}, ${subWallet}, 'a', 'm/0/1/0/0', 50000, 'deposit', 1, true, ${id})`.execute(
      database.db,
    );
  });

  it('goes on while that may still change, and ends with 2300 and without its hold when it cannot', async () => {
    await pay();
    // The coin's own deposit was reorganised out: it may come back, and with it the signed payment.
    expect(await pay()).toMatchObject({ status: orderStatus.paying, sub_status: 'conflict' });
    await spentAt(101);
    expect(await pay()).toMatchObject({ status: orderStatus.paying, sub_status: 'conflict' });
    await spentAt(100);
    expect(await pay()).toMatchObject({ status: orderStatus.discarded, sub_status: 'replaced' });
    expect(await balance('BTC')).toMatchObject({ available: 50_000n, frozen: 0n });
  });
});

describe('a cancelled order', () => {
  it('tells whether who asked for it cancelled it, or another member', async () => {
    const orders = createOrders(bare.deps(), () => undefined);
    const record = bare.deps().audit.recorder('withdraw.cancel');
    const cancelledBy = async (member: string) => {
      const id = await bare.order(10n ** 16n);
      const cancel = () => orders.cancel({ workspaceId: bare.books.workspaceId, id, member, remark: '', record });
      // Said again, it is still cancelled.
      expect([await cancel(), await cancel()]).toEqual([2200, 2200]);
      return (await read(id)).sub_status;
    };
    expect(await cancelledBy(bare.owner.id)).toBe('cancelled_by_initiator');
    expect(await cancelledBy('operator-7')).toBe('cancelled_by_member');
  });
});
