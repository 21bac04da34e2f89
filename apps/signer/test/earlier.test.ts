import { randomInt } from 'node:crypto';
import type { ConflictKey } from '@holdfast/chains';
import type { Intent } from '@holdfast/policy';
import { namedAddress } from '@holdfast/testkit/chain';
import { type Random, randomFrom } from '@holdfast/testkit/random';
import { runsOf } from '@holdfast/testkit/runs';
import { describe, expect, test } from 'vitest';
import { conflict } from '../src/admission/conflict.ts';
import { earlierPayments } from '../src/admission/earlier.ts';
import type { Step } from '../src/admission/types.ts';
import { earlierOf, openPayments } from '../src/earlier.ts';
import { accountOf, endedOpen } from '../src/state/open.ts';
import { emptyState } from '../src/state/state.ts';
import { coinModel, dyingModel, type ModelChain, slateModel, turnModel, withholding } from './withholding.ts';

/**
 * A server that keeps signatures back. It announces, opens, lets go, gives up, stands for, kills and waits in any order, says of payments that they failed
 * so that members ask again, and broadcasts in the end whatever it has.
 */
const seed = Number(process.env.HOLDFAST_SEED ?? randomInt(1, 2 ** 31));
const purposes = ['rent', 'wages', 'coffee'].map(namedAddress);
const models = { 'an account chain': slateModel, 'a chain of coins': coinModel };
const whole: readonly Step[] = [conflict, earlierPayments];
type Scenario = ReturnType<typeof withholding>;

const anyOf = <T>(random: Random, all: readonly T[]): T | undefined => all[random.between(0, all.length - 1)];

/** One act of the server, and of members who believe it. */
async function act(scenario: Scenario, chain: ModelChain, random: Random): Promise<void> {
  const signer = anyOf(random, scenario.signers);
  const late = scenario.intents.slice(-4);
  const intent = anyOf(random, late);
  const what = random.pick([
    ['ask', 2],
    ['announce', 5],
    ['open', 5],
    ['expose', 5],
    ['both', 5],
    ['settle', 1],
    ['close', 1],
    ['kill', 1],
    ['wait', 2],
    ['end', 2],
    ['broadcast', 1],
    ['mine', 1],
  ]);
  if (what === 'ask' || !intent || !signer)
    return void scenario.ask(random.next() < 0.1 ? '' : (anyOf(random, purposes) ?? ''));
  const key = chain.keyOf(random.between(0, 63));
  if (what === 'announce') {
    scenario.announce(signer, intent);
    scenario.decide(signer, intent);
  } else if (what === 'open') await scenario.open(signer, intent, key);
  else if (what === 'expose') scenario.expose(signer, intent);
  else if (what === 'both') {
    for (const each of scenario.signers) await scenario.open(each, intent, key);
    for (const each of scenario.signers) if (random.next() < 0.9) scenario.expose(each, intent);
  } else if (what === 'settle')
    for (const each of random.next() < 0.5 ? scenario.signers : [signer])
      scenario.settle(
        each,
        late.map(({ id }) => id),
      );
  else if (what === 'close') scenario.close(signer, intent);
  else if (what === 'kill') scenario.kill(signer);
  else if (what === 'wait') scenario.wait(random.between(1, 400_000));
  else if (what === 'end') scenario.wait(800_000);
  else if (what === 'mine') chain.mine();
  else for (const tx of scenario.signed()) if (random.next() < 0.3) chain.broadcast(tx);
}

/** Everything that the server has, in any order, until nothing more is mined. */
function broadcastAll(scenario: Scenario, chain: ModelChain, random: Random): void {
  const all = scenario.signed().map((tx) => ({ tx, order: random.next() }));
  for (const { tx } of all.toSorted((a, b) => a.order - b.order)) chain.broadcast(tx);
  for (let n = 0; n < all.length + 1; n++) chain.mine();
}

/** Payments that were made more than once: intents, and purposes for which members asked again. */
function twice({ intents }: Scenario, { mined }: ModelChain): string[] {
  const ids = mined();
  const paid = ids.flatMap((id) => intents.filter((one) => one.id === id && one.outputs[0]?.path === ''));
  const payees = paid.map(({ outputs }) => outputs[0]?.address ?? '');
  return [...ids, ...payees].filter((name, n, all) => all.indexOf(name) !== n);
}

async function play(make: () => ModelChain, random: Random, steps = whole) {
  const chain = make();
  const scenario = withholding(chain, steps, [random.between(-30_000, 30_000), random.between(-30_000, 30_000)]);
  for (let n = 0; n < 60; n++) await act(scenario, chain, random);
  return { chain, scenario };
}

/** What an honest server does with an installation that it finds like that, for one payment more. @returns whether that was made */
async function goOn(scenario: Scenario, chain: ModelChain): Promise<boolean> {
  const stand = (): void => {
    for (const signer of scenario.signers) {
      const over = [...signer.state.decided].filter(([, one]) => chain.isOver(one.conflict));
      scenario.settle(signer, [...chain.mined(), ...over.map(([id]) => id)]);
    }
  };
  const pay = async (purpose: string): Promise<string> => {
    const intent = scenario.ask(purpose);
    for (const signer of scenario.signers) scenario.announce(signer, intent);
    const account = accountOf(intent);
    const open = scenario.signers.flatMap(({ state }) => endedOpen(state, account, Number(intent.expires)));
    const key = chain.next(open.filter(({ id }) => id !== intent.id).map((one) => one.conflict));
    scenario.signers.some((signer) => scenario.decide(signer, intent));
    for (const signer of scenario.signers)
      if ((await scenario.open(signer, intent, key)) !== 'admitted') {
        for (const each of scenario.signers) scenario.close(each, intent);
        return '';
      }
    for (const signer of scenario.signers) scenario.expose(signer, intent);
    chain.broadcast({ intent, key });
    chain.mine();
    stand();
    return intent.id;
  };
  scenario.wait(10_000_000);
  stand();
  for (let n = 0; n < 8; n++) {
    const id = await pay(namedAddress(`an honest payment ${n}`));
    if (chain.mined().includes(id)) return true;
    await pay('');
    scenario.wait(1_000_000);
  }
  return false;
}

describe.each(Object.entries(models))('on %s, whatever a server keeps back', (_, make) => {
  const runs = runsOf(400, 0.25);
  test(`each approved payment is made once at most, also one that members asked for again (seed ${seed}, ${runs} runs)`, async () => {
    let [made, replaced] = [0, 0];
    for (let n = 0; n < runs; n++) {
      const random = randomFrom(seed + n);
      const { chain, scenario } = await play(make, random);
      replaced += scenario.signers
        .flatMap(({ state }) => [...state.announced.values()])
        .filter((one) => one.replaces.length > 0).length;
      broadcastAll(scenario, chain, random);
      made += chain.mined().length;
      expect(twice(scenario, chain), `seed ${seed + n}`).toEqual([]);
    }
    // The property would also hold for signers that sign nothing.
    expect(made).toBeGreaterThan(runs / 100);
    expect(replaced).toBeGreaterThan(runs / 20);
  });
  test(`an honest server can go on (seed ${seed})`, async () => {
    for (let n = 0; n < runs / 4; n++) {
      const { chain, scenario } = await play(make, randomFrom(seed + n));
      expect(await goOn(scenario, chain), `seed ${seed + n}`).toBe(true);
    }
  });
  test.each([
    ['at once', false, 'earlierOpen', [conflict]],
    [
      'once the server stands for the first',
      true,
      'earlierNotReplaced',
      [conflict, { ...earlierPayments, check: blind }],
    ],
  ] as const)('a payment kept back, and asked for again beside it, %s', async (__, settles, code, mutant) => {
    for (const [steps, expected] of [
      [whole, code],
      [mutant, 'admitted'],
    ] as const) {
      const chain = make();
      const scenario = withholding(chain, steps, [0, 0]);
      const agreed = (): ReturnType<typeof scenario.ask> => {
        const intent = scenario.ask(purposes[0] ?? '');
        for (const signer of scenario.signers) scenario.announce(signer, intent);
        expect(scenario.signers.map((signer) => scenario.decide(signer, intent))).toEqual([true, true]);
        return intent;
      };
      const sign = async (intent: Intent, key: ConflictKey): Promise<string[]> => {
        const codes = await Promise.all(scenario.signers.map((signer) => scenario.open(signer, intent, key)));
        for (const signer of scenario.signers) scenario.expose(signer, intent);
        return codes;
      };
      await sign(agreed(), chain.keyOf(0));
      scenario.wait(800_000);
      const again = agreed();
      if (settles)
        for (const signer of scenario.signers)
          scenario.settle(
            signer,
            scenario.intents.map(({ id }) => id),
          );
      expect(await sign(again, chain.keyOf(13))).toEqual([expected, expected]);
      broadcastAll(scenario, chain, randomFrom(1));
      expect(twice(scenario, chain).length > 0, 'the model sees what comes of it').toBe(expected === 'admitted');
    }
  });
});

/** Lets an intent have another transaction although a part of a signature has left. */
const loose: Step = {
  name: 'conflict',
  check: (facts, draft) => conflict.check({ ...facts, state: { ...facts.state, exposed: new Set() } }, draft),
};
/** Forgets which turn an intent had before. */
const unbound: Step = {
  name: 'conflict',
  check: (facts, draft) =>
    conflict.check({ ...facts, state: { ...facts.state, decided: emptyState().decided } }, draft),
};

describe.each([
  [
    'whose transactions stand for themselves',
    dyingModel,
    'give an intent another transaction after a part has left',
    loose,
  ],
  [
    'whose transactions die, and of each turn of an account one is taken',
    turnModel,
    'forget an intent’s turn',
    unbound,
  ],
] as const)('on a chain %s, whatever a server keeps back', (_, make, does, mutant) => {
  const runs = runsOf(400, 0.25);
  async function all(steps: readonly Step[]): Promise<{ made: number; wrong: string[] }> {
    let made = 0;
    const wrong: string[] = [];
    // Of those that pay twice one run is enough, and it may be long in coming.
    const most = steps === whole ? runs : 20 * runs;
    for (let n = 0; n < most && (steps === whole || wrong.length === 0); n++) {
      const random = randomFrom(seed + n);
      const { chain, scenario } = await play(make, random, steps);
      broadcastAll(scenario, chain, random);
      made += chain.mined().length;
      if (twice(scenario, chain).length > 0) wrong.push(`seed ${seed + n}`);
    }
    return { made, wrong };
  }
  test(`each approved payment is made once at most, also one that members asked for again (seed ${seed}, ${runs} runs)`, async () => {
    const { made, wrong } = await all(whole);
    expect(wrong).toEqual([]);
    // Else nothing could have been paid twice. How many are made, chance says.
    expect(made).toBeGreaterThan(0);
  });
  test(`signers that ${does} pay twice`, async () => {
    expect((await all([mutant, earlierPayments])).wrong).not.toEqual([]);
  });
  test(`an honest server can go on (seed ${seed})`, async () => {
    for (let n = 0; n < runs / 4; n++) {
      const { chain, scenario } = await play(make, randomFrom(seed + n));
      expect(await goOn(scenario, chain), `seed ${seed + n}`).toBe(true);
    }
  });
});

describe('what a page tells of a payment whose signature was kept back', () => {
  const [rent = ''] = purposes;
  /** Let go by both, and over; then asked for again. */
  async function kept(aheadMs: number) {
    const chain = slateModel();
    const scenario = withholding(chain, whole, [0, 0]);
    const announced = (payee: string): Intent => {
      const intent = scenario.ask(payee);
      for (const signer of scenario.signers) scenario.announce(signer, intent);
      return intent;
    };
    const first = announced(rent);
    const [signer] = scenario.signers;
    if (!signer) throw new Error('no signer');
    scenario.decide(signer, first);
    for (const each of scenario.signers) await scenario.open(each, first, chain.keyOf(0));
    for (const each of scenario.signers) scenario.expose(each, first);
    scenario.wait(600_000 - aheadMs);
    const again = announced(rent);
    const told = (of = again) => {
      const known = signer.state.announced.get(of.id);
      if (!known) throw new Error('not announced');
      const now = signer.state.lastAt + aheadMs + 1_000;
      return earlierOf({ store: { state: signer.state } as never, now: () => now }, known, () => false);
    };
    return { scenario, first, again, announced, told };
  }
  test('shown before its end and read after: it can be made at any time', async () => {
    const { scenario, first, again, told } = await kept(1_000);
    expect(told().earlier.map(({ id, standing }) => [id, standing])).toEqual([[first.id, 'exposed']]);
    scenario.wait(100_000);
    expect(scenario.signers.map((signer) => scenario.decide(signer, again))).toEqual([false, false]);
  });
  test('it is told with the time at which it was decided to sign it, as long as whom it paid is kept', async () => {
    const { first, told } = await kept(1_000);
    const [one] = told().earlier;
    expect(one?.signed).toBeGreaterThanOrEqual(Number(first.created));
    expect(one?.signed).toBeLessThan(Number(first.expires));
  });
  test('no number of others crowds it out, and those are counted', async () => {
    const { first, announced, told } = await kept(1_000);
    for (let n = 0; n < 60; n++) announced(rent);
    const { earlier, earlierLeft } = told();
    expect(earlier[0]?.id).toBe(first.id);
    expect(earlier.length + earlierLeft).toBe(61);
  });
  test('the server is told of it once it has ended, with the nonce that it needs', async () => {
    const { scenario, first } = await kept(1_000);
    const [signer] = scenario.signers;
    if (!signer) throw new Error('no signer');
    const listed = (now: number) => openPayments({ store: { state: signer.state } as never, now: () => now }).payments;
    expect(listed(Number(first.expires) - 1)).toEqual([]);
    const [one, ...others] = listed(Number(first.expires));
    expect([one?.id, one?.chain, one?.keys.map((key) => key.split('|').at(-1))]).toEqual([
      first.id,
      first.chain,
      ['0'],
    ]);
    expect(others).toEqual([]);
    scenario.settle(signer, [first.id]);
    expect(listed(Number(first.expires))).toEqual([]);
  });
  test('it is told for as long as nobody stands for it', async () => {
    const { scenario, first, announced, told } = await kept(0);
    scenario.wait(40 * 86_400_000);
    expect(told(announced(rent)).earlier.map(({ id }) => id)).toContain(first.id);
  });
});

/** So many announced to one payee, each refused by somebody, and one more that is looked at. @returns what is told of them, and how many were judged */
function refusedBefore(count: number, changes: Partial<Intent> = {}) {
  const scenario = withholding(slateModel(), whole, [0]);
  const [signer] = scenario.signers;
  if (!signer) throw new Error('no signer');
  const announced = Array.from({ length: count + 1 }, () => {
    const intent = scenario.ask(purposes[0] ?? '');
    scenario.announce(signer, intent);
    return intent.id;
  });
  for (const id of announced.slice(0, count)) {
    const known = signer.state.announced.get(id);
    const refuse = { decision: 'refuse' } as never;
    if (known)
      signer.state.announced.set(id, { ...known, intent: { ...known.intent, ...changes }, approvals: [refuse] });
  }
  const known = signer.state.announced.get(announced.at(-1) ?? '');
  if (!known) throw new Error('not announced');
  const judged: string[] = [];
  const isRefused = ({ intent }: typeof known): boolean => judged.push(intent.id) > 0;
  const now = signer.state.lastAt + 1_000;
  const told = earlierOf({ store: { state: signer.state } as never, now: () => now }, known, isRefused);
  return { told, judged, announced };
}

test('of many payments that members refused the newest are judged, and the others told as what can be signed', () => {
  const { told, judged, announced } = refusedBefore(80);
  expect(judged).toEqual(announced.slice(30, 80).toReversed());
  expect(told.earlier.length + told.earlierLeft).toBe(80);
  expect(told.earlier.filter(({ standing }) => standing === 'beside').map(({ id }) => id)).toEqual(
    announced.slice(0, 30).toReversed(),
  );
});

test.each([
  ['transfer', 'refused'],
  ['disperse', 'refused'],
  ['batch', 'beside'],
  ['brc20', 'beside'],
] as const)(
  'a refused %s is told as %s: of what is made by its parts nothing is decided under its own name',
  (kind, standing) => {
    expect(refusedBefore(1, { kind }).told.earlier.map((one) => one.standing)).toEqual([standing]);
  },
);

test('a payment to the sub-wallet itself tells whose place it may take', async () => {
  const chain = slateModel();
  const scenario = withholding(chain, whole, [0]);
  const [signer] = scenario.signers;
  if (!signer) throw new Error('no signer');
  const first = scenario.ask(purposes[0] ?? '');
  scenario.announce(signer, first);
  scenario.decide(signer, first);
  await scenario.open(signer, first, chain.keyOf(0));
  scenario.expose(signer, first);
  scenario.wait(800_000);
  const own = scenario.ask('');
  scenario.announce(signer, own);
  expect(signer.state.announced.get(own.id)?.replaces).toEqual([first.id]);
});

/** Goes by what is open now, and not by what members were told. */
function blind(...[facts, draft]: Parameters<Step['check']>): ReturnType<Step['check']> {
  const announced = new Map(
    [...facts.state.announced].map(([id, known]) => [id, { ...known, replaces: [], beside: [] }]),
  );
  return earlierPayments.check({ ...facts, state: { ...facts.state, announced } }, draft);
}
