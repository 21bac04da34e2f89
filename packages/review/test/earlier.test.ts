import { tickContract } from '@holdfast/policy';
import { ada, bob, expectedOf, policyOf, recipient, replyOf, transferOf } from '@holdfast/testkit/review';
import { expect, test } from 'vitest';
import { earlierDeeds, earlierText, earlierWords } from '../src/earlier.ts';
import type { EarlierFacts } from '../src/facts.ts';
import { earlierTold, openReview } from '../src/index.ts';

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

test.each(['exposed', 'passing', 'replaced', 'beside', 'settled', 'covered', 'lapsed', 'refused'] as const)(
  'another payment to the same payee is told with its amount and whole address: %s',
  (standing) => {
    const outputs = [{ address: intent.outputs[0]?.address ?? '', amount: intent.outputs[0]?.amount ?? '' }];
    const [one] = told(other({ standing, outputs }));
    expect(one).toMatchObject({ word: standing, params: { address: intent.outputs[0]?.address } });
    expect(one?.params.amount).toMatch(/^1[.,0-9]+ [A-Z]+$/);
  },
);

test('says when it was signed, and by whose word it is paid, so that the payment of last month is not taken for one of today', () => {
  const outputs = [{ address: intent.outputs[0]?.address ?? '', amount: intent.outputs[0]?.amount ?? '' }];
  const [one, undated] = told(
    other({ standing: 'settled', outputs, signed: Date.UTC(2026, 9, 27, 9, 30) }),
    other({ standing: 'settled', outputs }),
  );
  if (!one || !undated) throw new Error('not told');
  expect(earlierText(one, 'en-US')).toMatch(
    /^An earlier payment of \S+ [A-Z]+ to \S+ \(2026-10-27 09:30:00 UTC\) was signed, and by the server’s word it is paid or on its way\./,
  );
  expect(earlierText(one, 'zh-CN')).toMatch(
    /^较早的一笔付款（\S+ [A-Z]+ 至 \S+，2026-10-27 09:30:00 UTC）已签署，据服务器称/,
  );
  for (const language of ['en-US', 'zh-CN'] as const) expect(earlierText(undated, language)).not.toContain('UTC');
});

test('one of another amount that is done with, or meant to be made as well, is told without an alarm', () => {
  const to = intent.outputs[0]?.address ?? '';
  const amounts = { same: 10n, less: 9n, fifthMore: 12n, half: 5n, twice: 20n };
  const units = BigInt(intent.outputs[0]?.amount ?? '0') / 10n;
  const seen = (standing: EarlierFacts['standing'], factor: bigint) =>
    told(other({ standing, outputs: [{ address: to, amount: String(units * factor) }] }))[0];
  for (const standing of ['settled', 'covered', 'lapsed', 'beside'] as const) {
    for (const factor of [amounts.same, amounts.less, amounts.fifthMore])
      expect(seen(standing, factor)).toMatchObject({ quiet: false, word: standing });
    for (const factor of [amounts.half, amounts.twice])
      expect(seen(standing, factor)).toMatchObject({
        quiet: true,
        word: standing === 'beside' ? 'underWay' : 'before',
      });
  }
  for (const standing of ['exposed', 'passing', 'replaced'] as const)
    expect(seen(standing, amounts.twice)).toMatchObject({ quiet: false, word: standing });
  for (const factor of [amounts.same, amounts.twice])
    expect(seen('refused', factor)).toMatchObject({ quiet: true, word: 'refused' });
});

test('payments to others are counted, and one that this replaces is told whoever it pays', () => {
  const elsewhere = { outputs: [{ address: '0x0000000000000000000000000000000000000001', amount: '1' }] };
  expect(told(other(elsewhere), other(elsewhere)).map(({ word, params }) => [word, params.count])).toEqual([
    ['others', '2'],
  ]);
  expect(told(other({ ...elsewhere, standing: 'replaced' })).map(({ word }) => word)).toEqual(['replaced']);
});

test('what members refused is told without an alarm, with the time until which it may be signed all the same, and nowhere as what is settled', () => {
  const [one] = told(other({ standing: 'refused' }));
  if (!one) throw new Error('not told');
  expect(earlierText(one, 'en-US')).toContain('if by the rules at signing that refusal does not count');
  expect(one.quiet).toBe(true);
  for (const language of ['en-US', 'zh-CN'] as const) {
    expect(earlierText(one, language)).toContain('2027-01-15 08:00:00 UTC');
    expect(earlierText(one, language)).not.toMatch(/does not sign|不会签署/);
  }
});

test.each([
  ['stake', 'Another stake of 1.5 ETH is signed', '另一笔质押（1.5 ETH）已签署'],
  ['unstake', 'Another unstaking of 1.5 ETH is signed', '另一笔解除质押（1.5 ETH）已签署'],
  ['unfrozen', 'Another withdrawal of unfrozen coins is signed', '另一笔已解锁资产提取已签署'],
  [
    'delegate',
    `Another delegation of 1.5 ETH to ${recipient} is signed`,
    `另一笔资源委托（1.5 ETH 至 ${recipient}）已签署`,
  ],
  [
    'reclaim',
    `Another reclaim of 1.5 ETH from ${recipient} is signed`,
    `另一笔委托收回（1.5 ETH，自 ${recipient}）已签署`,
  ],
  ['deploy', 'Another deployment of a contract is signed', '另一笔合约部署已签署'],
  ['child', 'Another child that pays for its parent transaction is signed', '另一笔为父交易付费的子交易已签署'],
  ['message', `Another message for ${recipient} is signed`, `另一笔消息签名（供 ${recipient} 使用）已签署`],
  [
    'disperse',
    `Another payment of 1.5 ETH to ${recipient} in one transaction with others is signed`,
    `另一笔付款（1.5 ETH 至 ${recipient}，与其他付款同在一笔交易）已签署`,
  ],
  [
    'inscription',
    `Another sending of an inscription with 1.5 ETH to ${recipient} is signed`,
    `另一笔铭文（附带 1.5 ETH，至 ${recipient}）已签署`,
  ],
  [
    'something newer',
    `Another payment of 1.5 ETH to ${recipient} is signed`,
    `另一笔付款（1.5 ETH 至 ${recipient}）已签署`,
  ],
])('what is no payment is told by what it does: %s', (kind, english, chinese) => {
  const [one] = told(
    other({ standing: 'exposed', kind, outputs: [{ address: recipient, amount: '1500000000000000000' }] }),
  );
  if (!one) throw new Error('not told');
  expect(earlierText(one, 'en-US')).toContain(english);
  expect(earlierText(one, 'zh-CN')).toContain(chinese);
});

test.each([
  ['ordi', '1.5 ordi'],
  ['sats!', '1.5 sats!'],
  ['𝛑', '1.5 f09d9b91'],
])('a payment of BRC-20 is told in its tick: %s', (tick, amount) => {
  const [one] = told(other({ standing: 'exposed', kind: 'brc20', contract: tickContract(tick) }));
  if (!one) throw new Error('not told');
  expect(earlierText(one, 'en-US')).toContain(`Another BRC-20 payment of ${amount} to`);
  expect(earlierText(one, 'zh-CN')).toContain(`BRC-20 付款（${amount} 至`);
});

test('what only looks like a tick is told as it came', () => {
  for (const contract of ['brc20:', 'brc20:4f524449', 'brc20:ff', 'brc20:xyz'])
    expect(told(other({ contract }))[0]?.params.amount).toBe(`1500000000000000000 ${contract}`);
});

test('what is told names the same things in both languages', () => {
  const holes = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort();
  for (const tables of [earlierWords, earlierDeeds])
    expect(Object.entries(tables['zh-CN']).map(([word, text]) => [word, holes(text)])).toEqual(
      Object.entries(tables['en-US']).map(([word, text]) => [word, holes(text)]),
    );
});
