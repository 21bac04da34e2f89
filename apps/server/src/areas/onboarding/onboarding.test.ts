import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Flow, startFlow, until } from '../../test/flow.ts';

let flow: Flow;
beforeAll(async () => {
  flow = await startFlow();
});
afterAll(() => flow?.close());

const done = async () => (await flow.api.onboarding.status({})).steps.flatMap((one) => (one.done ? [one.step] : []));

test('coins that came in, and what somebody notes, are known at once; what nobody did is open', async () => {
  expect((await flow.api.onboarding.status({})).steps.map(({ step }) => step)).toEqual([
    'fund',
    'invite',
    'requireTwo',
    'whitelist',
    'kit',
    'drill',
  ]);
  expect(await done()).toEqual([]);
  await flow.fund('ETH', '1');
  expect(await done()).toEqual([]);
  await flow.mine('evm', 4);
  await until('coins', async () => (await flow.available('ETH')) === '1');
  expect(await done()).toEqual(['fund']);
  await flow.api.health.note({ upkeep: 'kit', remark: 'safe in Bern, bank in Basel' });
  await flow.api.health.note({ upkeep: 'recovery' });
  expect(await done()).toEqual(['fund', 'kit', 'drill']);
});

test('that all of it was done once is kept: none of it comes back', async () => {
  const { pool } = flow.server.database;
  await pool.query('update workspaces set first_steps_done_at = now()');
  expect((await flow.api.onboarding.status({})).steps).toEqual([]);
  await pool.query('update workspaces set first_steps_done_at = null');
  expect(await done()).toEqual(['fund', 'kit', 'drill']);
});
