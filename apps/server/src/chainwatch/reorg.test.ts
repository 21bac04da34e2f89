import { randomUUID } from 'node:crypto';
import type { OrderId, SubWalletId } from '@holdfast/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../test/index.ts';
import type { Coin } from '../catalog.ts';
import { findDrift, findFreezes, settleHold } from '../ledger/service.ts';
import { balanceOf, idOf } from '../ledger/test/assets.ts';
import { type Books, makeBooks } from '../ledger/test/books.ts';
import { createAccept } from '../orders/accept.ts';
import { newOrder } from '../orders/test/requests.ts';
import { addAddress, makeChain, payment } from './test/made-chain.ts';

let base: TestDatabase;
beforeAll(async () => {
  base = await startTestDatabase();
});
afterAll(() => base.close());

const db = () => base.db;
const first = ({ subWallets }: Books): SubWalletId => subWallets[0] as SubWalletId;
const balance = (books: Books, symbol: string, wallet = first(books)) =>
  balanceOf(db(), books.workspaceId, wallet, symbol);

describe('a reorganisation', () => {
  it('that moves payments to other places of their transaction credits each to its own receiver, by its own amount', async () => {
    const [small, large] = [await makeBooks(db()), await makeBooks(db())];
    const chain = await makeChain(db(), 'evm');
    const a = await addAddress(db(), small, first(small), chain.deps.chain.id);
    const b = await addAddress(db(), large, first(large), chain.deps.chain.id);
    await chain.follow();
    chain.grow([payment('batch', 3, a, 1n, 'USDC'), payment('batch', 4, b, 1000n, 'USDC')]);
    await chain.follow();
    chain.cut(1);
    chain.grow();
    // One more log before them, so that the first now stands where the second stood.
    chain.grow([
      payment('batch', 4, a, 1n, 'USDC'),
      payment('batch', 5, b, 1000n, 'USDC'),
      payment('later', 6, b, 5000n, 'USDC'),
    ]);
    await chain.follow();
    expect((await balance(small, 'USDC')).pending_in).toBe(1n);
    expect((await balance(large, 'USDC')).pending_in).toBe(6000n);
    chain.grow([], 3);
    expect(await chain.follow()).toBe('followed');
    expect(await balance(small, 'USDC')).toMatchObject({ available: 1n, pending_in: 0n });
    expect(await balance(large, 'USDC')).toMatchObject({ available: 6000n, pending_in: 0n });
    expect(await findDrift(db())).toEqual([]);
  });

  it('of a deposit that was promised already is made good when the deposit comes back: the books end where the chain is', async () => {
    const books = await makeBooks(db());
    const chain = await makeChain(db(), 'evm');
    const to = await addAddress(db(), books, first(books), chain.deps.chain.id);
    await chain.follow();
    chain.holds = 10n;
    chain.grow([payment('back', -1, to, 10n, 'ETH')], 3);
    await chain.follow();
    const ref = `test:${randomUUID()}`;
    const eth = await idOf(db(), 'ETH');
    await sql`select ledger_reserve(${books.workspaceId}, ${first(books)}, ${ref}, ${eth}, 8, ${eth}, 0)`.execute(db());
    chain.cut(1);
    chain.holds = 0n;
    chain.grow([], 4);
    await chain.follow();
    expect(await balance(books, 'ETH')).toMatchObject({ available: 0n, frozen: 8n });
    chain.grow([payment('back', -1, to, 10n, 'ETH')], 3);
    chain.holds = 10n;
    await chain.follow();
    expect(await balance(books, 'ETH')).toMatchObject({ available: 2n, frozen: 8n, pending_in: 0n });
    const ended = { workspaceId: books.workspaceId, ref, assetId: eth, spent: 0n, feeAssetId: eth, fee: 0n };
    await settleHold(db(), ended);
    expect(await balance(books, 'ETH')).toMatchObject({ available: 10n, frozen: 0n });
    expect(await findDrift(db())).toEqual([]);
  });
});

describe('a deposit that was given back', () => {
  it('and that a reorganisation takes out, and back in, is taken out of the balance, and stays given back', async () => {
    const books = await makeBooks(db());
    const chain = await makeChain(db(), 'evm');
    const to = await addAddress(db(), books, first(books), chain.deps.chain.id);
    await chain.follow();
    chain.holds = 110n;
    chain.grow([payment('kept', -1, to, 100n, 'ETH')], 3);
    await chain.follow();
    chain.grow([payment('returned', -1, to, 10n, 'ETH')], 3);
    await chain.follow();
    const read = () => db().selectFrom('deposits').selectAll().where('txid', '=', 'returned').executeTakeFirstOrThrow();
    const { id } = await read();
    const coin = chain.deps.catalog.coin({ symbol: 'ETH' });
    const of = { ...coin, feeAsset: coin.asset, maxFee: 1n };
    const order = newOrder(books, { ...of, amount: 10n });
    const taken = await createAccept(db())({ ...order, request: { ...order.request, refunds: { id, payment: 0 } } });
    const orderId = 'id' in taken ? taken.id : (0 as OrderId);
    const again = newOrder(books, { ...of, amount: 1n });
    expect(await createAccept(db())({ ...again, request: { ...again.request, refunds: { id, payment: 0 } } })).toEqual({
      state: 'refunded',
    });
    for (const status of [1100, 1200, 2000])
      await sql`update orders set status = ${status}, raw = '00', txid = 'paid' where id = ${orderId}`.execute(db());
    expect(await read()).toMatchObject({ status: 4000, sub_status: 'refunded' });
    const { id: assetId } = coin.asset;
    const spent = { ref: `order:${orderId}`, assetId, spent: 10n, feeAssetId: assetId, fee: 1n };
    await settleHold(db(), { workspaceId: books.workspaceId, ...spent });
    expect(await balance(books, 'ETH')).toMatchObject({ available: 99n, frozen: 0n });
    chain.cut(3);
    chain.grow([], 4);
    await chain.follow();
    expect(await read()).toMatchObject({ status: 3000, sub_status: 'reorged' });
    expect(await balance(books, 'ETH')).toMatchObject({ available: 89n });
    chain.grow([payment('returned', -1, to, 10n, 'ETH')], 3);
    await chain.follow();
    expect(await read()).toMatchObject({ status: 4000, sub_status: 'refunded', payment: 0, inclusion: 2 });
    expect(await balance(books, 'ETH')).toMatchObject({ available: 99n, pending_in: 0n });
    expect(await findDrift(db())).toEqual([]);
  });

  it('and whose place another payment has by now: that one can go back too, and the first nowhere', async () => {
    const books = await makeBooks(db());
    const chain = await makeChain(db(), 'evm');
    const to = await addAddress(db(), books, first(books), chain.deps.chain.id);
    const txid = `batch ${randomUUID()}`;
    await chain.follow();
    chain.holds = 1_000n;
    chain.grow([payment('kept', -1, to, 500n, 'USDC')], 3);
    chain.grow([payment(txid, 3, to, 10n, 'USDC'), payment(txid, 4, to, 25n, 'USDC')], 3);
    await chain.follow();
    const coin = chain.deps.catalog.coin({ symbol: 'USDC' });
    const at = (idx: number) =>
      db().selectFrom('deposits').selectAll().where('txid', '=', txid).where('idx', '=', idx).executeTakeFirstOrThrow();
    const giveBack = async (idx: number, count: number, amount = 1n) => {
      const order = newOrder(books, { ...coin, feeAsset: coin.asset, maxFee: 1n, amount });
      const { id } = await at(idx);
      return createAccept(db())({ ...order, request: { ...order.request, refunds: { id, payment: count } } });
    };
    const taken = await giveBack(3, 0, 10n);
    if (taken.state !== 'accepted') throw new Error(taken.state);
    // It is paid while the payment stands at another place.
    chain.cut(5);
    chain.grow();
    chain.grow(
      [payment(txid, 3, to, 7n, 'USDC'), payment(txid, 4, to, 10n, 'USDC'), payment(txid, 5, to, 25n, 'USDC')],
      4,
    );
    await chain.follow();
    expect(await at(3)).toMatchObject({ status: 2000, amount: 7n, payment: 1 });
    expect(await at(4)).toMatchObject({ status: 2000, amount: 10n, payment: 1 });
    expect([await giveBack(4, 1), await giveBack(4, 0)]).toEqual([{ state: 'refunded' }, { state: 'refunded' }]);
    for (const status of [1100, 1200, 2000])
      await sql`update orders set status = ${status}, raw = '00', txid = 'paid' where id = ${taken.id}`.execute(db());
    expect(await at(3)).toMatchObject({ status: 2000 });
    expect(await at(4)).toMatchObject({ status: 4000, sub_status: 'refunded' });
    expect([await giveBack(3, 0), await giveBack(4, 1)]).toEqual([{ state: 'refunded' }, { state: 'refunded' }]);
    expect(await giveBack(3, 1)).toMatchObject({ state: 'accepted' });
    expect(await giveBack(3, 1)).toEqual({ state: 'refunded' });
    expect(await giveBack(5, 0)).toMatchObject({ state: 'accepted' });
    // Moved once more, it is still the one that went back.
    chain.cut(5);
    chain.grow([], 2);
    chain.grow([payment(txid, 6, to, 10n, 'USDC')], 5);
    await chain.follow();
    expect(await at(6)).toMatchObject({ status: 4000, sub_status: 'refunded', payment: 0 });
    expect(await giveBack(6, 0)).toEqual({ state: 'refunded' });
    expect(await findDrift(db())).toEqual([]);
  });
});

describe('a node', () => {
  it('that is merely behind takes nothing back', async () => {
    const books = await makeBooks(db());
    const chain = await makeChain(db(), 'evm');
    const to = await addAddress(db(), books, first(books), chain.deps.chain.id);
    await chain.follow();
    chain.grow([payment('kept', -1, to, 10n, 'ETH')], 3);
    await chain.follow();
    const all = chain.blocks;
    chain.cut(1);
    await chain.follow();
    expect((await balance(books, 'ETH')).available).toBe(10n);
    chain.blocks = all;
    chain.grow();
    expect(await chain.follow()).toBe('followed');
    expect((await balance(books, 'ETH')).available).toBe(10n);
    expect(await findFreezes(db(), books.workspaceId)).toEqual([]);
  });

  it('that forgets a block below its own tip takes nothing back', async () => {
    const books = await makeBooks(db());
    const chain = await makeChain(db(), 'evm');
    const to = await addAddress(db(), books, first(books), chain.deps.chain.id);
    await chain.follow();
    chain.grow([payment('kept too', -1, to, 10n, 'ETH')], 3);
    await chain.follow();
    chain.grow();
    const { header } = chain.deps.reader;
    Object.assign(chain.deps.reader, { header: async () => undefined });
    await chain.follow();
    expect((await balance(books, 'ETH')).available).toBe(10n);
    Object.assign(chain.deps.reader, { header });
    expect(await chain.follow()).toBe('followed');
  });
});

describe('deposits', () => {
  it('are credited although another one of their chain cannot be', async () => {
    const [bad, good] = [await makeBooks(db()), await makeBooks(db())];
    const chain = await makeChain(db(), 'evm');
    const a = await addAddress(db(), bad, first(bad), chain.deps.chain.id);
    const b = await addAddress(db(), good, first(good), chain.deps.chain.id);
    Object.assign(chain.deps.reader, {
      balance: async (address: string) => (address === a ? Promise.reject(new Error('a broken token')) : 10n ** 30n),
    });
    await chain.follow();
    chain.grow([payment('bad', 1, a, 5n, 'USDC'), payment('good', 2, b, 7n, 'USDC')], 3);
    expect(await chain.follow()).toContain('a broken token');
    expect((await balance(good, 'USDC')).available).toBe(7n);
    expect(await balance(bad, 'USDC')).toMatchObject({ available: 0n, pending_in: 5n });
  });

  it('in a token that members added are taken in up to 2^160 base units, and no more: it may say anything of itself', async () => {
    const books = await makeBooks(db());
    const chain = await makeChain(db(), 'evm');
    const to = await addAddress(db(), books, first(books), chain.deps.chain.id);
    const token = { chain: chain.deps.chain.id, contract: '0xad', symbol: 'BIG', decimals: 6 };
    const { id } = await db()
      .insertInto('assets')
      .values({ ...token, token_id: '' })
      .returning('id')
      .executeTakeFirstOrThrow();
    chain.deps.catalog.add({ ...token, id, name: 'Big' });
    chain.holds = 2n ** 200n;
    await chain.follow();
    const most = 2n ** 160n;
    const of = (txid: string, index: number, amount: bigint) => ({
      ...payment(txid, index, to, amount, 'BIG'),
      contract: '0xad',
    });
    chain.grow([of('within', 1, most), of('beyond', 2, most + 1n), of('far beyond', 3, 2n ** 256n - 1n)], 3);
    expect(await chain.follow()).toBe('followed');
    const { rows } = await sql<{ txid: string; status: number }>`
      select txid, status from deposits where asset_id = ${id} order by id`.execute(db());
    expect(rows).toEqual([{ txid: 'within', status: 2000 }]);
    expect(await findDrift(db())).toEqual([]);
  });

  it('to the change address of another sub-wallet of ours are in its books, and own change is no deposit', async () => {
    const books = await makeBooks(db(), 2);
    const [payer, receiver] = books.subWallets as [SubWalletId, SubWalletId];
    const chain = await makeChain(db(), 'bitcoin');
    const own = await addAddress(db(), books, payer, chain.deps.chain.id, 0);
    const change = await addAddress(db(), books, payer, chain.deps.chain.id, 1);
    const theirs = await addAddress(db(), books, receiver, chain.deps.chain.id, 1);
    await chain.follow();
    chain.grow([payment('in', 0, own, 100n, 'BTC')], 3);
    await chain.follow();
    await payingOrder(books, payer, chain.deps.catalog.coin({ symbol: 'BTC' }), own, theirs, 'out');
    chain.grow([payment('out', 0, theirs, 50n, 'BTC'), payment('out', 1, change, 49n, 'BTC')], 3);
    await chain.follow();
    expect((await balance(books, 'BTC', receiver)).available).toBe(50n);
    expect(await balance(books, 'BTC', payer)).toMatchObject({ available: 49n, frozen: 51n, pending_in: 0n });
    const kinds = await sql<{ vout: number; kind: string }>`
      select vout, kind from utxos where chain = ${chain.deps.chain.id} and txid = 'out' order by vout`.execute(db());
    expect(kinds.rows).toEqual([
      { vout: 0, kind: 'deposit' },
      { vout: 1, kind: 'change' },
    ]);
  });
});

/** An order whose signed transaction is on its way. */
async function payingOrder(
  books: Books,
  subWalletId: SubWalletId,
  coin: Coin,
  from: string,
  to: string,
  txid: string,
): Promise<void> {
  const digest = randomUUID().replaceAll('-', '').padEnd(64, '0');
  const request = { ...coin, feeAsset: coin.asset, subWalletId, from, to };
  const asked = newOrder(books, { ...request, amount: 50n, maxFee: 1n, requestHash: digest }, { digest });
  const taken = await createAccept(db())(asked);
  if (taken.state !== 'accepted') throw new Error(taken.state);
  const set = (change: ReturnType<typeof sql>) => sql`update orders set ${change} where id = ${taken.id as OrderId}`;
  await set(sql`status = 1100`).execute(db());
  await set(sql`raw = '00', txid = ${txid}`).execute(db());
  await set(sql`status = 1200`).execute(db());
}
