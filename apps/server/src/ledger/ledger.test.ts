import type { SubWalletId } from '@holdfast/contract';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../test/index.ts';
import { sqlState } from '../db/transaction.ts';
import { balanceHistory, findDrift, findNewDrift, move, post, returnStake, settleHold, totalOf } from './service.ts';
import { balanceOf } from './test/assets.ts';
import { type Books, fund, makeBooks } from './test/books.ts';

let base: TestDatabase;
let books: Books;
let wallet: SubWalletId;
beforeAll(async () => {
  base = await startTestDatabase();
  books = await makeBooks(base.db, 4);
  wallet = books.subWallets[0] as SubWalletId;
});
afterAll(() => base.close());

const stateOf = async (work: Promise<unknown>): Promise<string | undefined> => work.then(() => 'done', sqlState);

describe('the journal', () => {
  it('refuses entries that do not sum to zero per asset', async () => {
    const entries = [
      { subWalletId: wallet, assetId: books.id('ETH'), bucket: 'chain', amount: -5n },
      { subWalletId: wallet, assetId: books.id('USDC'), bucket: 'available', amount: 5n },
    ] as const;
    expect(await stateOf(post(base.db, { ...books, kind: 'deposit_credited', ref: 'uneven', entries }))).toBe('HF002');
    expect((await balanceOf(base.db, books.workspaceId, wallet, 'USDC')).available).toBe(0n);
  });
  it('is append-only, and balances move by postings only', async () => {
    await fund(base.db, books, wallet, 'ETH', 7n);
    expect(await stateOf(sql`update ledger_entries set amount = 8`.execute(base.db))).toBe('HF001');
    expect(await stateOf(sql`delete from ledger_entries`.execute(base.db))).toBe('HF001');
    expect(await stateOf(sql`truncate ledger_transfers cascade`.execute(base.db))).toBe('HF001');
    expect(await stateOf(sql`update balances set available = available + 1`.execute(base.db))).toBe('HF003');
    expect(await stateOf(sql`delete from balances`.execute(base.db))).toBe('HF001');
  });
  it('never lets a bucket go below zero', async () => {
    const entries = move(wallet, books.id('ETH'), 'frozen', 'available', 1n);
    expect(await stateOf(post(base.db, { ...books, kind: 'deposit_reorged', ref: 'below', entries }))).toBe('23514');
  });
  it('posts the same cause once, also when two do it at the same time', async () => {
    const posting = {
      ...books,
      kind: 'deposit_credited',
      ref: 'twice',
      entries: move(wallet, books.id('BTC'), 'chain', 'available', 9n),
    } as const;
    const fresh = await Promise.all(Array.from({ length: 8 }, () => post(base.db, posting)));
    expect(fresh.filter(Boolean)).toHaveLength(1);
    expect((await balanceOf(base.db, books.workspaceId, wallet, 'BTC')).available).toBe(9n);
  });
  it('holds amounts up to 2^256 - 1 exactly', async () => {
    const most = (1n << 256n) - 1n;
    const last = books.subWallets[3] as SubWalletId;
    await fund(base.db, books, last, 'BTC', most);
    expect((await balanceOf(base.db, books.workspaceId, last, 'BTC')).available).toBe(most);
  });
  it('cannot spend more than the hold, and ends a hold once', async () => {
    const sub = books.subWallets[1] as SubWalletId;
    const eth = books.id('ETH');
    await fund(base.db, books, sub, 'ETH', 100n);
    await sql`select ledger_reserve(${books.workspaceId}, ${sub}, 'hold:1', ${eth}, 60, ${eth}, 10)`.execute(base.db);
    const end = { workspaceId: books.workspaceId, ref: 'hold:1', assetId: eth, feeAssetId: eth };
    expect(await stateOf(settleHold(base.db, { ...end, spent: 60n, fee: 11n }))).toBe('HF005');
    expect(await settleHold(base.db, { ...end, spent: 60n, fee: 4n })).toBe(true);
    expect(await settleHold(base.db, { ...end, spent: 0n, fee: 0n })).toBe(false);
    expect(await balanceOf(base.db, books.workspaceId, sub, 'ETH')).toMatchObject({ available: 36n, frozen: 0n });
  });
  it('keeps what is staked as a part of the balance, and takes in what came back once, whoever staked it', async () => {
    const sub = books.subWallets[1] as SubWalletId;
    const eth = books.id('ETH');
    const of = { workspaceId: books.workspaceId, subWalletId: sub, assetId: eth };
    const stand = () => balanceOf(base.db, books.workspaceId, sub, 'ETH');
    await sql`select ledger_reserve(${books.workspaceId}, ${sub}, 'hold:2', ${eth}, 30, ${eth}, 2)`.execute(base.db);
    await settleHold(base.db, { ...of, ref: 'hold:2', to: 'staked', spent: 30n, feeAssetId: eth, fee: 1n });
    expect(await stand()).toMatchObject({ available: 5n, frozen: 0n, staked: 30n });
    expect(totalOf(await stand())).toBe(35n);
    for (let n = 0; n < 2; n++) await returnStake(base.db, of, 'hold:3', 10n);
    expect(await stand()).toMatchObject({ available: 15n, staked: 20n });
    await returnStake(base.db, of, 'hold:4', 25n);
    expect(await stand()).toMatchObject({ available: 40n, staked: 0n });
    const range = { subWalletId: sub, start: new Date(0), end: new Date(Date.now() + 1_000), points: 2 };
    expect((await balanceHistory(base.db, books.workspaceId, range)).at(-1)?.units).toBe(40n);
    expect([await findDrift(base.db), await findNewDrift(base.db)]).toEqual([[], []]);
  });
});

describe('balances', () => {
  it('equal a replay of the journal after any mix of postings', async () => {
    const step = fc.record({
      sub: fc.integer({ min: 0, max: 2 }),
      symbol: fc.constantFrom('ETH', 'USDC'),
      amount: fc.bigInt({ min: 1n, max: 50n }),
      kind: fc.constantFrom('in', 'hold', 'spend', 'release'),
    });
    let n = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        for (const { sub, symbol, amount, kind } of steps) {
          const id = books.subWallets[sub] as SubWalletId;
          const ends = {
            in: ['chain', 'available'],
            hold: ['available', 'frozen'],
            spend: ['frozen', 'chain'],
            release: ['frozen', 'available'],
          } as const;
          const [from, to] = ends[kind];
          const done = await stateOf(
            post(base.db, {
              ...books,
              kind: 'deposit_credited',
              ref: `mix:${n++}`,
              entries: move(id, books.id(symbol), from, to, amount),
            }),
          );
          expect(['done', '23514']).toContain(done);
        }
        expect(await findDrift(base.db)).toEqual([]);
      }),
      { numRuns: 12 },
    );
  });
  it('over time end at what is owned now', async () => {
    const sub = books.subWallets[2] as SubWalletId;
    await fund(base.db, books, sub, 'BTC', 5n);
    const points = await balanceHistory(base.db, books.workspaceId, {
      subWalletId: sub,
      start: new Date(Date.now() - 86_400_000),
      end: new Date(Date.now() + 1000),
      points: 5,
    });
    const old = points.filter(({ assetId }) => assetId === books.id('BTC')).map(({ units }) => units);
    expect(old).toEqual([0n, 0n, 0n, 0n, 5n]);
  });
});
