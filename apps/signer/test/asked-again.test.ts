import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { bodyHash, type Intent, intentText, type PolicyDocument, policyHash, policyText } from '@holdfast/policy';
import {
  applyAt,
  ask,
  baseIntent,
  call,
  decide,
  evmPlan,
  genesis,
  must,
  newMember,
  newPolicy,
  openParams,
  randomOf,
  type SignRequest,
  signBoth,
  transfer,
} from '@holdfast/testkit/signer';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { EarlierPayment } from '../src/earlier.ts';
import type { KeyGroupPublic } from '../src/state/entries.ts';
import { confirm, type Pair, type Place, runCeremony, startPair } from './harness.ts';

/** The rules change while a payment is about to be signed, and a server asks for it again under a new intent. */
const owner = newMember('owner', 'owner');
const ann = newMember('ann', 'approver');
let pair: Pair;
let policy: PolicyDocument;
let group: KeyGroupPublic;
let nonce = 0;
beforeAll(async () => {
  pair = await startPair();
  policy = newPolicy(pair, [owner, ann], ['ann', 'owner']);
  await genesis(pair, policy, owner);
  group = await confirm(pair.places, await runCeremony(pair.places, policy, owner, { approvedBy: [ann] }));
});
afterAll(() => pair?.stop());

const agreed = (intent: Intent) => [decide(intent, owner, 'initiate'), decide(intent, ann, 'approve')];
function payment(request: string): SignRequest {
  const intent = transfer({ policy, group, owner }, 'evm', { request });
  return { intent, approvals: agreed(intent), plan: evmPlan(nonce++) };
}
/** The next rules, agreed on; they are in force at each signer it is carried to. */
function change() {
  const next: PolicyDocument = { ...policy, version: String(Number(policy.version) + 1), prev: policyHash(policy) };
  const intent: Intent = { ...baseIntent(policy, 'owner', Date.now()), kind: 'policy', body: bodyHash(next) };
  const params = { intent: intentText(intent), document: policyText(next), approvals: agreed(intent) };
  const apply = async (): Promise<void> => {
    for (const place of pair.places) await must(applyAt(pair, place, 'policy', params));
  };
  return { next, apply };
}
interface Said {
  readonly closed: boolean;
}
const closedAt = (place: Place, { intent }: SignRequest) =>
  must<Said>(call(pair, place, 'close', { intent: intentText(intent) }));
const openedAt = async (place: Place, request: SignRequest): Promise<string> =>
  (await call(pair, place, 'sign.open', openParams(request, randomUUID()))).error?.code ?? 'admitted';

const seed = Number(process.env.HOLDFAST_SEED ?? randomInt(1, 2 ** 31));
const rounds = 16;

it(`a payment given up and asked for again while the signers sign it is signed once at most, and once when both gave it up (seed ${seed})`, async () => {
  const random = randomOf(seed);
  const outcomes = new Set<string>();
  for (let n = 0; n < rounds; n++) {
    const before = payment(`race-${n}`);
    const { next, apply } = change();
    const sign = () =>
      signBoth(pair, pair.places, before).then(
        () => 1,
        () => 0,
      );
    const race = async (): Promise<number> => {
      const [signAt, applyAfter] = [random() * 60, random() * 60];
      return (await Promise.all([sleep(signAt).then(sign), sleep(applyAfter).then(apply)]))[0];
    };
    const late = () => apply().then(sign);
    const early = async (): Promise<number> => {
      const signing = await sign();
      await apply();
      return signing;
    };
    // The first two are the ends of what can happen; all others lie between.
    const signing = await ([late, early][n] ?? race)();
    policy = next;
    const admitted = pair.places.some((place) => place.signer?.ctx.store.state.decided.has(before.intent.id));
    const said = await Promise.all(pair.places.map((place) => closedAt(place, before)));
    // What was on its way when they said so arrives after it.
    const after = await Promise.all(pair.places.map((place) => openedAt(place, before)));
    expect(after).toEqual(said.map(({ closed }) => (closed ? 'intentClosed' : 'policyStale')));

    const intent: Intent = {
      ...before.intent,
      id: randomUUID(),
      policy: transfer({ policy, group, owner }, 'evm').policy,
    };
    const again = { intent, approvals: agreed(intent), plan: evmPlan(nonce++) };
    const over = said.every(({ closed }) => closed);
    outcomes.add(over ? `given up${admitted ? ', though admitted' : ''}` : signing === 1 ? 'signed' : 'may be signed');
    // A server that does not care asks again anyway.
    const signedAgain = await signBoth(pair, pair.places, again).then(
      () => 1,
      (error: Error) => error.message,
    );
    expect(signedAgain).toBe(over ? 1 : 'refused: intentReused');
    expect(said.some(({ closed }) => closed) && signing === 1).toBe(false);
  }
  expect(outcomes).toContain('given up');
  expect(outcomes).toContain('signed');
}, 120_000);

it('a payment that nobody signed is told beside the same one asked for again until its rules are not in force any more, and is signed by nobody then', async () => {
  const [first] = pair.places;
  if (!first) throw new Error('no signer');
  const announce = ({ intent }: SignRequest) =>
    must(call(pair, first, 'announce', { intent: intentText(intent), remark: '' }));
  const told = async ({ intent }: SignRequest): Promise<readonly (readonly [string, string])[]> => {
    const { body } = await ask(first, 'GET', `/api/intents/${intent.id}`);
    return (body.earlier as readonly EarlierPayment[]).map(({ id, standing }) => [id, standing] as const);
  };
  const [before, beside] = [payment('outdated'), payment('beside')];
  for (const one of [before, beside]) await announce(one);
  expect(await told(beside)).toContainEqual([before.intent.id, 'beside']);
  const { next, apply } = change();
  await apply();
  policy = next;
  const again = payment('outdated');
  await announce(again);
  const ids = (await told(again)).map(([id]) => id);
  expect([ids.includes(before.intent.id), ids.includes(beside.intent.id)]).toEqual([false, false]);
  expect(await Promise.all(pair.places.map((place) => openedAt(place, before)))).toEqual([
    'policyStale',
    'policyStale',
  ]);
});
