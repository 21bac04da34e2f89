import { checkPolicy } from '@holdfast/policy';
import { ada, bob, cleo, policyOf } from '@holdfast/testkit/review';
import { expect, it } from 'vitest';
import { aloneUpTo, meaningsOf } from '../../lib/flow-meaning.ts';
import { problemsOf } from './draft.ts';
import { imaginedOf, templateKeys, templateOf } from './templates.ts';

const names = { approval: 'Approval', release: 'Release', rule: (key: string) => key };
const ids = () => {
  let n = 0;
  return () => {
    n += 1;
    return `r-${n}`;
  };
};
const policy = policyOf([ada, bob, cleo]);

it.each(templateKeys)('the template %s is sound, and whoever asks under it can pass and needs somebody else', (key) => {
  const next = templateOf(key, policy, names, ids());
  if (!next) throw new Error('no rules');
  expect(problemsOf(policy, next)).toEqual([]);
  const [flow] = next.strategies;
  expect(flow && meaningsOf(next, flow, {}).map(({ name, asks }) => [name, asks])).toEqual([
    ['Ada', 'others'],
    ['Bob', 'no'],
    ['Cleo', 'no'],
  ]);
});

it('a template lets nothing pass without a bound, and pays nobody unlisted out of a treasury', () => {
  const rules = (key: (typeof templateKeys)[number]) => templateOf(key, policy, names, ids())?.senior ?? [];
  for (const key of templateKeys)
    for (const { action, when } of rules(key)) if (action === 'pass') expect(when.amount.upTo).toBe('1000000');
  expect(rules('treasury')[0]).toMatchObject({ action: 'refuse', when: { destinations: { mode: 'unknown' } } });
  expect(
    rules('exchange')
      .map(({ when }) => [when.amount.over, when.amount.hours])
      .slice(0, 2),
  ).toEqual([
    ['10000000', '1'],
    ['50000000', '24'],
  ]);
});

it('a small team is told up to which sum each pays alone; nobody does in the others', () => {
  const sums = templateKeys.map((key) => {
    const next = templateOf(key, policy, names, ids());
    return next && aloneUpTo(next);
  });
  expect(sums).toEqual(['10,000 USD', undefined, undefined]);
});

it('there is no template for somebody who is alone', () => {
  expect(templateKeys.map((key) => templateOf(key, policyOf([ada]), names, ids()))).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

it.each(templateKeys)(
  'before there are people enough %s is read with made-up ones, as few as it takes, and could not be proposed',
  (key) => {
    const alone = policyOf([ada]);
    expect(templateOf(key, alone, names, ids())).toBeUndefined();
    const next = imaginedOf(key, alone, names, ids(), (place) => `New ${place}`);
    if (!next) throw new Error('no rules');
    // Nothing else is wrong with it than what keeps it from being proposed: made-up people have somebody's key.
    expect(checkPolicy(next)).toEqual(['duplicateCredential']);
    const [flow] = next.strategies;
    const told = (flow ? meaningsOf(next, flow, {}) : []).map(({ name, asks }) => [name, asks]);
    expect(told.map(([name]) => name)).toEqual(['Ada', 'New 1']);
    expect(told[0]).toEqual(['Ada', 'others']);
  },
);
