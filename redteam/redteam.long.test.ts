import { randomInt } from 'node:crypto';
import { randomFrom } from '@holdfast/testkit/random';
import { runsOf } from '@holdfast/testkit/runs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scripted } from './attacks/index.ts';
import { build } from './build.ts';
import type { Fixture } from './fixture.ts';
import { randomAttack } from './mutators.ts';
import { realSigner, runAttacks } from './run.ts';

const seed = Number(process.env.HOLDFAST_SEED ?? randomInt(1, 2 ** 31));
const random = randomFrom(seed);
let base: Fixture;
beforeAll(async () => {
  console.log(`seed ${seed}`);
  base = await build();
});
afterAll(() => base?.pair.stop());

/** Every control; of the others a random quarter, and of those that need a pair of signers of their own a tenth; or all, in the full run. */
const chosen = scripted.filter(
  ({ alone, control }) => control || random.between(1, 20) <= runsOf(20, alone ? 0.1 : 0.25),
);

test('there are enough attacks, each named once, and every family has a control that is admitted', () => {
  const names = scripted.map(({ family, name }) => `${family}: ${name}`);
  expect(new Set(names).size).toBe(names.length);
  expect(scripted.filter(({ control }) => !control).length).toBeGreaterThanOrEqual(200);
  for (const family of new Set(scripted.map((attack) => attack.family)))
    expect(scripted.some((attack) => attack.family === family && attack.control)).toBe(true);
});

test('the server’s own keys sign nothing, change no rule and rewrite no log: every attack is refused for its own reason', async () => {
  expect(await runAttacks(base, chosen, realSigner)).toEqual([]);
}, 1_200_000);

test('nor does any request that is broken at random', async () => {
  const attacks = Array.from({ length: runsOf(100, 0.5) }, (_, n) => randomAttack(random, n));
  expect(await runAttacks(base, attacks, realSigner)).toEqual([]);
}, 300_000);
