import { canonicalText, parsePolicy } from '@holdfast/policy';
import { ada, bob, policyOf } from '@holdfast/testkit/review';
import { expect, test } from 'vitest';
import { flowText, ruleTold, sayEn } from '../src/sentences.ts';
import { ruleWordsZh } from '../src/words.zh.ts';

const naming = (members: Parameters<typeof policyOf>[0]) => ({
  policy: parsePolicy(canonicalText(policyOf(members) as never)),
  chains: [],
  entries: new Map(),
});
const basic = { level: 'basic', id: '*' } as const;

test('who asks is excluded where others decide, and where one member decides alone nobody is said to be', () => {
  expect(ruleTold(sayEn, 'en-US', naming([ada, bob]), basic)).toContain('initiator excluded');
  const alone = naming([ada]);
  expect(ruleTold(sayEn, 'en-US', alone, basic)).not.toContain('initiator');
  // What the rule itself says is told where rules are compared.
  const [flow] = alone.policy.strategies;
  expect(flow && flowText(sayEn, alone, flow)).toContain('initiator excluded');
});

test('nothing is told of no rule, nor of one that these rules do not have', () => {
  expect(ruleTold(sayEn, 'en-US', naming([ada, bob]), undefined)).toBe('');
  expect(ruleTold(sayEn, 'en-US', naming([ada, bob]), { level: 'senior', id: 'gone' })).toBe('');
  expect(ruleTold(sayEn, 'en-US', naming([ada, bob]), { level: 'basic', id: '99' })).toBe('');
});

test('in Chinese no blank stands around what joins names or steps', () => {
  const { listJoin, listOr, rule_then, rule_argAnd } = ruleWordsZh;
  for (const join of [listJoin, listOr, rule_then, rule_argAnd]) expect(join).toMatch(/^\S+$/u);
});
