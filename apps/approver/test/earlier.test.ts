// @vitest-environment jsdom

import { openReview } from '@holdfast/review';
import type { EarlierFacts } from '@holdfast/review/facts';
import { ada, bob, expectedOf, fixtureNow, policyOf, replyOf, signed, transferOf } from '@holdfast/testkit/review';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Said } from '../src/request/decision.ts';
import { besideNotices } from '../src/request/earlier.ts';
import { testScreen } from './screen.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(fixtureNow);
});
afterEach(() => {
  vi.useRealTimers();
});

const policy = policyOf([ada, bob]);
const intent = transferOf(policy);
const payee = intent.outputs[0]?.address ?? '';
const other = (change: Partial<EarlierFacts>): EarlierFacts => ({
  id: '00000000-0000-4000-8000-000000000009',
  standing: 'beside',
  expires: 1_800_000_000_000,
  chain: intent.chain,
  contract: intent.asset.contract,
  outputs: [{ address: payee, amount: intent.outputs[0]?.amount ?? '' }],
  ...change,
});
function told(language: 'en-US' | 'zh-CN', ...earlier: EarlierFacts[]) {
  const review = openReview(replyOf(policy, intent, { earlier }), expectedOf(intent));
  return besideNotices(testScreen(language), review).map((one) => ({
    kind: one.className,
    lines: [...one.querySelectorAll('li')].map((line) => line.textContent ?? ''),
    text: one.textContent ?? '',
  }));
}

it('other payments to a payee stand in one notice, as a list, and what to do is said once above it', () => {
  for (const [language, check] of [
    ['en-US', 'check before you approve'],
    ['zh-CN', '请先查证再批准'],
  ] as const) {
    const [notice, ...more] = told(language, other({ standing: 'settled' }), other({}), other({ standing: 'exposed' }));
    expect(more).toEqual([]);
    expect(notice?.kind).toBe('notice warn');
    expect(notice?.lines).toHaveLength(3);
    expect(notice?.text).toContain(check);
  }
});

it('the payee, whose whole address stands above, is named by its ends; any other address is whole', () => {
  const elsewhere = '0x0000000000000000000000000000000000000001';
  const outputs = [payee, elsewhere].map((address) => ({ address, amount: '1' }));
  const [notice] = told('en-US', other({ standing: 'exposed', outputs }));
  expect(notice?.text).not.toContain(payee);
  expect(notice?.lines[0]).toContain(`to ${payee.slice(0, 6)}…${payee.slice(-4)} `);
  expect(notice?.lines[1]).toContain(elsewhere);
});

it('payments of other amounts to the payee open below a line, without an alarm', () => {
  const paid = { standing: 'settled', outputs: [{ address: payee, amount: '1' }] } as const;
  for (const [language, title, line] of [
    ['en-US', 'Other payments of this wallet', 'Signed before: payment of'],
    ['zh-CN', '该钱包的其他付款', '此前已签署：付款'],
  ] as const) {
    const [quiet, ...more] = told(language, other(paid), other(paid));
    expect([more, quiet?.kind, quiet?.lines.length]).toEqual([[], '', 2]);
    expect(quiet?.text).toContain(title);
    // Whoever asks for the same payment in parts is read about without opening anything.
    expect(quiet?.text).toContain(
      language === 'en-US' ? 'if you were told that one failed' : '如果有人告诉您其中某笔已失败',
    );
    expect(quiet?.lines[0]).toContain(line);
    expect(told(language, other(paid), other({ standing: 'settled' })).map(({ kind }) => kind)).toEqual([
      'notice warn',
      'muted',
    ]);
  }
});

it('what members refused is never in the notice: one is a line, and more open below one', () => {
  const refused = other({ standing: 'refused' });
  for (const [language, line] of [
    ['en-US', 'Refused here by a member: payment of'],
    ['zh-CN', '已有成员在此拒绝：付款'],
  ] as const) {
    expect(told(language, refused)).toMatchObject([{ kind: 'muted', text: expect.stringContaining(line) }]);
    const [quiet, ...more] = told(language, refused, refused);
    expect([more, quiet?.kind, quiet?.lines.length]).toEqual([[], '', 2]);
    expect(quiet?.lines[0]).toContain(line);
    const [loud, beside] = told(language, refused, other({ standing: 'exposed' }));
    expect([loud?.kind, beside?.kind]).toEqual(['notice warn', 'muted']);
    expect(loud?.text).not.toContain(line);
  }
});

it('one is said in a sentence, and of those to others how many there are', () => {
  const [one, ...more] = told('en-US', other({ standing: 'settled' }));
  expect([one?.kind, one?.lines, more]).toEqual(['notice warn', [], []]);
  expect(one?.text).toContain('may already be made: check on the chain before you approve');
  const elsewhere = [{ address: '0x0000000000000000000000000000000000000001', amount: '1' }];
  expect(told('en-US', other({ outputs: elsewhere }))).toMatchObject([{ kind: 'muted', lines: [] }]);
  expect(told('en-US')).toEqual([]);
});

it.each([
  ['en-US', '2 more'],
  ['zh-CN', '另有 2 笔'],
] as const)('of many the first three stand there, and how many open below them, in %s', (language, words) => {
  const standings = ['exposed', 'passing', 'lapsed', 'settled', 'beside'] as const;
  const shown = (count: number) => {
    const earlier = standings.slice(0, count).map((standing) => other({ standing }));
    const [notice, ...more] = besideNotices(
      testScreen(language),
      openReview(replyOf(policy, intent, { earlier }), expectedOf(intent)),
    );
    expect(more).toEqual([]);
    const lines = [...(notice?.querySelectorAll('li') ?? [])];
    return {
      folds: lines.map((line) => line.closest('details:not([open])') !== null),
      title: notice?.querySelector('summary')?.textContent,
    };
  };
  expect(shown(3)).toEqual({ folds: [false, false, false], title: undefined });
  expect(shown(5)).toEqual({ folds: [false, false, false, true, true], title: words });
});

/** The notices of a payment beside another one to the same payee. */
function beside(said: Said, reply: Partial<Parameters<typeof replyOf>[2]> = {}, rules = policy) {
  const asked = transferOf(rules);
  const review = openReview(replyOf(rules, asked, { earlier: [other({})], ...reply }), expectedOf(asked));
  return besideNotices(testScreen(), review, said).length;
}
const keyOf = ({ member }: typeof ada): string => member.credentials[0]?.id ?? '';

it('nobody is told to look before they approve what has ended', () => {
  expect(beside({})).toBe(1);
  for (const state of ['signed', 'closed'] as const) expect([state, beside({}, { state })]).toEqual([state, 0]);
  expect(beside({}, { approvals: [signed(bob, intent, 'refuse')] })).toBe(0);
  expect(beside({}, { approvals: [signed(ada, intent, 'initiate'), signed(bob, intent, 'approve')] })).toBe(0);
  vi.setSystemTime(Number(intent.expires));
  expect(beside({})).toBe(0);
});

it('nobody is told to look before they approve what they have decided on, unless they are asked for an approval as well', () => {
  expect(beside({ done: 'approve', chosen: keyOf(bob) }, { approvals: [signed(bob, intent, 'approve')] })).toBe(0);
  const initiated = { done: 'initiate', chosen: keyOf(ada) } as const;
  expect(beside(initiated, { approvals: [signed(ada, intent, 'initiate')] })).toBe(0);
  const nodes = [{ kind: 'sign' as const, name: 'A', approvers: ['m-ada'], threshold: '1' }];
  const both = policyOf([ada, bob], { strategies: [{ wallet: '*', signProtection: 'off', nodes }] });
  expect(beside(initiated, { approvals: [signed(ada, transferOf(both), 'initiate')] }, both)).toBe(1);
});
