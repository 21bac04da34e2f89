import { expect, it } from 'vitest';
import { firstLie } from './meaning/run.ts';

const seed = Number(process.env.HOLDFAST_SEED ?? Date.now() % 1_000_000);

it(`over 100,000 transactions, what the sentences of rules say is what signers do (seed ${seed})`, () => {
  expect(firstLie(seed, 100_000)).toBeUndefined();
}, 600_000);
