import {
  type BookChange,
  bodyHash,
  canonicalText,
  type Intent,
  intentText,
  policyHash,
  policyText,
  tickContract,
  tickDecimals,
} from '@holdfast/policy';
import type { IntentReply } from '@holdfast/review/facts';
import {
  ada,
  bob,
  cleo,
  expectedOf,
  fixtureNow,
  policyChangeOf,
  policyOf,
  replyOf,
  signed,
  transferOf,
  withRemark,
} from '@holdfast/testkit/review';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  actorsOf,
  amountText,
  blockersOf,
  blocksOf,
  honestText,
  openReview,
  policyChanges,
  ReviewError,
  timeLeft,
} from '../src/index.ts';

const policy = policyOf([ada, bob, cleo]);
const intent = transferOf(policy);
const open = (reply: IntentReply, of: Intent = intent) => openReview(reply, expectedOf(of));
const codeOf = (act: () => unknown): string => {
  try {
    act();
  } catch (error) {
    if (error instanceof ReviewError) return error.code;
    throw error;
  }
  return 'accepted';
};

describe('amounts and addresses where somebody signs', () => {
  it.each([
    ['1', '18', '0.000000000000000001'],
    ['1234567890123456789012', '18', '1,234.567890123456789012'],
    ['100000000000000000000000000', '0', '100,000,000,000,000,000,000,000,000'],
    ['99999999999999999999', '2', '999,999,999,999,999,999.99'],
    ['1000000', '6', '1'],
    ['0', '8', '0'],
  ])('shows %s units of %s decimals in full as %s', (units, decimals, shown) => {
    expect(amountText(units, decimals)).toBe(shown);
  });

  it('never loses or adds a digit', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: (1n << 256n) - 1n }),
        fc.integer({ min: 0, max: 36 }),
        (units, decimals) => {
          const [whole = '', fraction = ''] = amountText(String(units), String(decimals))
            .replaceAll(',', '')
            .split('.');
          expect(BigInt(whole + fraction.padEnd(decimals, '0'))).toBe(units);
        },
      ),
    );
  });

  it('cuts addresses into blocks of four that are together the address again', () => {
    expect(blocksOf('0x90F79bf6EB2c4f870365E785982E1f101E93b906').slice(0, 3)).toEqual(['0x90F7', '9bf6', 'EB2c']);
    expect(blocksOf('bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080').at(-1)).toBe('080');
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'grapheme-ascii' }), (text) => {
        expect(blocksOf(text).join('')).toBe(text);
      }),
    );
  });

  it('names what is invisible in the text of others, and keeps right-to-left text to itself', () => {
    expect(honestText('pay \u202egnp.exe')).toBe('pay ⟨U+202E⟩gnp.exe');
    expect(honestText('a\u200bb\u0007\ufeff')).toBe('a⟨U+200B⟩b⟨U+0007⟩⟨U+FEFF⟩');
    expect(honestText('two\nlines, 付款, café, 👩‍💻')).toBe('two\nlines, 付款, café, 👩‍💻');
    expect(honestText('שלום')).toBe('\u2068שלום\u2069');
    // A line is a paragraph of its own: what isolates one ends with it.
    expect(honestText('to: שלום\nשלום 12\nplain')).toBe('\u2068to: שלום\u2069\n\u2068שלום 12\u2069\nplain');
    // Blank letters, and joiners where nothing joins: two names that look the same.
    expect(honestText('A\u3164B\u115f\u2800C\u034f')).toBe('A⟨U+3164⟩B⟨U+115F⟩⟨U+2800⟩C⟨U+034F⟩');
    expect(honestText('Pay\u200dPal, 收\u200c款, \u200dx')).toBe('Pay⟨U+200D⟩Pal, 收⟨U+200C⟩款, ⟨U+200D⟩x');
    expect(honestText('❤️ 👨‍👩‍👧 می‌خواهم क्‍ष')).toContain('❤️ 👨‍👩‍👧');
    expect(honestText('क्‍ष')).toBe('क्‍ष');
  });

  it('rounds the time that is left down, never up', () => {
    expect(timeLeft(60_999, 0)).toEqual({ unit: 'minutes', amount: '1:00' });
    expect(timeLeft(999, 0)).toEqual({ unit: 'seconds', amount: '0' });
    expect(timeLeft(3_600_000 * 47, 0)).toEqual({ unit: 'hours', amount: '47:00' });
    expect(timeLeft(0, 0)).toEqual({ unit: 'none', amount: '0' });
    // Just made for a week.
    expect(timeLeft(7 * 86_400_000 - 60_000, 0)).toEqual({ unit: 'days', amount: '7' });
    expect(timeLeft(6.5 * 86_400_000, 0)).toEqual({ unit: 'days', amount: '6' });
    expect(timeLeft(7 * 86_400_000 - 3_600_001, 0)).toEqual({ unit: 'days', amount: '6' });
  });
});

describe('a request that is not what it claims', () => {
  it('is shown when it holds together', () => {
    const review = open(
      replyOf(policy, intent, { approvals: [signed(ada, intent, 'initiate'), signed(bob, intent, 'approve')] }),
    );
    expect(review.evaluation.state).toBe('satisfied');
    expect(review.words).toHaveLength(8);
    expect(blockersOf(review, fixtureNow)).toEqual([]);
  });

  it.each([
    ['white space in the text', intentText(intent).replace('{', '{ ')],
    ['another order of keys', JSON.stringify(Object.fromEntries(Object.entries(intent).reverse()))],
    ['a doubled key', intentText(intent).replace('{', '{"asset":"x",')],
    ['an unknown field', intentText({ ...intent, zzz: '1' } as never)],
    ['a missing field', JSON.stringify({ ...intent, wallet: undefined })],
    ['a number for an amount', intentText(intent).replace('"1234567890123456789012"', '1234567890123456789012')],
    [
      'a recipient in non-ASCII letters',
      intentText(transferOf(policy, { outputs: [{ address: '0х90F79', amount: '1', memo: '', entry: '', path: '' }] })),
    ],
    ['no JSON', 'nothing'],
  ])('is refused with %s', (_, text) => {
    expect(codeOf(() => open(replyOf(policy, intent, { intent: text })))).toBe('intentMalformed');
  });

  it('is refused when it is another request than the one asked for', () => {
    expect(
      codeOf(() =>
        openReview(replyOf(policy, intent), { ...expectedOf(intent), id: '00000000-0000-4000-8000-000000000000' }),
      ),
    ).toBe('otherIntent');
  });

  it('is refused when its digest differs from the one in the link, by a single unit of the amount', () => {
    const digest = open(replyOf(policy, intent)).digest;
    const [output] = intent.outputs;
    if (!output) throw new Error('no output');
    const altered = transferOf(policy, { outputs: [{ ...output, amount: '1234567890123456789013' }] });
    expect(codeOf(() => openReview(replyOf(policy, altered), { ...expectedOf(intent), digest }))).toBe('otherDigest');
    expect(codeOf(() => openReview(replyOf(policy, intent), { ...expectedOf(intent), digest }))).toBe('accepted');
  });

  it('is refused when it belongs to another installation', () => {
    const other = policyOf([ada], { deployment: 'e'.repeat(64) });
    expect(codeOf(() => open(replyOf(other, transferOf(other)), intent))).toBe('otherDeployment');
    expect(codeOf(() => open(replyOf(policy, transferOf(policy, { deployment: 'e'.repeat(64) }))))).toBe(
      'otherDeployment',
    );
  });

  it('is refused when the remark beside it is not the one it names', () => {
    const { reply } = withRemark(policy, 'rent for May');
    expect(codeOf(() => open(reply))).toBe('accepted');
    expect(codeOf(() => open({ ...reply, remark: 'rent for June' }))).toBe('remarkMismatch');
    expect(codeOf(() => open({ ...reply, remark: '' }))).toBe('remarkMismatch');
  });

  it('is refused when the rules cannot be read', () => {
    expect(codeOf(() => open(replyOf(policy, intent, { policy: `${policyText(policy)} ` })))).toBe('policyMalformed');
  });
});

describe('approvals beside a request', () => {
  it('count only when their signatures hold', () => {
    const forged = { ...signed(bob, intent, 'approve'), member: cleo.member.id };
    const turned = { ...signed(bob, intent, 'refuse'), decision: 'approve' };
    const otherIntent = signed(bob, transferOf(policy, { maxFee: '1' }), 'approve');
    const review = open(replyOf(policy, intent, { approvals: [forged, turned, otherIntent, 'nonsense', null] }));
    expect(review.approvals).toEqual([]);
    expect(review.evaluation.state).toBe('waiting');
  });

  it('offers approving to those who are asked and signing to the initiator', () => {
    const review = open(replyOf(policy, intent));
    const standings = Object.fromEntries(actorsOf(review).map((actor) => [actor.member.name, actor.standing]));
    expect(standings).toEqual({ Ada: 'initiate', Bob: 'approve', Cleo: 'approve' });
  });

  it('offers nothing once it was refused', () => {
    const review = open(replyOf(policy, intent, { approvals: [signed(bob, intent, 'refuse')] }));
    expect(actorsOf(review).every((actor) => actor.standing === 'closed' && !actor.mayRefuse)).toBe(true);
  });

  it('keeps the order of the nodes', () => {
    const strategies = [
      {
        wallet: '*',
        signProtection: 'on' as const,
        nodes: [
          { kind: 'approve' as const, name: 'First', approvers: ['m-bob'], threshold: '1' },
          { kind: 'sign' as const, name: 'Second', approvers: ['m-cleo'], threshold: '1' },
        ],
      },
    ];
    const two = policyOf([ada, bob, cleo], { strategies });
    const of = transferOf(two);
    const before = actorsOf(openReview(replyOf(two, of), expectedOf(of)));
    expect(before.find((actor) => actor.member.name === 'Cleo')?.standing).toBe('later');
    const after = actorsOf(openReview(replyOf(two, of, { approvals: [signed(bob, of, 'approve')] }), expectedOf(of)));
    expect(after.find((actor) => actor.member.name === 'Cleo')?.standing).toBe('approve');
    expect(after.find((actor) => actor.member.name === 'Bob')?.standing).toBe('approved');
  });
});

describe('what stops an approval', () => {
  const blockers = (change: Partial<Intent>, now = fixtureNow) => {
    const of = transferOf(policy, change);
    return blockersOf(openReview(replyOf(policy, of), expectedOf(of)), now);
  };

  it('is another address book than the change was made for, by the word of the signer that was asked', () => {
    const prev = 'b'.repeat(64);
    const book = {
      v: '1',
      domain: 'holdfast/book/v1',
      deployment: policy.deployment,
      prev,
      add: [],
      remove: ['e'.repeat(64)],
    };
    const change: Intent = { ...policyChangeOf(policy, policy), kind: 'book', body: bodyHash(book as BookChange) };
    const stops = (told: object) => {
      const reply = replyOf(policy, change, { attachments: { book: canonicalText(book) }, ...told });
      return blockersOf(openReview(reply, expectedOf(change)), fixtureNow);
    };
    expect([{}, { bookAt: prev }, { bookAt: '' }, { bookAt: 'c'.repeat(64) }].map(stops)).toEqual([
      [],
      [],
      ['stale'],
      ['stale'],
    ]);
    const payment = transferOf(policy);
    const beside = openReview(replyOf(policy, payment, { bookAt: prev }), expectedOf(payment));
    expect(blockersOf(beside, fixtureNow)).toEqual([]);
  });

  it('is told by name', () => {
    expect(blockers({}, fixtureNow + 3_600_000)).toEqual(['expired']);
    expect(blockers({}, fixtureNow - 120_001)).toEqual(['notYet']);
    expect(blockers({ policy: { id: 'main', version: '1', hash: 'f'.repeat(64) } })).toEqual(['stale']);
    expect(blockers({ chain: 'evm:1' })).toEqual(['unknownNetwork']);
    const of = transferOf(policy);
    const givenUp = openReview({ ...replyOf(policy, of), state: 'closed' }, expectedOf(of));
    expect(blockersOf(givenUp, fixtureNow)).toEqual(['givenUp']);
    const done = openReview({ ...replyOf(policy, of), state: 'signed' }, expectedOf(of));
    for (const actor of actorsOf(done)) expect(actor).toMatchObject({ standing: 'closed', mayRefuse: false });
  });

  it('includes a token with a known symbol at another contract, and known coins with other decimals', () => {
    expect(
      blockers({ asset: { symbol: 'USDC', contract: '0x0000000000000000000000000000000000000001', decimals: '6' } }),
    ).toEqual(['unknownAsset']);
    expect(blockers({ asset: { symbol: 'ETH', contract: '', decimals: '6' } })).toEqual(['unknownAsset']);
    expect(blockers({ feeAsset: { symbol: 'ETH', contract: '', decimals: '2' } })).toEqual(['unknownAsset']);
  });

  it('includes a tick of BRC-20 in any other kind than its own, which no signer lists', () => {
    const asset = { symbol: 'hold', contract: tickContract('hold'), decimals: tickDecimals };
    expect(blockers({ kind: 'brc20', asset })).toEqual([]);
    expect(blockers({ kind: 'brc20', asset, feeAsset: { symbol: 'ETH', contract: '', decimals: '2' } })).toEqual([
      'unknownAsset',
    ]);
    expect(blockers({ asset })).toEqual(['unknownAsset']);
  });
});

describe('a change of rules', () => {
  const next = policyOf([ada, { ...bob, member: { ...bob.member, role: 'admin' } }], {
    version: '2',
    prev: policyHash(policy),
  });
  const of = policyChangeOf(policy, next);

  it('is shown as what becomes different', () => {
    const review = open(replyOf(policy, of, { attachments: { document: policyText(next) } }), of);
    expect(review.nextPolicy?.version).toBe('2');
    expect(policyChanges(policy, next).map((change) => change.what)).toEqual([
      'roleChanged',
      'memberRemoved',
      'ruleChanged',
    ]);
  });

  it('names a credential whose key was exchanged under the same id', () => {
    const [credential] = bob.member.credentials;
    const swapped = policyOf([
      ada,
      { ...bob, member: { ...bob.member, credentials: [{ ...credential, publicKey: 'c'.repeat(64) } as never] } },
      cleo,
    ]);
    expect(policyChanges(policy, swapped).map((change) => change.what)).toEqual([
      'credentialRemoved',
      'credentialAdded',
    ]);
  });

  it('is refused with another document than it names, and with an unsound one', () => {
    const other = { ...next, version: '3' };
    expect(codeOf(() => open(replyOf(policy, of, { attachments: { document: policyText(other) } }), of))).toBe(
      'attachmentMismatch',
    );
    expect(codeOf(() => open(replyOf(policy, of), of))).toBe('attachmentMalformed');
    const jump = policyChangeOf(policy, other);
    expect(codeOf(() => open(replyOf(policy, jump, { attachments: { document: policyText(other) } }), jump))).toBe(
      'policyChangeUnsound',
    );
  });
});
