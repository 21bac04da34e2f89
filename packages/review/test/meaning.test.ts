import { testChains } from '@holdfast/testkit/review';
import { expect, it } from 'vitest';
import { firstLie } from './meaning/run.ts';

const seed = Number(process.env.HOLDFAST_SEED ?? Date.now() % 1_000_000);

it(`what the sentence of a rule says is what signers do with it, in both languages (seed ${seed})`, () => {
  expect(firstLie(seed, 5_000)).toBeUndefined();
});

it('a page that knows a token whatever the case of its letters is found to lie', () => {
  const caseless = testChains.map((chain) => ({
    ...chain,
    assets: chain.assets.flatMap((asset) =>
      asset.contract === '' ? [asset] : [asset, { ...asset, contract: asset.contract.toLowerCase() }],
    ),
  }));
  expect(firstLie(seed, 5_000, caseless)).toBeDefined();
});
