import type { SubWalletId } from '@holdfast/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../../test/index.ts';
import { makePeople, type People } from '../../ledger/test/books.ts';
import { explained } from '../../test/explained.ts';
import { fillWallets } from '../../test/many-wallets.ts';
import { findAddresses } from './queries.ts';

/** One wallet with 300,000 addresses among 20,000 others with one each on two chains. */
const addresses = 300_000;
const wallets = 20_000;
const chains = ['bitcoin:x', 'evm:1'];

let base: TestDatabase;
let books: People;
beforeAll(async () => {
  base = await startTestDatabase();
  books = await makePeople(base.db);
  const { workspaceId, userId, subWallets } = books;
  const busy = { subWalletId: subWallets[0] as SubWalletId, chain: 'bitcoin:x', addresses };
  await fillWallets(base.pool, { workspaceId, userId, wallets, chains, busy, assets: [] });
}, 300_000);
afterAll(() => base?.close());

const place = () => ({
  workspaceId: books.workspaceId,
  subWalletId: books.subWallets[0] as SubWalletId,
  chain: 'bitcoin:x',
});
const lists: readonly (readonly [string, { keyword?: string; page?: number }, number])[] = [
  ['first page', {}, 100],
  ['last page', { page: addresses / 20 }, 100],
  ['by part of one', { keyword: 'ef2d127de37b942baad061' }, 100],
  ['by a label', { keyword: 'invoice 77770' }, 2_000],
  ['by what many have', { keyword: 'invoice' }, 32_000],
  ['by what none has', { keyword: 'nobody has this' }, 100],
];
test.each(lists)('%s: reads no more than it needs', async (_what, ask, most) => {
  const { reads } = await explained(base.connection, (db) =>
    findAddresses(db, { ...place(), keyword: '', page: 1, size: 20, ...ask }),
  );
  expect(reads.reduce((sum, { rows }) => sum + rows, 0)).toBeLessThanOrEqual(most);
});

test('every page of addresses follows the one before, all are counted, and each is found by itself', async () => {
  const find = (ask: object) => findAddresses(base.db, { ...place(), keyword: '', page: 1, size: 20, ...ask });
  const [one, two] = [await find({ page: 7 }), await find({ page: 8 })];
  const indexes = [...one.rows, ...two.rows].map(({ index }) => index);
  expect(indexes).toEqual(Array.from({ length: 40 }, (_, n) => 120 + n));
  expect(one).toMatchObject({ total: addresses, bounded: false });
  expect((await find({ page: addresses / 20 + 1 })).rows).toEqual([]);
  const [some] = two.rows;
  expect((await find({ keyword: some?.address.toUpperCase() })).rows.map(({ id }) => id)).toEqual([some?.id]);
  expect(await find({ keyword: 'invoice' })).toMatchObject({ total: 2_000, bounded: true });
});
