import { testChains } from '@holdfast/testkit/review';
import { expect, it } from 'vitest';
import { clauses } from '../src/clauses/index.ts';
import { ruleWordsEn } from '../src/words.en.ts';
import type { Words } from './meaning/heard.ts';
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
  expect(firstLie(seed, 5_000, { chains: caseless })).toBeDefined();
});

/** Where a lie is found sooner, it ends there: most are within a hundred. */
const most = 100_000;
const withoutWords = (names: readonly string[]): Words => ({
  ...ruleWordsEn,
  ...Object.fromEntries(names.map((name) => [name, ''])),
});

/** No deed here says its arguments, or is a deployment, so no rule here asks for these: `sentence.test.ts` holds their words. */
const inSentences: readonly string[] = ['args', 'deploys', 'nfts'];
it.each(Object.entries(clauses).filter(([name]) => !inSentences.includes(name)))(
  'a page that says nothing of a rule’s %s is found to lie',
  (_, { words }) => {
    const languages = [withoutWords(Object.keys(words.en))];
    expect(firstLie(seed, most, { languages })).toBeDefined();
  },
);

it.each(['rule_windowFees', 'rule_windowStake', 'rule_pages', 'rule_protected', 'rule_off'])(
  'a page without the words of %s is found to lie',
  (name) => {
    expect(firstLie(seed, most, { languages: [withoutWords([name])] })).toBeDefined();
  },
);
