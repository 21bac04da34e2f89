import type { SubWalletId, UserId } from '@holdfast/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestDatabase } from '../../../test/index.ts';
import { makePeople } from '../../ledger/test/books.ts';
import { explained } from '../../test/explained.ts';
import { type LongHistory, startLongHistory } from '../../test/long-history.ts';
import { fillWallets } from '../../test/many-wallets.ts';
import { findAccount, knownAddresses, lastPaidTo } from './queries.ts';

let long: LongHistory;
beforeAll(async () => {
  long = await startLongHistory();
});
afterAll(() => long?.close());

test('asking whether an address was ever paid to does not read the history', async () => {
  expect(await long.rowsRead(() => lastPaidTo(long.db, long.workspaceId, 'evm:1', 'nobody'))).toBeLessThan(200);
  for (const paid of ['to77', 'further77', 'further1077'])
    expect(await lastPaidTo(long.db, long.workspaceId, 'evm:1', paid)).toBeInstanceOf(Date);
});

test('whoever was paid lately beside others is known too, so that a look-alike is told apart', async () => {
  const known = await knownAddresses(long.db, { workspaceId: long.workspaceId, userId: 1 as UserId }, 'evm:1');
  expect(known).toEqual(expect.arrayContaining([{ address: 'to77' }, { address: 'further77' }]));
});

test('the account that a payment leaves from is found without reading the other addresses of its sub-wallet', async () => {
  const base = await startTestDatabase();
  const { workspaceId, userId, subWallets } = await makePeople(base.db);
  const [subWalletId, chain] = [subWallets[0] as SubWalletId, 'bitcoin:x'];
  await fillWallets(base.pool, {
    workspaceId,
    userId,
    wallets: 1,
    chains: [chain],
    busy: { subWalletId, chain, addresses: 5_000 },
    assets: [],
  });
  const { result, reads } = await explained(base.connection, (db) => findAccount(db, workspaceId, subWalletId, chain));
  expect(result?.path).toBe(`m/1/${subWalletId}/0/0`);
  expect(reads.reduce((sum, { rows }) => sum + rows, 0)).toBeLessThanOrEqual(10);
  await base.close();
});
