import { runsOf } from '@holdfast/testkit/runs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  checkPolicy,
  isTightening,
  type Outcome,
  outcomeOf,
  type PolicyDocument,
  type SeniorRule,
  type SimulatedTransaction,
  simulate,
  staysAsStrict,
} from '../src/index.ts';
import { apply, documents, edits, rules } from './arbitrary.ts';
import { deposit, named, router, vault, web3, withdraw } from './cases/transactions.ts';

/** Transactions with contract calls: whatever is not known, and whatever is bundled, is never looser. */

const seed = Number(process.env.HOLDFAST_SEED ?? Date.now() % 2 ** 31);
console.info(`calls: seed ${seed}`);
const runs = (all: number) => ({ numRuns: runsOf(all), seed });

const methods = fc.subarray([deposit, withdraw], { minLength: 0, maxLength: 2 });
const wanted = fc.array(
  fc.record({ contract: fc.constantFrom(vault, router), methods }).map((one) => named(one.contract, ...one.methods)),
  { maxLength: 2 },
);
const types = fc.constantFrom<SeniorRule['type']>('web3', 'web3', 'web3', 'trade', 'transfer');
const ofCalls = fc
  .tuple(rules, types, wanted)
  .map(([rule, type, calls]): SeniorRule => ({ ...rule, type, when: { ...rule.when, calls } }));
const policies = fc.tuple(documents, fc.array(ofCalls, { minLength: 1, maxLength: 4 })).map(
  ([doc, senior]): PolicyDocument => ({
    ...doc,
    senior: senior.map((one, i) => ({ ...one, id: `r${i}`, name: `Rule ${i}` })),
  }),
);
const call = fc.record({
  contract: fc.constantFrom(vault, router),
  method: fc.constantFrom('', deposit, withdraw),
});
const transactions = fc
  .record({
    type: fc.constantFrom<'web3' | 'trade'>('web3', 'web3', 'trade'),
    initiator: fc.constantFrom('ann', 'cem', 'eve'),
    wallet: fc.constantFrom('7', '8'),
    amount: fc.constantFrom('0', '1', '100', '101', '300'),
    to: fc.constantFrom<'listed' | 'unknown'>('listed', 'unknown'),
    price: fc.constantFrom('0.01', '1', '100'),
    spent: fc.constantFrom('0', '1', '250'),
    calls: fc.array(call, { minLength: 1, maxLength: 3 }),
  })
  .map(
    (change): SimulatedTransaction => ({
      ...web3,
      ...change,
      asset: { ...web3.asset, decimals: '0' },
      amount: change.amount === '0' && change.type === 'trade' ? '1' : change.amount,
    }),
  );
const people = fc.subarray(['ann', 'bob', 'cem', 'dee'], { minLength: 1 });

const judge = (policy: PolicyDocument, transaction: SimulatedTransaction): Outcome => {
  const { subject, known } = simulate(transaction);
  return outcomeOf(policy, subject, known);
};
/** Would it go through if exactly these people approve? */
const goes = ({ problem, nodes }: Outcome, who: readonly string[]): boolean =>
  problem === '' &&
  nodes.every(({ threshold, eligible }) => eligible.filter((id) => who.includes(id)).length >= threshold);

/** Whatever goes through in the one case goes through in the other, with the same people. */
function neverLooser(
  stricter: (transaction: SimulatedTransaction) => SimulatedTransaction,
  also: (policy: PolicyDocument) => boolean = () => true,
  numRuns = 20_000,
): void {
  let [through, differ] = [0, 0];
  fc.assert(
    fc.property(policies, transactions, people, (policy, transaction, who) => {
      if (!also(policy)) return;
      const [strict, loose] = [judge(policy, stricter(transaction)), judge(policy, transaction)];
      if (goes(loose, who) && !goes(strict, who)) differ++;
      if (!goes(strict, who)) return;
      through++;
      expect(goes(loose, who)).toBe(true);
    }),
    runs(numRuns),
  );
  expect(through).toBeGreaterThan(runsOf(100));
  expect(differ).toBeGreaterThan(runsOf(4));
}

describe('of a transaction with contract calls', () => {
  it.each([
    ['a call more', { contract: router, method: deposit }],
    ['a call more without a method', { contract: vault, method: '' }],
    ['a call more of a contract that no rule names', { contract: '0xother', method: withdraw }],
  ])('%s is never looser, wherever it stands', (_name, more) => {
    neverLooser(({ calls, ...rest }) => ({ ...rest, calls: [...(calls || []), more] }));
    neverLooser(({ calls, ...rest }) => ({ ...rest, calls: [more, ...(calls || [])] }));
  });

  it('calls that are not known are never looser than any', () => {
    neverLooser(
      (transaction) => ({ ...transaction, calls: '', to: 'unknown' }),
      // Who is paid is chosen by who asks: rules with a flow for known payees can be avoided by not naming them.
      ({ senior }) => senior.every(({ when }) => when.destinations.mode === 'any'),
    );
  });

  it('a price that is not known is never looser than any', () => {
    neverLooser((transaction) => ({ ...transaction, price: '' }));
  });

  it('the order of the calls, and one of them twice, changes nothing', () => {
    fc.assert(
      fc.property(policies, transactions, (policy, transaction) => {
        const calls = [...(transaction.calls || [])];
        const before = judge(policy, transaction);
        expect(judge(policy, { ...transaction, calls: [...calls].reverse() })).toEqual(before);
        expect(judge(policy, { ...transaction, calls: [...calls, ...calls] })).toEqual(before);
      }),
      runs(3_000),
    );
  });
});

describe('a change of rules about calls that may take effect at once', () => {
  it('lets nothing through that the rules before would not have let through with the same people', () => {
    let [tightenings, through] = [0, 0];
    fc.assert(
      fc.property(
        policies,
        fc.array(edits, { minLength: 1, maxLength: 2 }),
        ofCalls,
        transactions,
        people,
        (before, steps, added, transaction, who) => {
          // Half of the added rules are about calls; the other edits touch those that are.
          const mixed = steps.map((step, i) => (step.what === 'add' && i === 0 ? { ...step, rule: added } : step));
          const after = mixed.reduce(apply, before);
          if (!isTightening(before, after)) return;
          tightenings++;
          const unlisted = transaction.to === 'listed' && staysAsStrict(after);
          const later = unlisted ? [transaction, { ...transaction, to: 'unknown' as const }] : [transaction];
          for (const then of later) {
            if (!goes(judge(after, then), who)) continue;
            through++;
            expect(goes(judge(before, transaction), who)).toBe(true);
          }
        },
      ),
      runs(10_000),
    );
    expect(tightenings).toBeGreaterThan(runsOf(200));
    expect(through).toBeGreaterThan(runsOf(50));
  });
});

describe('a document that is sound', () => {
  it('lets no call pass for its value alone, and no allowance with it', () => {
    const allowance = '0x095ea7b3';
    let sound = 0;
    fc.assert(
      fc.property(policies, transactions, fc.constantFrom(vault, router), (policy, transaction, contract) => {
        if (checkPolicy(policy).length > 0) return;
        sound++;
        const asked = judge(policy, { ...transaction, calls: [{ contract, method: allowance }] });
        const met = policy.senior.find(({ id }) => asked.rule.level === 'senior' && id === asked.rule.id);
        if (asked.action === 'pass') expect(met?.when.amount.unit).toBe('none');
      }),
      runs(3_000),
    );
    expect(sound).toBeGreaterThan(runsOf(60));
  });
});
