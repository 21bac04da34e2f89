import { randomUUID } from 'node:crypto';
import {
  bodyHash,
  type Freeze,
  type Intent,
  intentText,
  type PolicyDocument,
  policyHash,
  policyLimits,
  policyText,
} from '@holdfast/policy';
import {
  applyAt,
  ask,
  asked,
  baseIntent,
  call,
  decide,
  evmPlan,
  freezeOf,
  genesis,
  must,
  newMember,
  newPolicy,
  openParams,
  type Reply,
  signBoth,
  type TestMember,
  transfer,
} from '@holdfast/testkit/signer';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SignerEvent } from '../src/feed.ts';
import type { KeyGroupPublic } from '../src/state/entries.ts';
import { confirm, type Pair, type Place, runCeremony, startPair, startPlace } from './harness.ts';

const owner = newMember('owner', 'owner');
const ann = newMember('ann', 'approver');
const omar = newMember('omar', 'operator');
const vera = newMember('vera', 'viewer');
const bot = newMember('bot', 'api');
const rex = newMember('rex', 'operator');
let pair: Pair;
let first: Place;
let second: Place;
let policy: PolicyDocument;
let group: KeyGroupPublic;
let nonce = 0;
beforeAll(async () => {
  pair = await startPair();
  const [one, two] = pair.places;
  if (!one || !two) throw new Error('two signers');
  [first, second] = [one, two];
  const gone: TestMember = { ...rex, member: { ...rex.member, status: 'removed' } };
  policy = newPolicy(
    pair,
    [owner, ann, omar, vera, { ...bot, member: { ...bot.member, keyHolder: 'no' } }, gone],
    ['ann', 'owner'],
  );
  await genesis(pair, policy, owner);
  group = await confirm(pair.places, await runCeremony(pair.places, policy, owner, { approvedBy: [ann] }));
});
afterAll(() => pair?.stop());

interface Facts {
  readonly frozen: boolean;
  readonly freeze: { at: number; by: string; reason: string; proof: Freeze | null } | null;
}
const order = (place: Place, freeze: unknown): Promise<Reply> => ask(place, 'POST', '/api/freeze', { freeze });
const code = async (reply: Promise<Reply>): Promise<string> => (await reply).body.error?.code ?? 'frozen';
const facts = (place: Place): Promise<Facts> => asked<Facts>(ask(place, 'GET', '/api/info'));
const byOmar = (change: Parameters<typeof freezeOf>[2] = {}): Freeze =>
  freezeOf(policy, omar, { time: String(Date.now() + pair.now), ...change });
const restart = async (place: Place): Promise<void> => {
  await place.signer?.stop();
  await startPlace(pair, place);
};

function payment() {
  const intent = transfer({ policy, group, owner }, 'evm');
  const approvals = [decide(intent, owner, 'initiate'), decide(intent, ann, 'approve')];
  return { intent, approvals, plan: evmPlan(nonce++) };
}

/** The members agree that the signers go on, as they alone can; `apply` carries it out. */
function agreeToLift(aheadMs = 0): { announce(): Promise<void>; apply(): Promise<void> } {
  const next: PolicyDocument = { ...policy, version: String(Number(policy.version) + 1), prev: policyHash(policy) };
  const base = baseIntent(policy, 'owner', Date.now() + pair.now);
  const created = String(Number(base.created) + aheadMs);
  const intent: Intent = { ...base, created, kind: 'policy', body: bodyHash(next), request: 'unfreeze' };
  const approvals = [decide(intent, owner, 'initiate'), decide(intent, ann, 'approve')];
  const params = { intent: intentText(intent), document: policyText(next), approvals };
  const apply = async (): Promise<void> => {
    for (const place of pair.places) await must(applyAt(pair, place, 'policy', params));
    policy = next;
  };
  const announce = async (): Promise<void> => {
    const asks = { intent: params.intent, attachments: { document: params.document } };
    for (const place of pair.places) await must(call(pair, place, 'announce', asks));
  };
  return { announce, apply };
}
const lift = (): Promise<void> => agreeToLift().apply();

beforeEach(async () => {
  if ((await facts(first)).frozen || (await facts(second)).frozen) await lift();
});

describe('a member stops a signer with their own key', () => {
  it.each([
    ['owner', owner],
    ['operator', omar],
    ['approver', ann],
  ])('as an %s, and nobody but the signer is asked', async (_, member) => {
    const freeze = freezeOf(policy, member);
    expect(await asked(order(first, freeze))).toEqual({
      freeze: { at: expect.any(Number), by: member.member.id, reason: freeze.reason, proof: freeze },
    });
    expect(await facts(first)).toMatchObject({ frozen: true, freeze: { by: member.member.id, proof: freeze } });
    expect(await facts(second)).toMatchObject({ frozen: false, freeze: null });
  });

  it('in force before it is answered: what is opened after, and the session under way, end at it', async () => {
    const [before, after] = [payment(), payment()];
    const session = randomUUID();
    const opened = await Promise.all(
      pair.places.map((place) => must<{ hello: unknown }>(call(pair, place, 'sign.open', openParams(before, session)))),
    );
    await asked(order(second, byOmar()));
    const step = { session, hellos: opened.map(({ hello }) => hello), inbound: [] };
    expect((await call(pair, second, 'sign.step', step)).error?.code).toBe('frozen');
    expect((await call(pair, second, 'sign.open', openParams(after, randomUUID()))).error?.code).toBe('frozen');
    // One of the two is enough: there is no signature without both.
    await expect(signBoth(pair, pair.places, after)).rejects.toThrow('refused: frozen');
    await lift();
    expect((await signBoth(pair, pair.places, payment())).map(({ done }) => done)).toEqual([true, true]);
  });

  it('on disk before it is answered: a restart keeps it, and whose it was', async () => {
    const freeze = byOmar();
    await asked(order(first, freeze));
    await restart(first);
    expect(await facts(first)).toMatchObject({ frozen: true, freeze: { by: 'omar', proof: freeze } });
  });

  it('once or many times at the same moment: it is written once', async () => {
    const freeze = byOmar();
    const size = () => first.signer?.ctx.store.log().size ?? 0;
    const before = size();
    const replies = await Promise.all(Array.from({ length: 20 }, () => order(first, freeze)));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect(size()).toBe(before + 1);
  });

  it('and the server learns of it by itself, with whose proof it was', async () => {
    const { next } = await must<{ next: number }>(call(pair, first, 'events', { after: 0 }));
    const waiting = must<{ events: SignerEvent[] }>(call(pair, first, 'events', { after: next, waitMs: 10_000 }));
    await asked(order(first, byOmar()));
    expect((await waiting).events).toMatchObject([{ type: 'frozen', by: 'omar', proven: true }]);
    expect(await call(pair, first, 'health', {})).toMatchObject({ frozen: true, freeze: { by: 'omar' } });
  });
});

describe('what is no such order stops nothing', () => {
  const stranger = newMember('omar', 'operator');
  it.each<[string, string, () => unknown]>([
    ['a viewer', 'mayNotFreeze', () => freezeOf(policy, vera)],
    ['an API client', 'mayNotFreeze', () => freezeOf(policy, bot)],
    ['a removed member', 'freezeInvalid', () => freezeOf(policy, rex)],
    ['a stranger', 'freezeInvalid', () => freezeOf(policy, newMember('zoe', 'owner'))],
    ['a stranger under a member’s name', 'freezeInvalid', () => freezeOf(policy, stranger)],
    [
      'a stranger under a member’s name and credential',
      'freezeInvalid',
      () => freezeOf(policy, stranger, { credential: omar.member.credentials[0]?.id ?? '' }),
    ],
    ['another installation', 'otherDeployment', () => byOmar({ deployment: '00'.repeat(32) })],
    ['rules that are not in force', 'policyStale', () => byOmar({ policy: '00'.repeat(32) })],
    ['a changed reason', 'freezeInvalid', () => ({ ...byOmar(), reason: 'another' })],
    ['a changed time', 'freezeInvalid', () => ({ ...byOmar(), time: String(Date.now() + pair.now - 5_000) })],
    ['a changed member', 'freezeInvalid', () => ({ ...byOmar(), member: 'ann' })],
    ['a decision', 'freezeInvalid', () => decide(payment().intent, omar, 'refuse')],
    [
      'the proof of a decision',
      'freezeInvalid',
      () => ({ ...byOmar(), proof: decide(payment().intent, omar, 'refuse').proof }),
    ],
    ['nothing', 'freezeInvalid', () => null],
    ['a list', 'freezeInvalid', () => [byOmar()]],
    ['one field more', 'freezeInvalid', () => ({ ...byOmar(), by: 'ann' })],
    ['one field less', 'freezeInvalid', () => ({ ...byOmar(), time: undefined })],
    ['a reason of two lines', 'freezeInvalid', () => byOmarRaw('a\nb')],
    ['half a character', 'freezeInvalid', () => byOmarRaw('\ud800')],
    ['an order from before', 'expired', () => byOmar({ time: String(Date.now() + pair.now - policyLimits.freezeMs) })],
    ['an order for later', 'notYetValid', () => byOmar({ time: String(Date.now() + pair.now + 120_000) })],
  ])('%s: %s', async (_, expected, make) => {
    expect(await code(order(first, make()))).toBe(expected);
    expect(await facts(first)).toMatchObject({ frozen: false, freeze: null });
  });
  const byOmarRaw = (reason: string): unknown => ({ ...byOmar(), reason });

  it('no other page of the web can send one, nor a form', async () => {
    const body = JSON.stringify({ freeze: byOmar() });
    const form = await fetch(`${first.url}/api/freeze`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body,
    });
    expect(form.status).toBe(400);
    const preflight = await fetch(`${first.url}/api/freeze`, {
      method: 'OPTIONS',
      headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'POST' },
    });
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull();
    expect(await code(ask(first, 'POST', '/api/freeze', { freeze: byOmar(), pad: 'x' }))).toBe('badRequest');
    expect(await code(order(first, { pad: 'x'.repeat(2_100_000) }))).toBe('tooLarge');
    expect(await facts(first)).toMatchObject({ frozen: false });
  });
});

describe('an order that was used', () => {
  it('does not stop the signers again after the members let them go on, also after a restart', async () => {
    const freeze = byOmar();
    for (const place of pair.places) await asked(order(place, freeze));
    await lift();
    for (const place of pair.places) expect(await code(order(place, freeze))).toBe('policyStale');
    await restart(first);
    expect(await code(order(first, freeze))).toBe('policyStale');
    expect(await facts(first)).toMatchObject({ frozen: false });
  });

  it('nor one that was signed while they stood still and kept for later', async () => {
    await asked(order(first, byOmar()));
    const kept = freezeOf(policy, ann);
    await lift();
    expect(await code(order(first, kept))).toBe('policyStale');
  });

  it('is old after ten minutes by the signer’s clock, whatever the rules', async () => {
    const kept = byOmar();
    pair.now += policyLimits.freezeMs;
    expect(await code(order(first, kept))).toBe('expired');
    expect(await code(order(first, byOmar()))).toBe('frozen');
  });
});

describe('a lifting', () => {
  it('is for the freeze that stood when it was asked for: one that came later stays, at each signer by itself', async () => {
    await asked(order(first, byOmar()));
    pair.now += 1_000;
    const early = agreeToLift();
    pair.now += 1_000;
    const later = freezeOf(policy, ann, { time: String(Date.now() + pair.now) });
    await asked(order(second, later));
    await early.apply();
    expect(await facts(first)).toMatchObject({ frozen: false });
    expect(await facts(second)).toMatchObject({ frozen: true, freeze: { by: 'ann', proof: later } });
    await lift();
    expect(await facts(second)).toMatchObject({ frozen: false });
  });
});

describe('a lifting that members were asked for and a server kept back', () => {
  const nowAt = (): string => String(Date.now() + pair.now);
  const allBut = async (early: { announce(): Promise<void>; apply(): Promise<void> }, stop: () => Promise<void>) => {
    pair.now += 1_000;
    await early.announce();
    pair.now += 1_000;
    await stop();
    await early.apply();
  };

  it('is no answer to a later freeze because it says of itself that it is from a minute ahead', async () => {
    await must(call(pair, first, 'freeze', { by: 'server', reason: 'drill' }));
    const later = freezeOf(policy, ann, { time: String(Number(nowAt()) + 2_000) });
    await allBut(agreeToLift(55_000), () => asked(order(first, later)));
    expect(await facts(first)).toMatchObject({ frozen: true, freeze: { by: 'ann' } });
  });

  it('nor to what another member orders after it, though the signers stood still already', async () => {
    const freeze = byOmar();
    await asked(order(first, freeze));
    const later = freezeOf(policy, ann, { time: String(Number(nowAt()) + 2_000) });
    await allBut(agreeToLift(), () => asked(order(first, later)));
    expect(await facts(first)).toMatchObject({ frozen: true, freeze: { by: 'ann', proof: later } });
  });

  it('but the order that it answers, sent again, does not hold it up', async () => {
    const freeze = byOmar();
    await asked(order(first, freeze));
    await allBut(agreeToLift(), () => asked(order(first, freeze)));
    expect(await facts(first)).toMatchObject({ frozen: false });
  });
});

describe('a member’s order where another stands already', () => {
  const minuteAgo = (): string => String(Date.now() + pair.now - 60_000);
  const size = () => first.signer?.ctx.store.log().size ?? 0;
  /** A lifting is asked for, and agreed to, between two orders. */
  async function between(second: () => Freeze, shown = false): Promise<void> {
    await asked(order(first, byOmar()));
    pair.now += 1_000;
    // As far ahead as it may say of itself: where it was seen before, that does not help it.
    const early = agreeToLift(shown ? 50_000 : 0);
    if (shown) await early.announce();
    pair.now += 1_000;
    const freeze = second();
    await asked(order(first, freeze));
    await early.apply();
    expect(await facts(first)).toMatchObject({ frozen: true, freeze: { by: freeze.member, proof: freeze } });
    // And after a restart, which rebuilds it from the journal.
    await restart(first);
    expect(await facts(first)).toMatchObject({ frozen: true, freeze: { proof: freeze } });
    pair.now += 60_000;
    await lift();
    expect(await facts(first)).toMatchObject({ frozen: false });
  }

  it.each<[string, () => Freeze]>([
    ['another member’s, whose clock is behind', () => freezeOf(policy, ann, { time: minuteAgo() })],
    ['his own in other words, of an earlier time', () => byOmar({ time: minuteAgo(), reason: 'once more' })],
    ['his own of a later time', () => byOmar()],
  ])('is a new stop, which no lifting asked for before lifts: %s', async (_, second) => {
    await between(second);
    await between(second, true);
  });

  it('is a new stop where nothing was asked for here yet: the lifting may be known elsewhere', async () => {
    await asked(order(first, byOmar()));
    const before = size();
    await asked(order(first, freezeOf(policy, ann, { time: minuteAgo() })));
    expect(size()).toBe(before + 1);
  });

  it('counts by what was written down, though this signer’s own clock has been put back', async () => {
    await asked(order(first, byOmar()));
    pair.now += 50_000;
    const early = agreeToLift();
    await early.announce();
    pair.now -= 40_000;
    await asked(order(first, freezeOf(policy, ann, { time: minuteAgo() })));
    pair.now += 40_000;
    await early.apply();
    expect(await facts(first)).toMatchObject({ frozen: true, freeze: { by: 'ann' } });
    pair.now += 60_000;
  });

  it('is written down once, in whatever turn the same orders are sent again, also after a restart', async () => {
    const orders = [byOmar(), freezeOf(policy, ann, { time: minuteAgo() }), byOmar({ reason: 'once more' })];
    for (const freeze of orders) await asked(order(first, freeze));
    const written = size();
    for (const again of [false, true]) {
      if (again) await restart(first);
      for (let n = 0; n < 10; n++) for (const freeze of orders) await asked(order(first, freeze));
    }
    expect(size()).toBe(written);
  });

  it('counts twenty times in ten minutes, for each member; the signer stands still all the same', async () => {
    const words = (n: number): Freeze => byOmar({ reason: `order ${n}` });
    for (let n = 0; n < 20; n++) expect(await code(order(first, words(n)))).toBe('frozen');
    const written = size();
    expect(await code(order(first, words(20)))).toBe('tooMany');
    expect(await facts(first)).toMatchObject({ frozen: true });
    expect(size()).toBe(written);
    expect(await code(order(first, freezeOf(policy, ann, { time: minuteAgo() })))).toBe('frozen');
    expect(first.signer?.ctx.store.state.freezes.size).toBe(21);
    pair.now += policyLimits.freezeMs + 120_000;
    expect(await code(order(first, words(21)))).toBe('frozen');
    // What could not be sent again any more is forgotten.
    expect(first.signer?.ctx.store.state.freezes.size).toBe(1);
    await lift();
    expect(first.signer?.ctx.store.state.freezes.size).toBe(0);
  });
});

describe('the server’s word', () => {
  it('is shown as that and nothing else', async () => {
    await must(call(pair, first, 'freeze', { by: 'omar', reason: 'says the server' }));
    expect(await facts(first)).toMatchObject({ frozen: true, freeze: { by: 'omar', proof: null } });
    const { events } = await must<{ events: SignerEvent[] }>(call(pair, first, 'events', { after: 0 }));
    expect(events.at(-1)).toMatchObject({ type: 'frozen', by: 'omar', proven: false });
  });

  it('makes no proof, whatever else it sends', async () => {
    const reply = await call(pair, first, 'freeze', { by: 'omar', reason: 'x', proof: byOmar() });
    expect(reply.error?.code).toBe('badRequest');
    expect(await facts(first)).toMatchObject({ frozen: false });
  });

  it('gives way to a member’s proof, and does not take its place', async () => {
    await must(call(pair, first, 'freeze', { by: 'ann', reason: 'says the server' }));
    const freeze = byOmar();
    await asked(order(first, freeze));
    expect(await facts(first)).toMatchObject({ freeze: { by: 'omar', proof: freeze } });
    await must(call(pair, first, 'freeze', { by: 'ann', reason: 'says the server' }));
    expect(await facts(first)).toMatchObject({ freeze: { by: 'omar', proof: freeze } });
  });
});
