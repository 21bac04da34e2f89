import { runsOf } from '@holdfast/testkit/runs';
import { ed25519 } from '@noble/curves/ed25519.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import {
  checkPolicy,
  createSpendings,
  type Evaluation,
  evaluate,
  type Facts,
  type Intent,
  isTightening,
  nothingKnown,
  type PolicyDocument,
  pricesFrom,
  quoteToleranceMs,
  type SeniorRule,
  type SignedQuote,
  signQuote,
  spentFrom,
  staysAsStrict,
} from '../src/index.ts';
import { apply, documents, edits, eth, rules } from './arbitrary.ts';
import { amount, crew, rule, senior } from './cases/crew.ts';
import { approve, keys, refOf, transfer } from './fixtures.ts';

/** Thousands of documents a property: a busy machine takes longer for them than for other tests. */
vi.setConfig({ testTimeout: 180_000 });

const payments = fc.record({
  initiator: fc.constantFrom('ann', 'cem', 'cem', 'eve'),
  units: fc.constantFrom('1', '50', '99', '100', '101', '200', '300', '1000'),
  wallet: fc.constantFrom('7', '8'),
});
const facts = fc.record({
  price: fc.constantFrom('0.01', '0.02', '1', '0.000001', '100000'),
  spent: fc.constantFrom(0n, 1n, 100n, 250n),
  known: fc.boolean(),
  own: fc.boolean(),
});
type Known = { price: string | undefined; spent: bigint | undefined; known: boolean; own: boolean };
const seen = ({ price, spent, known, own }: Known): Facts => ({
  price: () => price,
  spent: () => (spent === undefined ? undefined : { units: spent, cents: spent }),
  isInternal: () => own,
  isListed: () => known,
});
const intentOf = (
  policy: PolicyDocument,
  { initiator, units, wallet }: { initiator: string; units: string; wallet: string },
) =>
  transfer({
    policy: refOf(policy),
    initiator,
    wallet,
    asset: { symbol: 'X', contract: '', decimals: '0' },
    outputs: [{ address: '0xp', amount: units, memo: '', entry: '', path: '' }],
  });
const keyOf = { ann: keys.ann2, bob: keys.bob, cem: keys.cem, dee: keys.dee, eve: keys.eve } as const;
type Name = keyof typeof keyOf;
const voters = fc.uniqueArray(fc.constantFrom<Name>('ann', 'bob', 'dee', 'cem', 'eve'), { maxLength: 5 });

/** Is it satisfied when these people approve and the initiator asks? */
function agrees(
  policy: PolicyDocument,
  about: Parameters<typeof intentOf>[1],
  who: readonly Name[],
  known: Known,
  facts: Facts = seen(known),
): boolean {
  const intent = intentOf(policy, about);
  // Signatures are dear, and cannot help here.
  if (evaluate(policy, intent, [], facts).problem) return false;
  const asked = approve(keyOf[about.initiator as Name], about.initiator, intent, 'initiate');
  const approvals = [asked, ...who.map((name) => approve(keyOf[name], name, intent))];
  return evaluate(policy, intent, approvals, facts).state === 'satisfied';
}

const seed = Number(process.env.HOLDFAST_SEED ?? Date.now() % 2 ** 31);
console.info(`rules: seed ${seed}`);
const runs = (all: number) => ({ numRuns: runsOf(all), seed });

describe('a change that may take effect at once', () => {
  it('lets nothing through that the rules before would not have let through with the same people', () => {
    let tightenings = 0;
    let through = 0;
    fc.assert(
      fc.property(
        documents,
        fc.array(edits, { minLength: 1, maxLength: 2 }),
        payments,
        voters,
        facts,
        (before, steps, about, who, known) => {
          const after = steps.reduce(apply, before);
          if (!isTightening(before, after)) return;
          tightenings++;
          // An entry taken out of the book makes a payee that was known before an unknown one; that is instant only where it holds.
          for (const then of staysAsStrict(after) ? [known, { ...known, known: false }] : [known]) {
            if (!agrees(after, about, who, then)) continue;
            through++;
            expect(agrees(before, about, who, known)).toBe(true);
          }
        },
      ),
      runs(1_500),
    );
    expect(tightenings).toBeGreaterThan(runsOf(100));
    expect(through).toBeGreaterThan(runsOf(20));
  });

  it('never touches the signers, the installation or the identity of the policy', () => {
    fc.assert(
      fc.property(documents, fc.constantFrom('signers', 'deployment', 'id'), (before, what) => {
        const tighter = {
          ...before,
          book: { mode: 'on' as const, coolingHours: '24' },
          senior: [...before.senior, { ...rule('refuse'), id: 'no' }],
        };
        expect(isTightening(before, tighter)).toBe(true);
        const changed = what === 'signers' ? [...before.signers].reverse() : 'f'.repeat(64);
        expect(isTightening(before, { ...tighter, [what]: changed })).toBe(false);
      }),
      runs(50),
    );
  });
});

describe('what is not known', () => {
  it('is never looser than anything that could be known: no price than any price, no counters than any sum', () => {
    let through = 0;
    fc.assert(
      fc.property(documents, payments, voters, facts, fc.boolean(), (policy, about, who, known, noPrice) => {
        const unknown = noPrice ? { ...known, price: undefined } : { ...known, spent: undefined };
        if (!agrees(policy, about, who, unknown)) return;
        through++;
        expect(agrees(policy, about, who, known)).toBe(true);
      }),
      runs(1_500),
    );
    expect(through).toBeGreaterThan(runsOf(200));
  });

  it('makes no payment pass that would be refused if the payee were named, in a document that is sound', () => {
    let sound = 0;
    const forbidden = (
      policy: PolicyDocument,
      about: Parameters<typeof intentOf>[1],
      known: Known,
    ): string | undefined => evaluate(policy, intentOf(policy, about), [], seen(known)).problem;
    fc.assert(
      fc.property(documents, payments, facts, (policy, about, known) => {
        const named = { ...known, known: true, own: true };
        const strange = { ...known, known: false, own: false };
        if (
          checkPolicy(policy).length > 0 ||
          policy.senior.some(({ action, when }) => action === 'flow' && when.destinations.mode !== 'any')
        )
          return;
        sound++;
        if (forbidden(policy, about, named) === 'refusedByRule')
          expect(forbidden(policy, about, strange)).toBeDefined();
      }),
      runs(2_000),
    );
    expect(sound).toBeGreaterThan(runsOf(200));
  });
});

describe('a price that rose', () => {
  const prices = fc.constantFrom('0.01', '0.02', '1', '0.000001', '100000');
  it('is never looser than the price of the day it was asked for, nor than that of now', () => {
    let through = 0;
    fc.assert(
      fc.property(documents, payments, voters, facts, prices, (policy, about, who, known, then) => {
        if (!agrees(policy, about, who, known, { ...seen(known), priceThen: () => then })) return;
        through++;
        expect(agrees(policy, about, who, known)).toBe(true);
        expect(agrees(policy, about, who, { ...known, price: then })).toBe(true);
      }),
      runs(400),
    );
    expect(through).toBeGreaterThan(runsOf(80));
  });

  // At 1,000 a coin it is above both bounds; at 1 it is below them.
  it.each<[SeniorRule['action'], Partial<Evaluation>]>([
    ['refuse', { state: 'unsatisfiable', problem: 'refusedByRule' }],
    ['flow', { state: 'waiting', action: 'flow' }],
  ])('decides also where it has fallen since, and a rule would %s at the price of then', (action, expected) => {
    const large = rule(action, amount({ unit: 'usd', over: '10000' }));
    const small = rule('pass', {}, { id: 'r2', name: 'Else' });
    const policy = senior(large, small);
    const intent = transfer({ policy: refOf(policy) });
    const at = (price: string, priceThen?: string): Facts => ({
      ...nothingKnown,
      isListed: () => true,
      spent: () => ({ units: 0n, cents: 0n }),
      price: () => price,
      ...(priceThen === undefined ? {} : { priceThen: () => priceThen }),
    });
    const asked = [approve(keys.ann2, intent.initiator, intent, 'initiate')];
    expect(evaluate(policy, intent, asked, at('1'))).toMatchObject({ action: 'pass' });
    expect(evaluate(policy, intent, asked, at('1', '100000'))).toMatchObject(expected);
    expect(evaluate(policy, intent, asked, at('100000', '1'))).toMatchObject(expected);
  });
});

describe('rules in order', () => {
  it('a rule added behind the one that decides for sure changes nothing for it', () => {
    let decided = 0;
    fc.assert(
      fc.property(documents, rules, payments, voters, facts, (policy, added, about, who, known) => {
        const result = evaluate(policy, intentOf(policy, about), [], seen(known));
        if (result.rule?.level !== 'senior') return;
        decided++;
        const more = { ...policy, senior: [...policy.senior, { ...added, id: 'last' }] };
        expect(evaluate(more, intentOf(more, about), [], seen(known)).rule).toEqual(result.rule);
        expect(agrees(more, about, who, known)).toBe(agrees(policy, about, who, known));
      }),
      runs(1_000),
    );
    expect(decided).toBeGreaterThan(runsOf(100));
  });
});

describe('a window', () => {
  it('lets no more through in many parts than at once: the sum of what passed in any window is at most the bound', () => {
    const cap = 1_000n;
    const policy: PolicyDocument = {
      ...crew,
      senior: [
        rule('pass', {
          assets: { mode: 'only', list: [eth] },
          amount: { unit: 'coin', over: '', upTo: String(cap), hours: '24', scope: 'workspace' },
        }),
      ],
    };
    const day = 24 * 3_600_000;
    const part = fc.record({
      units: fc.integer({ min: 1, max: 1_200 }),
      wait: fc.integer({ min: 0, max: day / 3 }),
      back: fc.constantFrom(0, 0, 0, 60_000),
    });
    fc.assert(
      fc.property(fc.array(part, { minLength: 3, maxLength: 40 }), (parts) => {
        const spendings = createSpendings();
        const passed: { at: number; units: bigint }[] = [];
        let now = 2 * day;
        for (const [i, { units, wait, back }] of parts.entries()) {
          now += wait - back;
          const id = `6f1c1f5e-8f0f-4c39-9a55-${String(i).padStart(12, '0')}`;
          const intent: Intent = {
            ...intentOf(policy, { initiator: 'cem', units: String(units), wallet: i % 2 ? '7' : '8' }),
            id,
          };
          const known: Facts = {
            ...seen({ price: undefined, spent: undefined, known: false, own: false }),
            spent: spentFrom(spendings, now),
          };
          if (evaluate(policy, intent, [], known).action !== 'pass') continue;
          passed.push({ at: now, units: BigInt(units) });
          spendings.add({
            id,
            at: now,
            wallet: intent.wallet,
            member: 'cem',
            asset: 'evm:31337|',
            units: BigInt(units),
            cents: undefined,
          });
        }
        for (const { at } of passed) {
          const within = passed
            .filter((one) => one.at <= at && one.at > at - day)
            .reduce((sum, one) => sum + one.units, 0n);
          expect(within).toBeLessThanOrEqual(cap);
        }
      }),
      runs(200),
    );
  });

  it('sums as if every payment were looked at, and none that was dropped, whatever the scope and the clock', () => {
    const paid = fc.record({
      at: fc.integer({ min: 0, max: 100 }),
      wallet: fc.constantFrom('7', '8'),
      member: fc.constantFrom('ann', 'cem'),
      asset: fc.constantFrom('a', 'b'),
      units: fc.bigInt({ min: 0n, max: 50n }),
      cents: fc.option(fc.bigInt({ min: 0n, max: 50n }), { nil: undefined, freq: 6 }),
      dropped: fc.nat(3).map((n) => n === 0),
    });
    const scope = fc.constantFrom<'wallet' | 'workspace' | 'member'>('wallet', 'workspace', 'member');
    fc.assert(
      fc.property(
        fc.array(paid, { maxLength: 30 }),
        scope,
        fc.nat(100),
        fc.nat(60),
        fc.nat(30),
        (list, within, hours, now, own) => {
          const hour = 3_600_000;
          const spendings = createSpendings();
          const ordered = [...list].sort((a, b) => a.at - b.at);
          for (const [i, one] of ordered.entries()) spendings.add({ ...one, id: String(i), at: one.at * hour });
          for (const [i, { dropped }] of ordered.entries()) if (dropped) spendings.drop(String(i));
          const query = {
            hours,
            scope: within,
            wallet: '7',
            member: 'ann',
            counts: (asset: string) => asset === 'a',
            except: String(own),
          };
          const counted = ordered.filter(
            (one, i) =>
              i !== own &&
              !one.dropped &&
              one.at > now - hours &&
              one.asset === 'a' &&
              (within === 'workspace' || (within === 'wallet' ? one.wallet === '7' : one.member === 'ann')),
          );
          const units = counted.reduce((sum, one) => sum + one.units, 0n);
          const cents = counted.some((one) => one.cents === undefined)
            ? undefined
            : counted.reduce((sum, one) => sum + (one.cents ?? 0n), 0n);
          expect(spendings.sum(query, now * hour)).toEqual({ units, cents });
        },
      ),
      runs(1_000),
    );
  });
});

describe('quotes', () => {
  const secrets = { '1': ed25519.keygen(new Uint8Array(32).fill(1)), '2': ed25519.keygen(new Uint8Array(32).fill(2)) };
  const policy: PolicyDocument = {
    ...crew,
    signers: crew.signers.map((one) => ({ ...one, identity: bytesToHex(secrets[one.id as '1' | '2'].publicKey) })),
  };
  const at = 1_763_700_000_000;
  const quote = (signer: '1' | '2', usd: string, when = at, change: Partial<SignedQuote> = {}): SignedQuote => ({
    ...signQuote({ deployment: policy.deployment, ...eth, usd, at: String(when), signer }, secrets[signer].secretKey),
    ...change,
  });
  const price = (...quotes: SignedQuote[]): string | undefined => pricesFrom(policy, quotes, at).get('evm:31337|');

  it('count when every signer gave one, and the highest is taken', () => {
    expect(price(quote('1', '2'), quote('2', '10'))).toBe('10');
    expect(price(quote('2', '9.99'), quote('1', '10.00'), quote('1', '1'))).toBe('10.00');
    expect(price(quote('1', '2'))).toBeUndefined();
    expect(price(quote('1', '2'), quote('1', '3'))).toBeUndefined();
  });
  it('count up to a quarter of an hour away, not a millisecond more', () => {
    for (const way of [1, -1]) {
      expect(price(quote('1', '2'), quote('2', '1', at + way * quoteToleranceMs))).toBe('2');
      expect(price(quote('1', '2'), quote('2', '1', at + way * (quoteToleranceMs + 1)))).toBeUndefined();
    }
  });
  it.each([
    ['another price than was signed', { usd: '1' }],
    ['another time than was signed', { at: String(at + 1) }],
    ['another asset than was signed', { contract: '0x1' }],
    ['another chain than was signed', { chain: 'evm:1' }],
    ['another installation', { deployment: 'f'.repeat(64) }],
    ['a signer we do not have', { signer: '3' }],
    ['a signature that is none', { signature: '0'.repeat(128) }],
  ] as const)('do not count with %s', (_, change) => {
    expect(price(quote('1', '2'), quote('2', '5', at, change))).toBeUndefined();
  });
  it.each(['0', '0.000', '0.000000000000000000', '1.', '.5', '01', '1e3', '1.0000000000000000001'])(
    'of %s are no price',
    (usd) => {
      expect(price(quote('1', '2'), quote('2', usd))).toBeUndefined();
    },
  );
});
