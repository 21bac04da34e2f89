import { randomFrom } from '@holdfast/testkit/random';
import { testChains } from '@holdfast/testkit/review';
import type { Naming } from '../../src/clauses/clause.ts';
import { flowPhrase, rulePhrase } from '../../src/sentence.ts';
import { ruleWordsEn } from '../../src/words.en.ts';
import { ruleWordsZh } from '../../src/words.zh.ts';
import { decide } from './decide.ts';
import { type Heard, hear, type Words } from './heard.ts';
import { judge } from './judge.ts';
import { madeDeed, madePolicy } from './made.ts';

const both: readonly Words[] = [ruleWordsEn, ruleWordsZh];
const deedsPerPolicy = 10;

const whole = (heard: ReturnType<typeof hear>): Heard[] => heard.flatMap((one) => ('word' in one ? [one] : []));

/**
 * Makes documents and transactions, decides each by the sentences that pages show, and as signers do.
 * @param page what it knows, and the words that it has, where these are not its own
 * @returns the first that differs, told; undefined when none does
 */
export function firstLie(
  seed: number,
  cases: number,
  page: { readonly chains?: Naming['chains']; readonly languages?: readonly Words[] } = {},
): string | undefined {
  const { chains = testChains, languages = both } = page;
  const random = randomFrom(seed);
  for (let done = 0; done < cases; done += deedsPerPolicy) {
    const policy = madePolicy(random);
    const naming = { policy, chains, entries: new Map() };
    const told = languages.map((words) => ({
      rules: policy.senior.map((rule) => whole(hear(words, rulePhrase(naming, rule)))),
      basic: policy.strategies.flatMap((flow) => whole(hear(words, flowPhrase(naming, flow)))),
    }));
    for (let n = 0; n < deedsPerPolicy; n += 1) {
      const deed = madeDeed(random);
      const judged = JSON.stringify(judge(policy, deed));
      const shown = told.map(({ rules, basic }) => JSON.stringify(decide(rules, basic, deed)));
      if (shown.some((one) => one !== judged)) return tellAll({ policy: policy.senior, deed, judged, shown });
    }
  }
  return undefined;
}

const tellAll = (all: object): string =>
  JSON.stringify(all, (_, value) => (typeof value === 'bigint' ? String(value) : value), 1);
