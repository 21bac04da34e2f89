import { randomInt } from 'node:crypto';
import type { ConflictKey } from '@holdfast/chains';
import type { Intent } from '@holdfast/policy';
import { namedAddress } from '@holdfast/testkit/chain';
import { type Random, randomFrom } from '@holdfast/testkit/random';
import { runsOf } from '@holdfast/testkit/runs';
import { describe, expect, test } from 'vitest';
import { conflict } from '../src/admission/conflict.ts';
import { earlierPayments } from '../src/admission/earlier.ts';
import { samePayment } from '../src/admission/same-payment.ts';
import type { Step } from '../src/admission/types.ts';
import { coinModel, type ModelChain, slateModel, withholding } from './withholding.ts';

/**
 * A server that has payments under way asked for once more, and dropped, and keeps signatures of any of them back. Whatever it broadcasts in the end, the chain
 * makes one of all attempts at a payment, and nobody is paid twice.
 */
const seed = Number(process.env.HOLDFAST_SEED ?? randomInt(1, 2 ** 31));
const purposes = ['rent', 'wages', 'coffee'].map(namedAddress);
const models = { 'an account chain': slateModel, 'a chain of coins': coinModel };
const whole: readonly Step[] = [samePayment, conflict, earlierPayments];
type Scenario = ReturnType<typeof withholding>;

const anyOf = <T>(random: Random, all: readonly T[]): T | undefined => all[random.between(0, all.length - 1)];

function askFor(scenario: Scenario, random: Random): void {
  const first = anyOf(random, scenario.intents.filter(({ kind }) => kind === 'transfer').slice(-4));
  if (!first || random.next() < 0.4) scenario.ask(anyOf(random, purposes) ?? '');
  else scenario.again(first, random.next() < 0.6 ? 'speedup' : 'drop');
}

async function act(scenario: Scenario, chain: ModelChain, random: Random): Promise<void> {
  const signer = anyOf(random, scenario.signers);
  const intent = anyOf(random, scenario.intents.slice(-6));
  const what = random.pick([
    ['ask', 3],
    ['sign', 8],
    ['one signer', 2],
    ['let go', 3],
    ['settle', 1],
    ['close', 1],
    ['kill', 1],
    ['wait', 2],
    ['end', 1],
    ['broadcast', 1],
    ['mine', 1],
  ]);
  if (what === 'ask' || !intent || !signer) return askFor(scenario, random);
  // Mostly the place of its payment, where that has one.
  const first = scenario.signed().find((tx) => tx.intent.id === scenario.paymentOf(intent.id));
  const key = first && random.next() < 0.7 ? first.key : chain.keyOf(random.between(0, 63));
  const some = what === 'one signer' ? [signer] : scenario.signers;
  if (what === 'sign' || what === 'one signer') {
    for (const each of some) {
      scenario.announce(each, intent);
      scenario.decide(each, intent);
    }
    for (const each of some) await scenario.open(each, intent, key);
    for (const each of some) if (random.next() < 0.8) scenario.expose(each, intent);
  } else if (what === 'let go') scenario.expose(signer, intent);
  else if (what === 'settle')
    for (const each of scenario.signers)
      scenario.settle(
        each,
        scenario.intents.map(({ id }) => id),
      );
  else if (what === 'close') scenario.close(signer, intent);
  else if (what === 'kill') scenario.kill(signer);
  else if (what === 'wait') scenario.wait(random.between(1, 400_000));
  else if (what === 'end') scenario.wait(800_000);
  else if (what === 'mine') chain.mine();
  else for (const tx of scenario.signed()) if (random.next() < 0.3) chain.broadcast(tx);
}

function broadcastAll(scenario: Scenario, chain: ModelChain, random: Random): void {
  const all = scenario.signed().map((tx) => ({ tx, order: random.next() }));
  for (const { tx } of all.toSorted((a, b) => a.order - b.order)) chain.broadcast(tx);
  for (let n = 0; n < all.length + 1; n++) chain.mine();
}

/** Payments of which more than one attempt was made, and payees who were paid more often than agreed. */
function twice({ intents, paymentOf }: Scenario, { mined }: ModelChain): string[] {
  const made = mined().flatMap((id) => intents.filter((one) => one.id === id));
  const payees = made.filter(({ kind }) => kind !== 'drop').map(({ outputs }) => outputs[0]?.address ?? '');
  return [...made.map(({ id }) => paymentOf(id)), ...payees].filter((name, n, all) => all.indexOf(name) !== n);
}

async function play(make: () => ModelChain, random: Random, steps = whole) {
  const chain = make();
  const scenario = withholding(chain, steps, [random.between(-30_000, 30_000), random.between(-30_000, 30_000)]);
  for (let n = 0; n < 60; n++) await act(scenario, chain, random);
  broadcastAll(scenario, chain, random);
  return { chain, scenario };
}

/** An attempt has any place that is free. */
const loose: Step = {
  name: 'conflict',
  check: (facts, draft) => {
    const { attached: _, ...bare } = draft;
    const waiting = conflict.check(facts, bare);
    Object.assign(draft, { conflict: bare.conflict });
    return waiting;
  },
};

describe.each(Object.entries(models))('on %s, with payments sped up and dropped', (_, make) => {
  const runs = runsOf(200);
  test(`one attempt at each payment is made at most, and nobody is paid twice (seed ${seed}, ${runs} runs)`, async () => {
    const made = new Map<Intent['kind'], number>();
    for (let n = 0; n < runs; n++) {
      const { chain, scenario } = await play(make, randomFrom(seed + n));
      expect(twice(scenario, chain), `seed ${seed + n}`).toEqual([]);
      for (const { kind } of new Set(scenario.signed().map(({ intent }) => intent)))
        made.set(kind, (made.get(kind) ?? 0) + 1);
    }
    // The property would also hold for signers that sign nothing.
    for (const kind of ['transfer', 'speedup', 'drop'] as const) expect(made.get(kind)).toBeGreaterThan(runs / 50);
  });

  /** A payment, and one more attempt at it in a place that shares nothing with the first, each signed as far as that goes. */
  async function inTwoPlaces(steps: readonly Step[]): Promise<string[]> {
    const chain = make();
    const scenario = withholding(chain, steps, [0, 0]);
    const payment = scenario.ask(namedAddress('rent'));
    const signAt = async (intent: Intent, key: ConflictKey): Promise<void> => {
      for (const signer of scenario.signers) {
        scenario.announce(signer, intent);
        scenario.decide(signer, intent);
      }
      for (const signer of scenario.signers) await scenario.open(signer, intent, key);
      for (const signer of scenario.signers) scenario.expose(signer, intent);
    };
    await signAt(payment, chain.keyOf(0));
    await signAt(scenario.again(payment, 'speedup'), chain.keyOf(13));
    for (const tx of scenario.signed()) chain.broadcast(tx);
    for (let n = 0; n < 3; n++) chain.mine();
    return twice(scenario, chain);
  }

  test('and more than one is, where an attempt takes another place', async () => {
    expect(await inTwoPlaces([samePayment, loose, earlierPayments])).not.toEqual([]);
    expect(await inTwoPlaces(whole)).toEqual([]);
  });
});

describe('an attempt of whose signature no part has left', () => {
  const coins = (...some: readonly number[]): ConflictKey => ({
    family: 'bitcoin',
    chain: 'bitcoin:regtest',
    outpoints: some.map((n) => `${String(n).repeat(64)}:0`),
  });

  /** A payment of coin 1, and one more attempt at it that also spends coin 2, decided by one signer alone. */
  async function begun() {
    const scenario = withholding(coinModel(), whole, [0, 0]);
    const [one] = scenario.signers;
    if (!one) throw new Error('no signer');
    const openAt = (some: Scenario['signers'], intent: Intent, key: ConflictKey) =>
      Promise.all(
        some.map((signer) => {
          scenario.announce(signer, intent);
          scenario.decide(signer, intent);
          return scenario.open(signer, intent, key);
        }),
      );
    const payment = scenario.ask(namedAddress('rent'));
    expect(await openAt(scenario.signers, payment, coins(1))).toEqual(['admitted', 'admitted']);
    for (const signer of scenario.signers) scenario.expose(signer, payment);
    const attempt = scenario.again(payment, 'speedup');
    expect(await openAt([one], attempt, coins(1, 2))).toEqual(['admitted']);
    return { scenario, one, payment, attempt, openAt };
  }

  test.each(['unfinished', 'given up'])(
    'keeps the payment from nothing: it is dropped by its own coin (%s)',
    async (how) => {
      const { scenario, one, payment, attempt, openAt } = await begun();
      if (how === 'given up') scenario.close(one, attempt);
      scenario.kill(one);
      const drop = scenario.again(payment, 'drop');
      expect(await openAt(scenario.signers, drop, coins(1))).toEqual(['admitted', 'admitted']);
      // Neither may it leave again: whatever is signed of the two has coin 1.
      expect(await openAt(scenario.signers, attempt, coins(1, 2))).not.toContain('admitted');
      expect(await openAt(scenario.signers, scenario.again(payment, 'drop'), coins(3))).toEqual([
        'conflict',
        'conflict',
      ]);
    },
  );

  test('keeps a coin that it alone would spend from no other payment', async () => {
    const { scenario, openAt } = await begun();
    const other = scenario.ask(namedAddress('wages'));
    expect(await openAt(scenario.signers, other, coins(2))).toEqual(['admitted', 'admitted']);
  });
});
