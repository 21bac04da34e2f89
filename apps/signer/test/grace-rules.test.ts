import {
  type BookChange,
  type BookEntry,
  bodyHash,
  canonicalText,
  entryHash,
  type GraceRules,
  type Intent,
  intentText,
  type PolicyDocument,
  policyHash,
  policyText,
} from '@holdfast/policy';
import {
  applyAt,
  ask,
  baseIntent,
  call,
  decide,
  evmPayee,
  evmPlan,
  genesis,
  must,
  newMember,
  newPolicy,
  openParams,
  otherEvmPayee,
  signBoth,
  transfer,
} from '@holdfast/testkit/signer';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { KeyGroupPublic } from '../src/state/entries.ts';
import { confirm, type Pair, type Place, runCeremony, startPair, startPlace } from './harness.ts';

/** Two real signers whose members loosen the address book: what was in force goes on counting at each of them, by its own clock. */

const hour = 3_600_000;
const owner = newMember('owner', 'owner');
const ann = newMember('ann', 'approver');
let pair: Pair;
let policy: PolicyDocument;
let group: KeyGroupPublic;
let bookSoFar: string;
beforeEach(async () => {
  pair = await startPair();
  policy = { ...newPolicy(pair, [owner, ann], ['ann', 'owner']), book: { mode: 'on', coolingHours: '24' } };
  bookSoFar = '';
  await genesis(pair, policy, owner);
  group = await confirm(pair.places, await runCeremony(pair.places, policy, owner, { approvedBy: [ann] }));
});
afterEach(() => pair?.stop());

const placeOf = (n: 0 | 1): Place => {
  const place = pair.places[n];
  if (!place) throw new Error('two signers');
  return place;
};
const asked = (change: Partial<Intent> = {}): Intent => ({
  ...baseIntent(policy, 'owner', Date.now() + pair.now),
  ...change,
});
const agreed = (intent: Intent) => [decide(intent, owner, 'initiate'), decide(intent, ann, 'approve')];

/** The next version, all agreed on. */
function version(book: PolicyDocument['book']): { next: PolicyDocument; change: object } {
  const next = { ...policy, book, version: String(Number(policy.version) + 1), prev: policyHash(policy) };
  const intent = asked({ kind: 'policy', body: bodyHash(next) });
  return { next, change: { intent: intentText(intent), document: policyText(next), approvals: agreed(intent) } };
}

async function agree(mode: 'on' | 'off', coolingHours: string): Promise<void> {
  const { next, change } = version({ mode, coolingHours });
  for (const place of pair.places) await must(applyAt(pair, place, 'policy', change));
  policy = next;
}

const friend: BookEntry = { chains: ['evm:31337'], address: otherEvmPayee, memo: '', assets: [], label: 'Friend' };

async function changeBook(add: BookEntry[], remove: string[] = []): Promise<void> {
  const change: BookChange = {
    v: '1',
    domain: 'holdfast/book/v1',
    deployment: policy.deployment,
    prev: bookSoFar,
    add,
    remove,
  };
  const intent = asked({ kind: 'book', body: bodyHash(change) });
  const params = { intent: intentText(intent), book: canonicalText(change), approvals: agreed(intent) };
  for (const place of pair.places) {
    const { bookHash } = await must<{ bookHash: string }>(applyAt(pair, place, 'book', params));
    if (place === placeOf(1)) bookSoFar = bookHash;
  }
}

function payment(entry: BookEntry | undefined, nonce = 0) {
  const at = Date.now() + pair.now;
  const times = { created: String(at), notBefore: String(at), expires: String(at + hour) };
  const address = entry?.address ?? evmPayee;
  const outputs = [{ address, amount: '1000', memo: '', entry: entry ? entryHash(entry) : '', path: '' }];
  const intent = transfer({ policy, group, owner }, 'evm', { ...times, outputs });
  return { intent, approvals: agreed(intent), plan: evmPlan(nonce) };
}

/** What each signer says to it; `in` where it would join. */
const says = (entry?: BookEntry): Promise<string[]> =>
  Promise.all(
    pair.places.map(async (place) => {
      const session = crypto.randomUUID();
      const { error } = await call(pair, place, 'sign.open', openParams(payment(entry), session));
      return error?.code ?? 'in';
    }),
  );

const heldAt = async (place: Place): Promise<readonly GraceRules[]> =>
  (await must<{ book: { held: readonly GraceRules[] } }>(call(pair, place, 'health', {}))).book.held;

async function restart(): Promise<void> {
  for (const place of pair.places) {
    await place.signer?.stop();
    await startPlace(pair, place);
  }
}

it('goes on refusing strangers for the period that was in force, across a restart, and then pays them', async () => {
  expect(await says()).toEqual(['destinationNotListed', 'destinationNotListed']);
  await agree('off', '24');
  expect(await says()).toEqual(['whitelistHeld', 'whitelistHeld']);
  const [held] = await heldAt(placeOf(0));
  expect(held).toMatchObject({ mode: 'on', coolingHours: '24' });
  await restart();
  expect(await heldAt(placeOf(0))).toEqual([held]);
  pair.now += 23.9 * hour;
  expect(await says()).toEqual(['whitelistHeld', 'whitelistHeld']);
  pair.now += 0.2 * hour;
  const [reply] = await signBoth(pair, pair.places, payment(undefined));
  expect(reply?.signatures).toHaveLength(1);
});

it('holds an entry to the longer period that members shortened, also one that was taken out and put in again', async () => {
  await changeBook([friend]);
  await agree('on', '0');
  expect(await says(friend)).toEqual(['addressEntryUnknown', 'addressEntryUnknown']);
  pair.now += 23 * hour;
  await changeBook([], [entryHash(friend)]);
  await changeBook([friend]);
  expect(await says(friend)).toEqual(['addressEntryUnknown', 'addressEntryUnknown']);
  pair.now += 1.1 * hour;
  expect(await says(friend)).toEqual(['in', 'in']);
});

it('is on again at once when the members switch it on, and another switching off starts anew', async () => {
  await agree('off', '24');
  pair.now += 23 * hour;
  await agree('on', '24');
  expect(await says()).toEqual(['destinationNotListed', 'destinationNotListed']);
  await agree('off', '24');
  pair.now += 2 * hour;
  expect(await says()).toEqual(['whitelistHeld', 'whitelistHeld']);
  pair.now += 22.1 * hour;
  expect(await says()).toEqual(['in', 'in']);
});

it('by one signer is held from when it saw the change, by its own clock, whatever the other does', async () => {
  const [first, second] = [placeOf(0), placeOf(1)];
  const { next, change } = version({ mode: 'off', coolingHours: '24' });
  await must(applyAt(pair, first, 'policy', change));
  pair.now += 10 * hour;
  await must(applyAt(pair, second, 'policy', change));
  policy = next;
  const [[early], [late]] = [await heldAt(first), await heldAt(second)];
  expect((late?.until ?? 0) - (early?.until ?? 0)).toBeGreaterThanOrEqual(10 * hour);
  pair.now += 14.1 * hour;
  expect(await says()).toEqual(['in', 'whitelistHeld']);
  // The word of a clock that was set ahead is that signer's alone.
  first.ahead = 40 * hour;
  expect((await says())[1]).toBe('whitelistHeld');
  first.ahead = 0;
  pair.now += 10 * hour;
  expect((await says())[1]).toBe('in');
});

it('is told to whoever looks at a signer', async () => {
  await agree('off', '1');
  const { body } = await ask(placeOf(0), 'GET', '/api/info');
  expect(body.book).toMatchObject({ held: [{ mode: 'on', coolingHours: '24', until: expect.any(Number) }] });
});
