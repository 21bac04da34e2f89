import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../test/index.ts';
import { proposalKinds } from './kinds/index.ts';
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

it('kinds are the same in the database', async () => {
  const { rows } = await base.pool.query(
    "select pg_get_constraintdef(oid) as def from pg_constraint where conrelid = 'proposals'::regclass and conname = 'proposals_kind_check'",
  );
  const there = [...String(rows[0]?.def).matchAll(/'(\w+)'/g)].map(([, kind]) => kind);
  expect(there.sort()).toEqual(Object.keys(proposalKinds).sort());
});
