import { randomInt, randomUUID } from 'node:crypto';
import type { Approval, PolicyDocument } from '@holdfast/policy';
import type { Place } from '@holdfast/signer/test/harness.ts';
import { ask, call, decide, must } from '@holdfast/testkit/signer';
import {
  type AsyncCommand,
  asyncModelRun,
  asyncProperty,
  assert as check,
  commands,
  constantFrom,
  nat,
  record,
} from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { build } from './build.ts';
import { type Fixture, fork } from './fixture.ts';
import { type Ask, codeOf, deliver, nextPolicy, payAsk, policyAsk, textOf } from './requests.ts';
import { realSigner } from './run.ts';

let base: Fixture;
beforeAll(async () => {
  base = await build();
});
afterAll(() => base?.pair.stop());

type Decider = 'olga' | 'adam' | 'anna';
/** What a payment must come to, told in three lines: two different members have approved, nobody has refused, the policy is the one it names. */
interface Payment {
  readonly version: string;
  readonly approved: Set<Decider>;
  readonly refused: Set<Decider>;
  decided: boolean;
}
interface Model {
  version: string;
  readonly payments: Payment[];
}
/** The signer, and what a server would keep of it. */
interface Real {
  readonly fixture: Fixture;
  readonly place: Place;
  policy: PolicyDocument;
  readonly payments: { readonly request: Ask; readonly approvals: Approval[] }[];
}
type Command = AsyncCommand<Model, Real>;

const outcome = (model: Model, { version, approved, refused }: Payment): string => {
  if (version !== model.version) return 'policyStale';
  if (refused.size > 0) return 'refusedByMember';
  return approved.size >= 2 ? 'admitted' : 'approvalsMissing';
};

const announce: Command = {
  check: ({ payments }) => payments.length < 4,
  toString: () => 'announce',
  run: async (model, { fixture, place, policy, payments }) => {
    const request = payAsk({ ...fixture, policy });
    await must(call(fixture.pair, place, 'announce', { intent: textOf(request) }));
    payments.push({ request, approvals: [decide(request.intent, fixture.crew.omar, 'initiate')] });
    model.payments.push({ version: model.version, approved: new Set(), refused: new Set(), decided: false });
  },
};

const decision = (at: number, who: Decider, word: 'approve' | 'refuse'): Command => ({
  check: ({ payments }) => payments.length > 0,
  toString: () => `${who} ${word}s ${at}`,
  run: async (model, { fixture, place, payments }) => {
    const [known, real] = [model.payments[at % model.payments.length], payments[at % payments.length]];
    if (!known || !real) throw new Error('no payment');
    const approval = decide(real.request.intent, fixture.crew[who], word);
    const { body } = await ask(place, 'POST', '/api/approvals', { approval });
    expect(body.error).toBeUndefined();
    real.approvals.push(approval);
    known[word === 'approve' ? 'approved' : 'refused'].add(who);
  },
});

/** The server asks to sign, with all decisions or with the refusals left out. */
const sign = (at: number, honest: boolean): Command => ({
  check: ({ payments }) => payments.length > 0,
  toString: () => `sign ${at}${honest ? '' : ', refusals left out'}`,
  run: async (model, { fixture, place, payments }) => {
    const [known, real] = [model.payments[at % model.payments.length], payments[at % payments.length]];
    if (!known || !real) throw new Error('no payment');
    const approvals = real.approvals.filter((one) => honest || one.decision !== 'refuse');
    const got = codeOf(await deliver(fixture, place, { ...real.request, approvals, session: randomUUID() }));
    expect(got).toBe(outcome(model, known));
    known.decided ||= got === 'admitted';
    expect(place.signer?.ctx.store.state.decided.has(real.request.intent.id)).toBe(known.decided);
  },
});

/** A next policy version, with all its approvals or with too few. */
const change = (enough: boolean, back: boolean): Command => ({
  check: ({ version }) => Number(version) < 20,
  toString: () => `change the policy${enough ? '' : ' with too few'}${back ? ' from an old version' : ''}`,
  run: async (model, real) => {
    const from = { ...real.fixture, policy: back ? real.fixture.policy : real.policy };
    const hours = String(Number(from.policy.book.coolingHours) - 1);
    const next = nextPolicy(from, { book: { mode: 'on', coolingHours: hours } });
    const request = policyAsk(from, next);
    const approvals = enough ? request.approvals : request.approvals.slice(0, 1);
    const stale = back && model.version !== '1';
    const got = codeOf(await deliver(real.fixture, real.place, { ...request, approvals }));
    // The change in force once more is no error, and changes nothing.
    const repeated = stale && model.version === '2';
    expect(got).toBe(repeated || (enough && !stale) ? 'admitted' : stale ? 'policyStale' : 'approvalsMissing');
    if (enough && !stale) {
      for (const other of real.fixture.pair.places.filter((one) => one !== real.place))
        expect(codeOf(await deliver(real.fixture, other, request))).toBe('admitted');
      real.policy = next;
      model.version = next.version;
    }
    expect(real.place.signer?.ctx.store.state.policy?.document.version).toBe(model.version);
  },
});

const who = constantFrom<Decider[]>('olga', 'adam', 'anna');
const all = [
  nat(0).map(() => announce),
  record({ at: nat(3), who }).map(({ at, who: name }) => decision(at, name, 'approve')),
  record({ at: nat(3), who }).map(({ at, who: name }) => decision(at, name, 'approve')),
  record({ at: nat(3), who, rare: nat(3) }).map((r) => decision(r.at, r.who, r.rare === 0 ? 'refuse' : 'approve')),
  record({ at: nat(3), honest: nat(1) }).map(({ at, honest }) => sign(at, honest === 1)),
  record({ enough: nat(2), back: nat(2) }).map(({ enough, back }) => change(enough > 0, back === 0)),
];

test('approvals and policy versions at a signer are what a model of three lines says, whatever the order of events', async () => {
  const seed = Number(process.env.HOLDFAST_SEED ?? randomInt(1, 2 ** 31));
  console.log(`seed ${seed}`);
  await check(
    asyncProperty(commands(all, { maxCommands: 30 }), async (steps) => {
      const fixture = await fork(base, realSigner);
      try {
        const [place] = fixture.pair.places;
        if (!place) throw new Error('no signer');
        const real: Real = { fixture, place, policy: fixture.policy, payments: [] };
        await asyncModelRun(() => ({ model: { version: '1', payments: [] }, real }), steps);
      } finally {
        await fixture.pair.stop();
      }
    }),
    { seed, numRuns: 50 },
  );
}, 400_000);

test('a thousand approvals of one member at once are one', async () => {
  const fixture = await fork(base, realSigner);
  try {
    const [place] = fixture.pair.places;
    if (!place) throw new Error('no signer');
    const request = payAsk(fixture);
    await must(call(fixture.pair, place, 'announce', { intent: textOf(request) }));
    const approval = decide(request.intent, fixture.crew.adam, 'approve');
    const replies = await Promise.all(
      Array.from({ length: 1_000 }, () => ask(place, 'POST', '/api/approvals', { approval })),
    );
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    expect(place.signer?.ctx.store.state.announced.get(request.intent.id)?.approvals).toEqual([approval]);
    const [asked] = request.approvals;
    const approvals = [asked, ...Array.from({ length: 150 }, () => approval)];
    expect(codeOf(await deliver(fixture, place, { ...request, approvals }))).toBe('approvalsMissing');
  } finally {
    await fixture.pair.stop();
  }
}, 300_000);
