import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Hello } from '@holdfast/channel';
import { type Intent, intentText } from '@holdfast/policy';
import {
  addressed,
  ask,
  assemble,
  baseIntent,
  btcPlan,
  call,
  coin,
  decide,
  evmPlan,
  type Mail,
  must,
  openParams,
  randomOf,
  type SignRequest,
  signBoth,
  transfer,
} from '@holdfast/testkit/signer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SignStepReply } from '../src/signing/session.ts';
import { nameBurst } from '../src/state/names.ts';
import { type Place, type Ready, readyPair, startPlace } from './harness.ts';

/** A payment is given up at one signer or both, before, while and after it is signed. */
let ready: Ready;
let [first, second]: Place[] = [];
beforeAll(async () => {
  ready = await readyPair();
  [first, second] = ready.pair.places;
});
afterAll(() => ready?.pair.stop());

const places = (): [Place, Place] => {
  if (!first || !second) throw new Error('no signers');
  return [first, second];
};
let nonce = 0;
function payment(change: Partial<Intent> = {}, at = nonce++): SignRequest {
  const intent = transfer(ready, 'evm', change);
  return { intent, approvals: [decide(intent, ready.owner, 'approve')], plan: evmPlan(at) };
}
const stateOf = (place: Place) => {
  if (!place.signer) throw new Error('not running');
  return place.signer.ctx.store.state;
};
const close = (place: Place, { intent }: SignRequest) =>
  call(ready.pair, place, 'close', { intent: intentText(intent) });
const open = (place: Place, request: SignRequest, session: string = randomUUID()) =>
  call(ready.pair, place, 'sign.open', openParams(request, session));
const codeOf = (reply: { error?: { code: string } }): string => reply.error?.code ?? 'admitted';
const restart = async (place: Place): Promise<void> => {
  await place.signer?.stop();
  await startPlace(ready.pair, place);
};

/** A session that the test carries step by step. */
async function session(request: SignRequest) {
  const id = randomUUID();
  const opened = await Promise.all(places().map((place) => must<{ hello: Hello }>(open(place, request, id))));
  const hellos = opened.map(({ hello }) => hello);
  let mail: Mail[] = [];
  let round = 0;
  const body = (place: Place) =>
    round === 0 ? { session: id, hellos, inbound: [] } : { session: id, inbound: addressed(mail, place.id) };
  const stepAt = (place: Place) => call(ready.pair, place, 'sign.step', body(place));
  /** One round at both. @returns what each answered, or why it refused */
  async function next(): Promise<(SignStepReply | string)[]> {
    const replies = await Promise.all(places().map(stepAt));
    mail = replies.flatMap(({ outbound = [] }, i) =>
      (outbound as { to: string; box: string }[]).map((box) => ({ from: places()[i]?.id ?? '', ...box })),
    );
    round += 1;
    return replies.map((reply) => reply.error?.code ?? (reply as unknown as SignStepReply));
  }
  return { next, stepAt };
}
const signatures = (replies: readonly (SignStepReply | string)[]): number =>
  replies.filter((reply) => typeof reply !== 'string' && reply.signatures !== undefined).length;

describe('what a signer has given up', () => {
  it('it never admits, whether it knew it before or not, after a restart too, and says the same again', async () => {
    const [a] = places();
    const [unknown, announced, admitted] = [payment(), payment(), payment()];
    await must(call(ready.pair, a, 'announce', { intent: intentText(announced.intent) }));
    expect(codeOf(await open(a, admitted))).toBe('admitted');
    const shown = async () => (await ask(a, 'GET', `/api/intents/${announced.intent.id}`)).body.state;
    expect(await shown()).toBe('open');
    for (const again of [false, true, false]) {
      if (again) await restart(a);
      for (const request of [unknown, announced, admitted]) {
        expect(await close(a, request)).toEqual({ closed: true });
        expect(codeOf(await open(a, request))).toBe('intentClosed');
      }
      expect(await shown()).toBe('closed');
    }
  });

  it('leaves nonce and request id to another intent, once', async () => {
    const [a, b] = places();
    const asked = { request: 'invoice-close' };
    const at = nonce++;
    const [given, next, third] = [payment(asked, at), payment(asked, at), payment(asked, at)];
    for (const place of [a, b]) expect(codeOf(await open(place, given))).toBe('admitted');
    expect(codeOf(await open(a, next))).toBe('intentReused');
    for (const place of [a, b]) expect(await close(place, given)).toEqual({ closed: true });
    const [signed] = await signBoth(ready.pair, ready.pair.places, next);
    expect(assemble(ready.group, next, signed ?? { outbound: [], done: true }).raw).toBeTruthy();
    for (const place of [a, b]) {
      expect(codeOf(await open(place, third))).toBe('intentReused');
      expect(codeOf(await open(place, payment({}, at)))).toBe('conflict');
      expect(codeOf(await open(place, given))).toBe('intentClosed');
    }
  });

  it('leaves its coins to another intent, and those are spent once', async () => {
    const mine = coin(ready.group, 'm/0/7/0/0', 90_000n, 70);
    const plan = btcPlan([mine], 'm/0/7/1/0');
    const pay = (): SignRequest => {
      const intent = transfer(ready, 'bitcoin');
      return { intent, approvals: [decide(intent, ready.owner, 'approve')], plan };
    };
    const [given, next] = [pay(), pay()];
    for (const place of places()) expect(codeOf(await open(place, given))).toBe('admitted');
    for (const place of places()) expect(codeOf(await open(place, next))).toBe('conflict');
    for (const place of places()) await must(close(place, given));
    await signBoth(ready.pair, ready.pair.places, next);
    for (const place of places()) expect(codeOf(await open(place, pay()))).toBe('conflict');
  });

  it('counts no more against the limits of the day, after a restart too', async () => {
    const limited = await readyPair({
      config: { velocity: [{ wallet: '*', chain: 'evm:31337', contract: '', maxCount: 1 }] },
    });
    const [a] = limited.pair.places;
    if (!a) throw new Error('no signer');
    const pay = (at: number): SignRequest => {
      const intent = transfer(limited, 'evm');
      return { intent, approvals: [decide(intent, limited.owner, 'approve')], plan: evmPlan(at) };
    };
    const [given, next, third] = [pay(0), pay(1), pay(2)];
    const openAt = async (request: SignRequest) =>
      codeOf(await call(limited.pair, a, 'sign.open', openParams(request, randomUUID())));
    expect(await openAt(given)).toBe('admitted');
    expect(await openAt(next)).toBe('velocity');
    await must(call(limited.pair, a, 'close', { intent: intentText(given.intent) }));
    await a.signer?.stop();
    await startPlace(limited.pair, a);
    expect(await openAt(next)).toBe('admitted');
    expect(await openAt(third)).toBe('velocity');
    await limited.pair.stop();
  });
});

describe('given up in the middle of a session', () => {
  const parts = ['hellos', 'commitments', 'products', 'parts'] as const;
  it.each(parts.flatMap((sent, rounds) => [0, 1].map((who) => [sent, who + 1, rounds, who] as const)))(
    'after the %s have left, at signer %i: there is no signature, or it says that there may be',
    async (sent, _, rounds, who) => {
      const request = payment();
      const { next } = await session(request);
      for (let n = 0; n < rounds; n++) expect(signatures(await next())).toBe(0);
      const place = places()[who] ?? places()[0];
      const closed = sent !== 'parts';
      expect(await close(place, request)).toEqual({ closed });
      // Whatever is carried on: with one that has given it up nobody gets a signature.
      let [last, all]: [(SignStepReply | string)[], number] = [[], 0];
      for (let n = rounds; n < 6; n++) {
        last = await next();
        all += signatures(last);
      }
      if (closed) {
        expect(all).toBe(0);
        expect(last[who]).toBe('unknownSession');
        expect(stateOf(place).exposed.has(request.intent.id)).toBe(false);
        await expect(signBoth(ready.pair, ready.pair.places, request)).rejects.toThrow('intentClosed');
      } else {
        expect(all).toBe(2);
        await restart(place);
        expect(await close(place, request)).toEqual({ closed: false });
        // It is what it was: the same payment may be signed again, another may not.
        await signBoth(ready.pair, ready.pair.places, request);
        expect(codeOf(await open(place, { ...payment(), plan: request.plan }))).toBe('conflict');
      }
    },
  );

  it('a signer whose part has left says so after a restart, though the other never got it, and keeps the nonce for it', async () => {
    const [a, b] = places();
    const request = payment({ request: 'invoice-given' });
    const { next, stepAt } = await session(request);
    await next();
    await next();
    await must(stepAt(a));
    await restart(a);
    expect(await close(a, request)).toEqual({ closed: false });
    expect(await close(b, request)).toEqual({ closed: true });
    expect(codeOf(await open(a, { ...payment(), plan: request.plan }))).toBe('conflict');
    expect(codeOf(await open(a, payment({ request: 'invoice-given' })))).toBe('intentReused');
    expect(codeOf(await open(b, request))).toBe('intentClosed');
  });
});

const seed = Number(process.env.HOLDFAST_SEED ?? randomInt(1, 2 ** 31));
it(`however closing and signing race, an intent given up by one signer is signed by nobody (seed ${seed})`, async () => {
  const random = randomOf(seed);
  const outcomes = new Set<string>();
  const rounds = 14;
  for (let n = 0; n < rounds; n++) {
    const request = payment();
    const sign = () =>
      signBoth(ready.pair, ready.pair.places, request).then(
        () => true,
        () => false,
      );
    const closeBoth = () => Promise.all(places().map((place) => must<{ closed: boolean }>(close(place, request))));
    // The first and the last are the ends of what can happen.
    const early = async () => ({ closed: await closeBoth(), signing: await sign() });
    const late = async () => ({ signing: await sign(), closed: await closeBoth() });
    const race = async () => {
      const [signing, closed] = await Promise.all([sign(), sleep(random() * 500).then(closeBoth)]);
      return { signing, closed };
    };
    const { signing, closed } = await (n === 0 ? early() : n === rounds - 1 ? late() : race());
    outcomes.add(signing ? 'signed' : closed.map((one) => one.closed).join());
    if (closed.some((one) => one.closed)) expect(signing).toBe(false);
    for (const [i, place] of places().entries()) {
      expect(stateOf(place).exposed.has(request.intent.id)).toBe(!closed[i]?.closed);
      expect(await close(place, request)).toEqual(closed[i]);
    }
  }
  expect(outcomes).toContain('true,true');
  expect(outcomes).toContain('signed');
}, 120_000);

it('it is answered only when no crash takes it back', async () => {
  const [a] = places();
  const { store } = a.signer?.ctx ?? {};
  if (!store) throw new Error('not running');
  const { append } = store;
  let onDisk: () => void = () => undefined;
  const reached = new Promise<void>((resolve) => {
    store.append = async (entry) => {
      await append(entry);
      await new Promise<void>((release) => {
        onDisk = release;
        resolve();
      });
    };
  });
  const request = payment();
  let said: unknown;
  const saying = close(a, request).then((answer) => {
    said = answer;
  });
  await reached;
  // Meanwhile it is in force.
  expect(codeOf(await open(a, request))).toBe('intentClosed');
  expect(said).toBeUndefined();
  store.append = append;
  onDisk();
  await saying;
  expect(said).toEqual({ closed: true });
});

it('only a payment of this installation, as it was shown, can be given up', async () => {
  const [a] = places();
  const known = payment();
  await must(open(a, known));
  const other = { ...known, intent: { ...known.intent, maxFee: '1' } };
  expect(codeOf(await close(a, other))).toBe('intentReused');
  const elsewhere = payment({ deployment: '99'.repeat(32) });
  expect(codeOf(await close(a, elsewhere))).toBe('otherDeployment');
  const rules = {
    ...known,
    intent: { ...baseIntent(ready.policy, 'owner', Date.now()), kind: 'policy' as const, body: '77'.repeat(32) },
  };
  expect(codeOf(await close(a, rules))).toBe('kindNotAllowed');
  const [from, until] = [String(Date.now() + 3_600_000), String(Date.now() + 7_200_000)];
  const later = { created: from, notBefore: from, expires: until };
  const spaced = { intent: ` ${intentText(known.intent)}` };
  expect(codeOf(await call(ready.pair, a, 'close', spaced))).toBe('badIntent');
  expect(codeOf(await close(a, payment(later)))).toBe('notYetValid');
});

it('whoever fills a signer with intents it gives up fills no more than with announcements', async () => {
  const [a] = places();
  const { names } = stateOf(a);
  const { budget } = names;
  names.budget = 0;
  names.at = Date.now() + 3_600_000;
  const [unknown, admitted] = [payment(), payment()];
  await must(open(a, admitted));
  expect(codeOf(await close(a, unknown))).toBe('tooMany');
  expect(await close(a, admitted)).toEqual({ closed: true });
  names.budget = Math.min(budget, nameBurst);
  names.at = Date.now();
  expect(await close(a, unknown)).toEqual({ closed: true });
});
