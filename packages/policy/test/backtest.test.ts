import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  assetKey,
  canonicalText,
  centsOf,
  compare,
  createSpendings,
  factsOfPayment,
  intentOfPayment,
  intentText,
  isTightening,
  kindOf,
  type PastPayment,
  type PolicyDocument,
  parsePolicy,
  policyText,
  replay,
  rulingOn,
  spentFrom,
  underOf,
  worthOfPayment,
} from '../src/index.ts';
import { apply, documents, edits, eth, rules } from './arbitrary.ts';
import { crew, rule } from './cases/crew.ts';
import { rulingVectors } from './cases/rulings.ts';
import { node, router } from './fixtures.ts';

const hour = 3_600_000;
const start = 1_763_700_000_000;
const seed = Number(process.env.HOLDFAST_SEED ?? Date.now() % 2 ** 31);
console.info(`backtest: seed ${seed}`);
const runs = (numRuns: number) => ({ numRuns, seed });

const payment = (n: number, change: Partial<PastPayment> = {}): PastPayment => ({
  id: `p${n}`,
  at: start + n * hour,
  counted: true,
  wallet: '7',
  initiator: 'cem',
  ...eth,
  decimals: 0,
  outputs: [{ amount: '100', entry: '', own: false, listedMs: undefined }],
  price: '1',
  ...change,
});

/** What was signed in a vector, as a history has it. */
function pastOf({ intent, facts }: ReturnType<typeof rulingVectors>[number]): PastPayment {
  const { prices = {}, internal = [], listed = [], methods = {} } = facts;
  const { chain, asset, outputs } = intent;
  return {
    ...{ id: intent.id, at: start, counted: true, wallet: intent.wallet, initiator: intent.initiator, chain },
    ...{
      contract: asset.contract,
      decimals: Number(asset.decimals),
      price: prices[assetKey(chain, asset.contract)] ?? '',
    },
    outputs: outputs.map(({ address, amount, entry }) => ({
      ...{ amount, entry, own: internal.includes(address) },
      listedMs: listed.includes(entry) ? 1e12 : undefined,
    })),
    intent: intentText(intent),
    prices,
    agreed: Object.entries(methods).map(([address, all]) => ({ address, methods: all, ms: 1e12 })),
  };
}

it('calls, messages, deployments and allowances are judged as signers judge them', () => {
  const kinds = ['call', 'message', 'deploy', 'allowance'];
  const judged = rulingVectors().filter(
    ({ intent, facts, result }) =>
      kinds.includes(intent.kind) &&
      facts.spendings?.length === 0 &&
      !facts.whitelistHeld &&
      result.state !== 'refused' &&
      result.problem !== 'otherPolicy',
  );
  expect(new Set(judged.map(({ intent }) => intent.kind)).size).toBeGreaterThan(2);
  expect(judged.length).toBeGreaterThan(60);
  for (const one of judged) {
    const [outcome] = replay([pastOf(one)], parsePolicy(canonicalText(one.policy)));
    const { rule: by, problem = '', action } = one.result;
    expect({ name: one.name, rule: outcome?.rule, problem: outcome?.problem }).toEqual({
      name: one.name,
      rule: by,
      problem,
    });
    expect(outcome?.action).toBe(problem === '' ? action : 'refuse');
  }
});

it('NFTs that calls sent count in windows of rules that are tried', () => {
  const [first] = rulingVectors().filter(({ name }) => name === 'an NFT as many as a rule lets pass');
  if (!first) throw new Error('no such vector');
  const past = [0, 1, 2].map((n) => ({ ...pastOf(first), id: `c${n}`, at: start + n * hour }));
  const nfts = {
    collections: [{ chain: 'evm:31337', contract: router }],
    over: '',
    upTo: '2',
    hours: '24',
    scope: 'wallet' as const,
  };
  const senior = [rule('pass', { nfts }, { id: 'n', type: 'web3' })];
  const outcomes = replay(past, parsePolicy(policyText({ ...crew, v: '4', senior })));
  expect(outcomes.map(({ action }) => action)).toEqual(['pass', 'pass', 'flow']);
});

const one = fc.record({
  wait: fc.constantFrom(0, 1, hour / 2, 5 * hour, 30 * hour),
  counted: fc.constantFrom(true, true, true, false),
  initiator: fc.constantFrom('ann', 'cem', 'cem', 'eve', 'gone'),
  wallet: fc.constantFrom('7', '8'),
  contract: fc.constantFrom('', '', '0xusd'),
  amount: fc.constantFrom('1', '50', '99', '100', '101', '300'),
  price: fc.constantFrom('', '0.01', '1', '1', '3'),
  fee: fc.constantFrom(undefined, { units: '1', price: '1' }, { units: '50', price: '' }, { units: '60', price: '3' }),
  own: fc.boolean(),
  listedMs: fc.constantFrom(undefined, 0, 23 * hour, 24 * hour, 47 * hour, 100 * hour),
});
const histories = fc.array(one, { maxLength: 25 }).map((list) => {
  let at = start;
  return list.map(({ wait, amount, own, listedMs, fee, ...rest }, n) => {
    at += wait;
    // The coin has one price, whatever is paid of it.
    const price = rest.contract === '' ? rest.price : (fee?.price ?? '');
    const cost = fee ? { fee: { units: fee.units, decimals: 0, price } } : {};
    return payment(n, { ...rest, ...cost, at, outputs: [{ amount, entry: '', own, listedMs }] });
  });
});

/** What its fee adds to the counters, as signers note it. */
function feeOf({ chain, fee }: PastPayment) {
  if (!fee) return {};
  const { units, price } = fee;
  const cents = price === '' ? undefined : centsOf(BigInt(units), 0, price);
  return { fee: { asset: `${chain}|`, units: BigInt(units), cents } };
}

/** As signers do it: each payment on its own, with counters that are summed anew. */
function oneByOne(past: readonly PastPayment[], policy: PolicyDocument) {
  const spendings = createSpendings();
  return past.map((paid) => {
    const intent = intentOfPayment(underOf(policy), paid);
    const facts = factsOfPayment(policy, paid, intent, spentFrom(spendings, paid.at));
    const ruling = rulingOn(policy, intent, facts, {});
    const units = BigInt(paid.outputs[0]?.amount ?? 0);
    const { id, at, wallet, initiator: member } = paid;
    const cents = worthOfPayment(paid);
    const asset = `${paid.chain}|${paid.contract}`;
    if (paid.counted) spendings.add({ id, at, wallet, member, asset, units, cents, ...feeOf(paid) });
    return ruling;
  });
}

describe('replaying past payments', () => {
  it('says of each what the rules say of it alone, windows included, for documents as they are read and as they are written', () => {
    let [looked, windows] = [0, 0];
    fc.assert(
      fc.property(documents, histories, fc.boolean(), (written, past, read) => {
        const policy = read ? parsePolicy(policyText(written)) : written;
        const expected = oneByOne(past, policy);
        const outcomes = replay(past, policy);
        expect(outcomes.map(({ rule: met }) => met)).toEqual(expected.map((ruling) => ruling?.rule));
        for (const [i, { action, problem }] of outcomes.entries())
          expect(action).toBe(problem ? 'refuse' : expected[i]?.action);
        looked += past.length;
        if (policy.senior.some(({ when }) => when.amount.hours !== '0')) windows += past.length;
      }),
      runs(1_000),
    );
    expect(looked).toBeGreaterThan(1_000);
    expect(windows).toBeGreaterThan(500);
  });

  it('counts only what was counted then: a payment that was refused takes nothing of a window', () => {
    const daily = { unit: 'coin' as const, over: '150', upTo: '', hours: '24', scope: 'workspace' as const };
    const policy = {
      ...crew,
      senior: [rule('refuse', { assets: { mode: 'only', list: [eth] }, amount: daily })],
    };
    const actions = (counted: boolean): string[] =>
      replay([payment(0, { counted }), payment(1), payment(30)], policy).map(({ action }) => action);
    expect(actions(true)).toEqual(['flow', 'refuse', 'flow']);
    expect(actions(false)).toEqual(['flow', 'flow', 'flow']);
  });

  it('counts the highest fee of each payment in windows of its coin and of USD, as signers do, and of tokens in none', () => {
    const fee = { units: '26', decimals: 0, price: '1' };
    const daily = { over: '250', upTo: '', hours: '24', scope: 'wallet' as const };
    const inCoin = { assets: { mode: 'only' as const, list: [eth] }, amount: { ...daily, unit: 'coin' as const } };
    const inUsd = { amount: { ...daily, over: '25000', unit: 'usd' as const } };
    const token = { mode: 'only' as const, list: [{ ...eth, contract: '0xusd' }] };
    const actions = (when: Parameters<typeof rule>[1], change: Partial<PastPayment>): string[] =>
      replay([payment(0, change), payment(1, change)], { ...crew, senior: [rule('refuse', when)] }).map(
        ({ action }) => action,
      );
    for (const when of [inCoin, inUsd]) {
      expect(actions(when, {})).toEqual(['flow', 'flow']);
      expect(actions(when, { fee })).toEqual(['flow', 'refuse']);
    }
    expect(actions({ ...inCoin, assets: token }, { contract: '0xusd', fee })).toEqual(['flow', 'flow']);
    expect(actions(inUsd, { fee: { ...fee, price: '' }, contract: '0xusd' })).toEqual(['refuse', 'refuse']);
  });

  it('takes an entry as listed only once it had cooled down as long as these rules want', () => {
    const listed = (hours: number): PastPayment =>
      payment(0, { outputs: [{ amount: '1', entry: 'e'.repeat(64), own: false, listedMs: hours * hour }] });
    const policy: PolicyDocument = { ...crew, book: { mode: 'on', coolingHours: '24' } };
    expect(replay([listed(23), listed(24)], policy).map(({ problem }) => problem)).toEqual([
      'destinationNotListed',
      '',
    ]);
  });
});

describe('comparing a draft with the rules in force', () => {
  it('finds no difference when they are the same', () => {
    fc.assert(
      fc.property(documents, histories, (policy, past) => {
        const { sums, differences } = compare(past, policy, { ...policy, version: '2' });
        expect(differences).toEqual([]);
        expect(sums.same.count).toBe(past.length);
      }),
      runs(300),
    );
  });

  it('calls nothing looser under a draft that only takes rights away', () => {
    let [tightenings, stricter] = [0, 0];
    fc.assert(
      fc.property(documents, fc.array(edits, { minLength: 1, maxLength: 2 }), histories, (inForce, steps, past) => {
        const draft = steps.reduce(apply, inForce);
        if (!isTightening(inForce, draft)) return;
        tightenings++;
        const { sums } = compare(past, inForce, draft);
        expect(sums.looser.count).toBe(0);
        stricter += sums.stricter.count;
      }),
      runs(3_000),
    );
    expect(tightenings).toBeGreaterThan(100);
    expect(stricter).toBeGreaterThan(50);
  });

  it('counts every payment once, and turns stricter into looser when the two change places', () => {
    fc.assert(
      fc.property(documents, rules, histories, (inForce, added, past) => {
        const draft = { ...inForce, senior: [added, ...inForce.senior] };
        const [there, back] = [compare(past, inForce, draft).sums, compare(past, draft, inForce).sums];
        const { same, stricter, looser, other } = there;
        expect(same.count + stricter.count + looser.count + other.count).toBe(past.length);
        expect([back.same, back.looser, back.stricter, back.other]).toEqual([same, stricter, looser, other]);
        const worth = past.reduce((sum, paid) => sum + (worthOfPayment(paid) ?? 0n), 0n);
        expect(same.cents + stricter.cents + looser.cents + other.cents).toBe(worth);
      }),
      runs(300),
    );
  });

  it('tells people from hurdles', () => {
    const asks = (threshold: number, ...people: string[]) => ({
      ...crew,
      senior: [rule('flow', {}, { nodes: [{ ...node('Release', threshold, ...people), kind: 'sign' }] })],
    });
    const kind = (a: PolicyDocument, b: PolicyDocument) => {
      const [before, after] = [a, b].map((policy) => replay([payment(0)], policy)[0]);
      return before && after && kindOf(before, after);
    };
    expect(kind(asks(1, 'ann', 'bob'), asks(2, 'ann', 'bob'))).toBe('stricter');
    expect(kind(asks(1, 'ann', 'bob'), asks(1, 'ann'))).toBe('stricter');
    expect(kind(asks(1, 'ann'), asks(1, 'ann', 'bob'))).toBe('looser');
    expect(kind(asks(1, 'ann'), asks(1, 'bob'))).toBe('other');
    expect(kind(asks(1, 'ann'), asks(1, 'ann'))).toBe('same');
    expect(kind(asks(1, 'ann'), { ...crew, senior: [rule('pass')] })).toBe('looser');
    expect(kind(asks(1, 'ann'), { ...crew, senior: [rule('refuse')] })).toBe('stricter');
    // Nobody could ever approve it.
    expect(kind(asks(1, 'ann'), asks(3, 'ann', 'bob'))).toBe('stricter');
  });
});
