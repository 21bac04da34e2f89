import { randomUUID } from 'node:crypto';
import type { OrderId, SubWalletId } from '@holdfast/contract';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../test/index.ts';
import { inTransaction, sqlState } from '../db/transaction.ts';
import { findDrift } from '../ledger/service.ts';
import { balanceOf } from '../ledger/test/assets.ts';
import { type Books, fund, makeBooks } from '../ledger/test/books.ts';
import { createAccept, type NewOrder } from './accept.ts';
import { lockOrder, moveOrder, releaseOrder } from './moves.ts';
import { canMove, holding, isFinal, moves, statusOf } from './states.ts';
import { newOrder, type RequestChange } from './test/requests.ts';

let base: TestDatabase;
let books: Books;
beforeAll(async () => {
  base = await startTestDatabase();
  books = await makeBooks(base.db, 4);
});
afterAll(() => base.close());

const sub = (n: number) => books.subWallets[n] as SubWalletId;
const order = (request: RequestChange = {}, change: Partial<NewOrder> = {}): NewOrder =>
  newOrder(books, request, change);

describe('accepting', () => {
  it('lets exactly one of 100 parallel withdrawals of the whole balance pass', async () => {
    await fund(base.db, books, sub(0), 'ETH', 100n);
    // Four acceptors stand for four server processes.
    const servers = Array.from({ length: 4 }, () => createAccept(base.db));
    const results = await Promise.all(
      Array.from({ length: 100 }, (_, i) => (servers[i % 4] as (typeof servers)[0])(order())),
    );
    expect(results.filter(({ state }) => state === 'accepted')).toHaveLength(1);
    expect(results.filter((r) => r.state === 'short' && r.of === 'balance')).toHaveLength(99);
    expect(await balanceOf(base.db, books.workspaceId, sub(0), 'ETH')).toMatchObject({ available: 0n, frozen: 100n });
    expect(await findDrift(base.db)).toEqual([]);
  });
  it('makes one order of one request id, whoever is faster, and holds once', async () => {
    await fund(base.db, books, sub(1), 'ETH', 1000n);
    const requestId = randomUUID();
    const servers = Array.from({ length: 4 }, () => createAccept(base.db));
    const results = await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        (servers[i % 4] as (typeof servers)[0])(order({ subWalletId: sub(1), requestId })),
      ),
    );
    const ids = results.map((r) => (r.state === 'accepted' || r.state === 'repeated' ? r.id : 0));
    expect(new Set(ids).size).toBe(1);
    expect(results.filter(({ state }) => state === 'accepted')).toHaveLength(1);
    expect((await balanceOf(base.db, books.workspaceId, sub(1), 'ETH')).frozen).toBe(100n);
  });
  it('tells another body under the same request id apart, also when the balance is gone', async () => {
    const accept = createAccept(base.db);
    await fund(base.db, books, sub(2), 'ETH', 100n);
    const first = order({ subWalletId: sub(2) });
    expect(await accept(first)).toMatchObject({ state: 'accepted' });
    expect(await accept({ ...first, intentId: randomUUID() })).toMatchObject({ state: 'repeated' });
    const { requestId } = first.request;
    const other = order({ subWalletId: sub(2), requestId, requestHash: 'b'.repeat(64), amount: 1n });
    expect(await accept(other)).toEqual({ state: 'mismatch' });
  });
  it('names the missing fee of a token payment, and a failed try leaves nothing in the way of a later one', async () => {
    const accept = createAccept(base.db);
    await fund(base.db, books, sub(3), 'USDC', 500n);
    const token = order({ subWalletId: sub(3), ...books.catalog.coin({ symbol: 'USDC' }), amount: 500n });
    expect(await accept(token)).toEqual({ state: 'short', of: 'fee' });
    await fund(base.db, books, sub(3), 'ETH', 10n);
    expect(await accept(token)).toMatchObject({ state: 'accepted' });
    expect(await balanceOf(base.db, books.workspaceId, sub(3), 'USDC')).toMatchObject({
      available: 0n,
      frozen: 500n,
    });
    expect(await balanceOf(base.db, books.workspaceId, sub(3), 'ETH')).toMatchObject({ available: 0n, frozen: 10n });
  });
  it('holds the sum of what it pays to several, and keeps each of them as it was asked for', async () => {
    await fund(base.db, books, sub(3), 'BTC', 1_000n);
    const { asset, chain } = books.catalog.coin({ symbol: 'BTC' });
    const outputs = [
      { address: 'one', amount: 300n, memo: 'a', entry: '', path: '' },
      { address: 'two', amount: 600n, memo: '', entry: '', path: '' },
    ];
    const made = await createAccept(base.db)(
      order({ subWalletId: sub(3), chain, asset, feeAsset: asset, outputs, maxFee: 50n }),
    );
    if (made.state !== 'accepted') throw new Error(made.state);
    expect(await balanceOf(base.db, books.workspaceId, sub(3), 'BTC')).toMatchObject({
      available: 50n,
      frozen: 950n,
    });
    const row = base.db.selectFrom('orders').selectAll().where('id', '=', made.id);
    expect(await row.executeTakeFirstOrThrow()).toMatchObject({
      ...{ amount: 900n, address_to: 'one', memo: 'a' },
      outputs: [
        { address: 'one', amount: '300', memo: 'a' },
        { address: 'two', amount: '600', memo: '' },
      ],
    });
    const change = (outputs: unknown) =>
      base.db
        .updateTable('orders')
        .set({ outputs: JSON.stringify(outputs) })
        .where('id', '=', made.id)
        .execute();
    await expect(change([{ address: 'one', amount: '900', memo: 'a' }])).rejects.toThrow('not to be changed');
  });
  it('keeps which asset is paid', async () => {
    await fund(base.db, books, sub(0), 'USDC', 7n);
    await fund(base.db, books, sub(0), 'ETH', 10n);
    const coin = books.catalog.coin({ symbol: 'USDC' });
    const made = await createAccept(base.db)(order({ ...coin, amount: 7n }));
    if (made.state !== 'accepted') throw new Error(made.state);
    const row = base.db.selectFrom('orders').select('asset_id').where('id', '=', made.id);
    expect(await row.executeTakeFirstOrThrow()).toEqual({ asset_id: coin.asset.id });
  });
  it('takes no row whose outputs are not what it pays', async () => {
    const asked = {
      ...{
        workspace_id: books.workspaceId,
        sub_wallet_id: sub(3),
        kind: 'withdraw',
        asset_id: books.id('BTC'),
        amount: '10',
      },
      ...{ fee_symbol: 'BTC', max_fee: '1', address_to: 'one', memo: '' },
    };
    const accept = (outputs: unknown) =>
      sql`select * from orders_accept(${JSON.stringify([{ ...asked, outputs }])}::jsonb)`.execute(base.db);
    const one = { address: 'one', amount: '10', memo: '' };
    for (const outputs of [
      [],
      [{ ...one, amount: '9' }],
      [one, one],
      [{ ...one, address: 'two' }],
      [{ ...one, memo: 'x' }],
    ])
      await expect(accept(outputs)).rejects.toThrow('not what it pays');
  });
  it('does a batch whose one order is broken again one by one', async () => {
    const accept = createAccept(base.db);
    await fund(base.db, books, sub(3), 'ETH', 100n);
    const bad = order({ subWalletId: sub(3) }, { digest: 'short' });
    const results = await Promise.allSettled([accept(bad), accept(order({ subWalletId: sub(3) }))]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  });
});

describe('states', () => {
  it('are the same set in code and database', async () => {
    const rows = await sql<{
      from_status: number;
      to_status: number;
    }>`select from_status, to_status from order_moves`.execute(base.db);
    const inDatabase = rows.rows.map((row) => `${row.from_status}>${row.to_status}`).sort();
    const inCode = Object.entries(moves)
      .flatMap(([from, to]) => to.map((each) => `${from}>${each}`))
      .sort();
    expect(inDatabase).toEqual(inCode);
  });
  it('only ever move along the diagram, and a hold stands exactly while the order is open', async () => {
    const accept = createAccept(base.db);
    const all = Object.keys(moves).map(Number).map(statusOf);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...all), { minLength: 1, maxLength: 6 }), async (path) => {
        await fund(base.db, books, sub(1), 'ETH', 100n);
        const made = await accept(order({ subWalletId: sub(1) }));
        if (made.state !== 'accepted') throw new Error('not accepted');
        let at = statusOf(made.status);
        for (const to of path) {
          const before = (await balanceOf(base.db, books.workspaceId, sub(1), 'ETH')).frozen;
          const moved = await tryMove(made.id, to);
          expect(moved).toBe(canMove(at, to));
          if (!moved) continue;
          at = to;
          const after = (await balanceOf(base.db, books.workspaceId, sub(1), 'ETH')).frozen;
          expect(before - after).toBe(isFinal(to) ? 100n : 0n);
          expect(holding.includes(to)).toBe(!isFinal(to));
        }
        expect(await findDrift(base.db)).toEqual([]);
      }),
      { numRuns: 25 },
    );
  });
  it('cannot be forced past the database', async () => {
    await fund(base.db, books, sub(1), 'ETH', 100n);
    const made = await createAccept(base.db)(order({ subWalletId: sub(1) }));
    const id = (made as { id: OrderId }).id;
    const force = (set: string) =>
      sql`update orders set ${sql.raw(set)} where id = ${id}`.execute(base.db).then(() => 'done', sqlState);
    expect(await force('status = 2000')).toBe('HF010');
    expect(await force('amount = 1')).toBe('HF011');
    expect(await force("address_to = 'thief'")).toBe('HF011');
    // Asked for again, in whole and only while it waits.
    expect(await force(`intent = '{"to":"thief"}'`)).toBe('HF011');
    expect(await force(`intent_id = gen_random_uuid(), intent = '{"v":"2"}'`)).toBe('done');
    expect(await force('status = 1100')).toBe('done');
    expect(await force(`intent_id = gen_random_uuid(), intent = '{"v":"3"}'`)).toBe('HF011');
    expect(await force('status = 1200')).toBe('23514');
    expect(await force("raw = 'aa', txid = 'bb', status = 1200")).toBe('done');
    expect(await force("raw = 'cc'")).toBe('HF012');
  });
});

/** Tries a move as the code does it; false when it is refused as no move. */
async function tryMove(id: OrderId, to: ReturnType<typeof statusOf>): Promise<boolean> {
  try {
    await inTransaction(base.db, async (tx) => {
      const row = await lockOrder(tx, id);
      if (!row) throw new Error('gone');
      const move = { to, sub: 'test', actor: 'system' };
      if (to === 1200) await tx.updateTable('orders').set({ raw: 'aa', txid: 'bb' }).where('id', '=', id).execute();
      if (isFinal(to)) await releaseOrder(tx, row, move, true);
      else await moveOrder(tx, row, move);
    });
    return true;
  } catch (error) {
    if (error instanceof Error && error.message.includes('is no move')) return false;
    throw error;
  }
}

describe('lanes', () => {
  it('hand out nonces without a gap under concurrency, again the same to the same order, and fill holes first', async () => {
    await fund(base.db, books, sub(2), 'ETH', 100_000n);
    const accept = createAccept(base.db);
    const made = await Promise.all(Array.from({ length: 30 }, () => accept(order({ subWalletId: sub(2) }))));
    const ids = made.map((each) => (each as { id: OrderId }).id);
    const take = async (id: OrderId) =>
      (await sql<{ n: number }>`select lane_take('evm:1', 'acc', ${id}, 5) as n`.execute(base.db)).rows[0]?.n ?? -1;
    const first = await Promise.all([...ids.slice(0, 20), ...ids.slice(0, 20)].map(take));
    expect(first.slice(0, 20)).toEqual(first.slice(20));
    expect([...first.slice(0, 20)].sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, i) => i + 5));
    const byNonce = new Map(first.slice(0, 20).map((n, i) => [n, ids[i] as OrderId]));
    for (const n of [10, 23, 24]) await sql`select lane_give_back(${byNonce.get(n) as OrderId})`.execute(base.db);
    const next = [await take(ids[20] as OrderId), await take(ids[21] as OrderId), await take(ids[22] as OrderId)];
    expect(next).toEqual([10, 23, 24]);
  });
});
