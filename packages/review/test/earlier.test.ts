import { ada, bob, expectedOf, policyOf, recipient, replyOf, transferOf } from '@holdfast/testkit/review';
import { expect, test } from 'vitest';
import type { EarlierFacts } from '../src/facts.ts';
import { earlierTold, earlierWords, openReview } from '../src/index.ts';

const policy = policyOf([ada, bob]);
const intent = transferOf(policy);
const other = (change: Partial<EarlierFacts>): EarlierFacts => ({
  id: '00000000-0000-4000-8000-000000000009',
  standing: 'beside',
  expires: 1_800_000_000_000,
  chain: intent.chain,
  contract: intent.asset.contract,
  outputs: [{ address: intent.outputs[0]?.address ?? recipient, amount: '1500000000000000000' }],
  ...change,
});
const told = (...earlier: EarlierFacts[]) =>
  earlierTold(openReview(replyOf(policy, intent, { earlier }), expectedOf(intent)));

test.each(['exposed', 'passing', 'replaced', 'beside', 'settled', 'covered', 'lapsed'] as const)(
  'another payment to the same payee is told with its amount and whole address: %s',
  (standing) => {
    const [one] = told(other({ standing }));
    expect(one).toMatchObject({ word: standing, params: { address: intent.outputs[0]?.address } });
    expect(one?.params.amount).toMatch(/^1[.,0-9]+ [A-Z]+$/);
  },
);

test('payments to others are counted, and one that this replaces is told whoever it pays', () => {
  const elsewhere = { outputs: [{ address: '0x0000000000000000000000000000000000000001', amount: '1' }] };
  expect(told(other(elsewhere), other(elsewhere)).map(({ word, params }) => [word, params.count])).toEqual([
    ['others', '2'],
  ]);
  expect(told(other({ ...elsewhere, standing: 'replaced' })).map(({ word }) => word)).toEqual(['replaced']);
});

test('what is told names the same things in both languages', () => {
  const holes = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort();
  for (const [word, text] of Object.entries(earlierWords['en-US']))
    expect([word, holes(earlierWords['zh-CN'][word as keyof (typeof earlierWords)['zh-CN']])]).toEqual([
      word,
      holes(text),
    ]);
});
