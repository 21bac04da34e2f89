import { orderStatus } from '@holdfast/contract';
import { expect, it } from 'vitest';
import { startTestDatabase } from '../../test/index.ts';
import { fund, makeBooks } from '../ledger/test/books.ts';
import { explained } from '../test/explained.ts';
import { createAccept } from './accept.ts';
import { claimOrders } from './queries.ts';
import { newOrder } from './test/requests.ts';

const [many, taken] = [600, 8];

it('a claim reads about what it takes, however many orders are due at one and the same moment', async () => {
  const base = await startTestDatabase();
  try {
    const books = await makeBooks(base.db, 1);
    const [subWalletId] = books.subWallets;
    if (subWalletId === undefined) throw new Error('no sub-wallet');
    await fund(base.db, books, subWalletId, 'ETH', 10n ** 24n);
    const accept = createAccept(base.db);
    const asked = Array.from({ length: many }, () => accept(newOrder(books, { subWalletId, amount: 1n })));
    for (const { state } of await Promise.all(asked)) expect(state).toBe('accepted');
    // As after a change of the rules, when all of them are looked at again.
    await base.pool.query('update orders set next_at = now(); analyze orders');
    const { result, reads } = await explained(base.connection, (db) =>
      claimOrders(db, orderStatus.awaitingApproval, taken),
    );
    expect(result).toHaveLength(taken);
    expect(reads.reduce((sum, { rows }) => sum + rows, 0)).toBeLessThanOrEqual(10 * taken);
  } finally {
    await base.close();
  }
});
