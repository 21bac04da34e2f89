import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LongHistory, startLongHistory } from '../../test/long-history.ts';
import { paymentsTo } from './queries.ts';

let long: LongHistory;
beforeAll(async () => {
  long = await startLongHistory();
});
afterAll(() => long?.close());

test('payments to a payee count whichever of their outputs it was, and do not read the history', async () => {
  const asked = ['to78', 'further1077', 'nobody'];
  const found = async () =>
    (await paymentsTo(long.db, long.workspaceId, asked)).sort((a, b) => (a.address < b.address ? -1 : 1));
  expect(await found()).toMatchObject([
    { address: 'further1077', memo: 'm', used: 1, contract: '' },
    { address: 'to78', memo: '', used: 1, contract: '' },
  ]);
  expect(await long.rowsRead(found)).toBeLessThan(200);
});
