import {
  type BookChange,
  bodyHash,
  canonicalText,
  type Intent,
  intentText,
  type PolicyDocument,
  policyHash,
  policyText,
} from '@holdfast/policy';
import {
  applyAt,
  ask,
  askReady,
  baseIntent,
  call,
  decide,
  evmPayee,
  genesis,
  must,
  newMember,
  newPolicy,
  otherEvmPayee,
} from '@holdfast/testkit/signer';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Pair, type Place, startPair, startPlace } from './harness.ts';

const owner = newMember('owner', 'owner');
const ann = newMember('ann', 'approver');
let pair: Pair;
let one: Place;
let two: Place;
let policy: PolicyDocument;
beforeEach(async () => {
  pair = await startPair();
  const [first, second] = pair.places;
  if (!first || !second) throw new Error('no signers');
  [one, two] = [first, second];
  policy = newPolicy(pair, [owner, ann], ['ann', 'owner']);
  await genesis(pair, policy, owner);
});
afterEach(() => pair.stop());

const now = (): number => Date.now() + pair.now;
const minute = 60_000;

interface Change {
  readonly kind: 'policy' | 'book';
  readonly intent: Intent;
  readonly attachments: object;
  readonly params: object;
}
function made(kind: Change['kind'], document: PolicyDocument | BookChange, initiator = owner): Change {
  const base = baseIntent(policy, initiator.member.id, now());
  const intent: Intent = { ...base, kind, body: bodyHash(document) };
  const approvals = [decide(intent, owner, 'initiate'), decide(intent, ann, 'approve')];
  const text = 'members' in document ? { document: policyText(document) } : { book: canonicalText(document) };
  return { kind, intent, attachments: text, params: { intent: intentText(intent), ...text, approvals } };
}
/** Other hours of cooling, so that two of them are different documents of one number. */
const rules = (coolingHours: string): Change => {
  const version = String(Number(policy.version) + 1);
  return made('policy', { ...policy, version, prev: policyHash(policy), book: { mode: 'off', coolingHours } });
};
const listing = (address: string): Change => {
  const { deployment } = policy;
  const add = [{ chains: ['evm:31337'], address, memo: '', assets: [], label: 'Payee' }];
  return made('book', { v: '1', domain: 'holdfast/book/v1', deployment, prev: '', add, remove: [] });
};
const codeOf = (reply: { error?: { code: string } }): string => reply.error?.code ?? 'admitted';
const apply = async (place: Place, { kind, params }: Change): Promise<string> =>
  codeOf(await applyAt(pair, place, kind, params));
const ready = async (change: Change): Promise<string[]> =>
  (await askReady(pair, change.kind, change.params)).map(codeOf);
const show = (place: Place, { intent, attachments }: Change) =>
  call(pair, place, 'announce', { intent: intentText(intent), attachments });
const refuse = async (place: Place, { intent }: Change): Promise<string> =>
  codeOf((await ask(place, 'POST', '/api/approvals', { approval: decide(intent, ann, 'refuse') })).body);
/** What each signer has in force. */
const inForce = () =>
  Promise.all(
    pair.places.map(async (place) => {
      const { policy: rulesThere, book } = await must<{ policy: { hash: string }; book: { hash: string } }>(
        call(pair, place, 'health', {}),
      );
      return `${rulesThere.hash} ${book.hash}`;
    }),
  );
const differ = async (): Promise<boolean> => new Set(await inForce()).size > 1;

test('no signer takes a change over on the server’s word alone', async () => {
  const before = await inForce();
  for (const change of [rules('1'), listing(evmPayee)])
    expect(codeOf(await call(pair, one, `${change.kind}.apply`, change.params))).toBe('notAgreed');
  expect(await inForce()).toEqual(before);
});

test('a word that was said before the rules changed is worth nothing after it', async () => {
  const change = rules('1');
  const [, said] = await askReady(pair, 'policy', change.params);
  const book = listing(evmPayee);
  pair.now += 3 * minute;
  for (const place of pair.places) expect(await apply(place, book)).toBe('admitted');
  const params = { ...change.params, standings: [said?.standing] };
  expect(codeOf(await call(pair, one, 'policy.apply', params))).toBe('notAgreed');
});

test('one of two changes of the same number is taken over, by both signers, whatever the server asks in which order', async () => {
  const [left, right] = [rules('1'), rules('2')];
  expect(codeOf(await call(pair, one, 'policy.ready', left.params))).toBe('admitted');
  expect(codeOf(await call(pair, two, 'policy.ready', right.params))).toBe('admitted');
  expect([await apply(one, left), await apply(two, right)]).toEqual(['notAgreed', 'notAgreed']);
  expect([await apply(one, right), await apply(two, left)]).toEqual(['changeWaits', 'changeWaits']);
  pair.now += 2 * minute + 1_000;
  expect(await apply(one, left)).toBe('admitted');
  expect(await apply(two, right)).toBe('changeWaits');
  pair.now += 2 * minute + 1_000;
  expect(await apply(two, right)).toBe('notAgreed');
  expect(await apply(two, left)).toBe('admitted');
  expect(await differ()).toBe(false);
});

test('a change of the rules and one of the address book cannot be told to a signer each', async () => {
  const [change, book] = [rules('1'), listing(evmPayee)];
  expect(await ready(change)).toEqual(['admitted', 'admitted']);
  expect(await ready(book)).toEqual(['changeWaits', 'changeWaits']);
  expect(await apply(one, change)).toBe('admitted');
  pair.now += 2 * minute + 1_000;
  expect(await apply(two, book)).toBe('notAgreed');
  expect(await apply(two, change)).toBe('admitted');
  expect(await differ()).toBe(false);
});

test('who looks at a change of the address book is told which book stands, as long as it waits and after another one passed', async () => {
  const [first, second] = [listing(evmPayee), listing(otherEvmPayee)];
  for (const change of [first, second]) for (const place of pair.places) await must(show(place, change));
  const told = async () => {
    const replies = await Promise.all(
      [first, second].map(({ intent }) => ask(one, 'GET', `/api/intents/${intent.id}`)),
    );
    return replies.map(({ body }) => body.bookAt);
  };
  expect(await told()).toEqual(['', '']);
  for (const place of pair.places) expect(await apply(place, first)).toBe('admitted');
  const [now = ''] = (await inForce()).map((stands) => stands.split(' ')[1]);
  expect([await told(), now]).toEqual([[now, now], expect.stringMatching(/^[0-9a-f]{64}$/)]);
});

test('a refusal before a signer is ready keeps the change from every signer', async () => {
  const change = rules('1');
  await must(show(two, change));
  expect(await refuse(two, change)).toBe('admitted');
  expect(await ready(change)).toEqual(['admitted', 'refusedByMember']);
  expect([await apply(one, change), await apply(two, change)]).toEqual(['notAgreed', 'refusedByMember']);
  expect(await differ()).toBe(false);
});

test.each(['policy', 'book'] as const)(
  'a refusal after a signer was ready does not part the signers once one has the change of the %s',
  async (kind) => {
    const change = kind === 'policy' ? rules('1') : listing(evmPayee);
    for (const place of pair.places) await must(show(place, change));
    expect(await ready(change)).toEqual(['admitted', 'admitted']);
    expect(await apply(one, change)).toBe('admitted');
    expect(await refuse(two, change)).toBe('admitted');
    expect(await differ()).toBe(true);
    await two.signer?.stop();
    await startPlace(pair, two);
    pair.now += 5 * minute;
    expect(await apply(two, change)).toBe('admitted');
    expect(await differ()).toBe(false);
    expect([await refuse(one, change), await refuse(two, change)]).toEqual(['alreadyDecided', 'alreadyDecided']);
  },
);

test('a refusal after a signer was ready still ends a change that no signer has', async () => {
  const change = rules('1');
  await must(show(two, change));
  await ready(change);
  expect(await refuse(two, change)).toBe('admitted');
  pair.now += 2 * minute;
  expect([await apply(one, change), await apply(two, change)]).toEqual(['notAgreed', 'refusedByMember']);
});

test('a signer that was away takes a change over after its request ran out', async () => {
  const change = rules('1');
  await ready(change);
  expect(await apply(one, change)).toBe('admitted');
  await two.signer?.stop();
  pair.now += 30 * 24 * 60 * minute;
  await startPlace(pair, two);
  expect(await apply(two, change)).toBe('admitted');
  expect(await differ()).toBe(false);
});

test('a signer never takes over what was not approved by its own rules, whatever the other says', async () => {
  const change = rules('1');
  const approvals = (change.params as { approvals: unknown[] }).approvals.slice(0, 1);
  await ready(change);
  expect(await apply(one, change)).toBe('admitted');
  expect(await apply(two, { ...change, params: { ...change.params, approvals } })).toBe('approvalsMissing');
});

test('the word given is kept over a restart', async () => {
  await ready(rules('1'));
  await two.signer?.stop();
  await startPlace(pair, two);
  expect(codeOf(await call(pair, two, 'policy.ready', rules('2').params))).toBe('changeWaits');
  expect(codeOf(await call(pair, two, 'book.ready', listing(otherEvmPayee).params))).toBe('changeWaits');
});

test('asked again and again, a signer writes its word down at most twice a minute', async () => {
  const change = rules('1');
  const size = (): number => two.signer?.ctx.store.log().size ?? 0;
  await ready(change);
  const before = size();
  for (let round = 0; round < 5; round++) await ready(change);
  expect(size()).toBe(before);
  pair.now += minute / 2;
  await ready(change);
  expect(size()).toBe(before + 1);
});
