import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LongHistory, startLongHistory } from '../../test/long-history.ts';
import { lastPaidTo } from './queries.ts';

let long: LongHistory;
beforeAll(async () => {
  long = await startLongHistory();
});
afterAll(() => long?.close());

test('asking whether an address was ever paid to does not read the history', async () => {
  expect(await long.rowsRead(() => lastPaidTo(long.db, long.workspaceId, 'evm:1', 'nobody'))).toBeLessThan(200);
  expect(await lastPaidTo(long.db, long.workspaceId, 'evm:1', 'to77')).toBeInstanceOf(Date);
});
