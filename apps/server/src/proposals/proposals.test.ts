import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../test/index.ts';
import { proposalMoves } from './states.ts';

let base: TestDatabase;
beforeAll(async () => {
  base = await startTestDatabase();
});
afterAll(() => base.close());

it('moves are the same in the database', async () => {
  const { rows } = await base.pool.query('select from_status, to_status from proposal_moves order by 1, 2');
  const here = Object.entries(proposalMoves).flatMap(([from, to]) => to.map((each) => `${from}>${each}`));
  expect(rows.map((row) => `${row.from_status}>${row.to_status}`).sort()).toEqual(here.sort());
});
