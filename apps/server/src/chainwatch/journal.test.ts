import { expect, test } from 'vitest';
import { startTestDatabase } from '../../test/index.ts';
import { findFreezes } from '../ledger/service.ts';
import { fund, makeBooks } from '../ledger/test/books.ts';
import type { ChainDeps } from './deps.ts';
import { checkJournal } from './reconcile.ts';

test('a write past the ledger that touches many balances freezes each coin once, and says how many', async () => {
  const base = await startTestDatabase();
  try {
    const { db } = base;
    const books = await makeBooks(db, 2);
    for (const subWallet of books.subWallets)
      for (const symbol of ['ETH', 'USDC']) await fund(db, books, subWallet, symbol, 5n);
    await base.pool.query(`begin; set local session_replication_role = 'replica';
      update balances set available = available + 1; commit`);
    const told: object[] = [];
    const nothing = (): void => undefined;
    const log: ChainDeps['log'] = { info: nothing, warn: nothing, error: (of) => void told.push(of) };
    expect(await checkJournal({ db, log }, 'all')).toBe(4);
    const { workspaceId, subWallets } = books;
    expect(told).toHaveLength(2);
    for (const symbol of ['ETH', 'USDC']) {
      const subWalletId: unknown = expect.toBeOneOf(subWallets);
      expect(told).toContainEqual({ workspaceId, assetId: books.id(symbol), subWalletId, more: 1 });
    }
    expect((await findFreezes(db, workspaceId)).map(({ symbol }) => symbol)).toEqual(['ETH', 'USDC']);
  } finally {
    await base.close();
  }
});
