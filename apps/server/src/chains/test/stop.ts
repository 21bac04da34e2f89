import { randomUUID } from 'node:crypto';
import { refusalOf } from '@holdfast/testkit';
import { expect } from 'vitest';
import type { TestServer } from '../../../test/index.ts';
import type { SetUp } from '../../../test/set-up.ts';
import { findFreezes, move, post } from '../../ledger/service.ts';
import { idOf } from '../../ledger/test/assets.ts';

/** Books that claim one unit more than the chain holds stop their coin by themselves; it goes on by a person's word, once both agree. */
export async function stopsWhereBooksClaimMore(
  { database: { db } }: TestServer,
  { api, workspaceId, subWalletId }: SetUp,
  symbol: string,
  address: string,
): Promise<void> {
  const assetId = await idOf(db, symbol);
  const book = (from: 'chain' | 'available', to: 'chain' | 'available') =>
    post(db, {
      workspaceId,
      kind: 'deposit_credited',
      ref: `test:${randomUUID()}`,
      entries: move(subWalletId, assetId, from, to, 1n),
    });
  const stopped = async () => (await findFreezes(db, workspaceId)).map(({ symbol: of, reason }) => [of, reason]);
  const pay = { sub_wallet_id: subWalletId, symbol, address_to: address, amount: '1' };
  await book('chain', 'available');
  await expect.poll(stopped, { timeout: 30_000 }).toEqual([[symbol, 'ledger_above_chain']]);
  expect(await refusalOf(api.withdraw.create({ ...pay, request_id: randomUUID() }))).toBe('transfersSuspended');
  expect(await refusalOf(api.transaction.unfreeze({ symbol }))).toBe('transfersSuspended');
  await book('available', 'chain');
  expect(await refusalOf(api.transaction.unfreeze({ symbol }))).toBe('accepted');
  expect(await stopped()).toEqual([]);
}
