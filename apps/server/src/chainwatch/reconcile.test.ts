import { RpcError } from '@holdfast/chains/rpc';
import type { SubWalletId } from '@holdfast/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../test/index.ts';
import { findFreezes } from '../ledger/service.ts';
import { type Books, fund, makeBooks } from '../ledger/test/books.ts';
import { reconcile, type Turn } from './reconcile.ts';
import { createChainWatch } from './service.ts';
import { addAddress, makeChain } from './test/made-chain.ts';

let base: TestDatabase;
beforeAll(async () => {
  base = await startTestDatabase();
});
afterAll(() => base.close());

const frozen = async ({ workspaceId }: Books) =>
  (await findFreezes(base.db, workspaceId)).map(({ symbol, detail }) => [symbol, detail.sub_wallet]);

/** Sub-wallets of 5 units each, as the chain has them too, each at an address of its own. */
async function settled(count: number, order: (ids: readonly SubWalletId[]) => readonly SubWalletId[]) {
  const books = await makeBooks(base.db, count);
  const chain = await makeChain(base.db, 'evm');
  const addresses = new Map<SubWalletId, string>();
  for (const id of order(books.subWallets)) {
    addresses.set(id, await addAddress(base.db, books, id, chain.deps.chain.id));
    await fund(base.db, books, id, 'ETH', 5n);
  }
  await chain.follow();
  return { books, chain, addresses };
}

test('coins that leave a sub-wallet in which nothing else happens are missed, however many sub-wallets there are', async () => {
  const count = 130;
  // The last one by number is the one that has been quiet longest.
  const { books, chain, addresses } = await settled(count, (ids) => [...ids].reverse());
  const quiet = books.subWallets.at(-1) as SubWalletId;
  const reader = {
    ...chain.deps.reader,
    balance: async (address: string) => (address === addresses.get(quiet) ? 4n : 5n),
  };
  const turn: Turn = new Map();
  for (let round = 0; round < 3; round++) await reconcile({ ...chain.deps, reader }, turn);
  expect(await frozen(books)).toEqual([['ETH', String(quiet)]]);
});

test('an answer that is none about one coin does not hide what is missing of the next', async () => {
  const { books, chain } = await settled(1, (ids) => ids);
  const [only] = books.subWallets as [SubWalletId];
  await fund(base.db, books, only, 'USDC', 5n);
  const reader = {
    ...chain.deps.reader,
    balance: async (_: string, { symbol }: { symbol: string }) => {
      if (symbol === 'ETH') throw new RpcError('badAnswer', 'no number');
      return 4n;
    },
  };
  await reconcile({ ...chain.deps, reader }, new Map());
  expect(await frozen(books)).toEqual([['USDC', String(only)]]);
});

test('another block at the same height is no deficit: neither one that was there before the coins were counted, nor one that came meanwhile', async () => {
  const { books, chain } = await settled(1, (ids) => ids);
  const { tip, header } = chain.deps.reader;
  const other = { hash: `0x${'ab'.repeat(32)}` };
  const swapped = async () => ({ ...(await tip()), ...other });
  const short = { ...chain.deps.reader, balance: async () => 4n };
  await reconcile({ ...chain.deps, reader: { ...short, tip: swapped } }, new Map());
  let counted = false;
  const meanwhile = {
    ...short,
    balance: async () => {
      counted = true;
      return 4n;
    },
    header: async (height: number) => {
      const found = await header(height);
      return found && counted ? { ...found, ...other } : found;
    },
  };
  await reconcile({ ...chain.deps, reader: meanwhile }, new Map());
  expect(counted).toBe(true);
  expect(await frozen(books)).toEqual([]);
  await reconcile({ ...chain.deps, reader: short }, new Map());
  expect(await frozen(books)).toEqual([['ETH', String(books.subWallets[0])]]);
});

test('a node that is away ends the round where it is', async () => {
  const { chain } = await settled(2, (ids) => ids);
  let asked = 0;
  const balance = async () => {
    asked += 1;
    throw new RpcError('unreachable', 'away');
  };
  const deps = { ...chain.deps, reader: { ...chain.deps.reader, balance } };
  await expect(reconcile(deps, new Map())).rejects.toThrow('away');
  expect(asked).toBe(1);
});

test('books and chain are compared also while the journal cannot be read', async () => {
  const { books, chain } = await settled(1, (ids) => ids);
  const reader = { ...chain.deps.reader, balance: async () => 4n };
  const watch = createChainWatch({ ...chain.deps, readerOf: () => reader });
  await sql`alter view ledger_replay rename to ledger_replay_away`.execute(base.db);
  await watch.reconcile();
  expect(await frozen(books)).toContainEqual(['ETH', String(books.subWallets[0])]);
});
