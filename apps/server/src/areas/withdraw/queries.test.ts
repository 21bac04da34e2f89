import type { UserId } from '@holdfast/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LongHistory, startLongHistory } from '../../test/long-history.ts';
import { knownAddresses, lastPaidTo } from './queries.ts';

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
