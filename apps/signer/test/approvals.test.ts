import { randomUUID } from 'node:crypto';
import {
  bodyHash,
  type Intent,
  intentText,
  type PolicyDocument,
  policyHash,
  policyText,
  remarkHash,
  type SignedQuote,
  signQuote,
  unconditional,
} from '@holdfast/policy';
import {
  addressAt,
  applyAt,
  ask,
  asked,
  baseIntent,
  call,
  decide,
  evmPlan,
  genesis,
  must,
  newMember,
  newPolicy,
  openParams,
  otherEvmPayee,
  refuseWith,
  transfer,
} from '@holdfast/testkit/signer';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { EarlierPayment } from '../src/earlier.ts';
import type { SignerEvent } from '../src/feed.ts';
import type { KeyGroupPublic } from '../src/state/entries.ts';
import { forgetAfterMs, nameBurst, namesPerHour } from '../src/state/names.ts';
import { confirm, type Pair, type Place, runCeremony, startPair, startPlace } from './harness.ts';

const owner = newMember('owner', 'owner');
const ann = newMember('ann', 'approver');
const vera = newMember('vera', 'viewer');
let pair: Pair;
let first: Place;
let policy: PolicyDocument;
let group: KeyGroupPublic;
beforeAll(async () => {
  pair = await startPair();
  const [place] = pair.places;
  if (!place) throw new Error('no signer');
  first = place;
  policy = newPolicy(pair, [owner, ann, vera], ['ann', 'owner']);
  await genesis(pair, policy, owner);
  group = await makeGroup();
});
afterAll(() => pair?.stop());

/** With two who decide, the owner asks and Ann approves. */
async function makeGroup(): Promise<KeyGroupPublic> {
  const run = await runCeremony(pair.places, policy, owner, { approvedBy: [ann] });
  return confirm(pair.places, run);
}

const payment = (changes: Partial<Intent> = {}): Intent => transfer({ policy, group, owner }, 'evm', changes);
const announce = (intent: Intent, remark = '') => call(pair, first, 'announce', { intent: intentText(intent), remark });
const events = (after: number, waitMs = 0) =>
  must<{ events: SignerEvent[]; next: number }>(call(pair, first, 'events', { after, waitMs }));
const approve = (approval: unknown) => ask(first, 'POST', '/api/approvals', { approval });

test('an announced intent is shown whole, and its evaluation follows the decisions', async () => {
  const intent = payment({ remarkHash: remarkHash('rent') });
  await must(announce(intent, 'rent'));
  const view = () => ask(first, 'GET', `/api/intents/${intent.id}`);
  expect((await view()).body).toMatchObject({
    intent: intentText(intent),
    remark: 'rent',
    approvals: [],
    evaluation: { state: 'waiting' },
    state: 'open',
  });
  await asked(approve(decide(intent, owner, 'initiate')));
  await asked(approve(decide(intent, ann, 'approve')));
  expect((await view()).body).toMatchObject({ evaluation: { state: 'satisfied' }, policy: policyText(policy) });
});

test('a decision given by the page of another signer is answered to that page, and to no other', async () => {
  const intent = payment();
  await must(announce(intent));
  const peer = policy.signers[1]?.origin ?? '';
  const given = async (path: string, approval: unknown, origin: string) => {
    const headers = { 'content-type': 'application/json', origin };
    const reply = await fetch(`${first.url}${path}`, { method: 'POST', headers, body: JSON.stringify({ approval }) });
    return [reply.status, reply.headers.get('access-control-allow-origin')];
  };
  for (const [path, approval] of [
    ['/api/approvals', decide(intent, owner, 'initiate')],
    ['/api/refusals', decide(intent, ann, 'refuse')],
  ] as const) {
    expect(await given(path, approval, peer)).toEqual([200, peer]);
    expect(await given(path, approval, 'http://evil.example')).toEqual([200, null]);
  }
});

test('many are announced by one message, and each has an answer of its own', async () => {
  const [one, other] = [payment(), payment()];
  const foreign = payment({ deployment: '00'.repeat(32) });
  const announcements = [one, foreign, other].map((intent) => ({ intent: intentText(intent) }));
  const all = [...announcements, { intent: '{' }, 'nothing'];
  const { answers } = await must<{ answers: { error?: { code: string } }[] }>(
    call(pair, first, 'announceAll', { announcements: all }),
  );
  expect(answers.map(({ error }) => error?.code ?? 'taken')).toEqual([
    ...['taken', 'otherDeployment', 'taken', 'badIntent', 'badRequest'],
  ]);
  for (const { id } of [one, other]) expect((await ask(first, 'GET', `/api/intents/${id}`)).status).toBe(200);
  const many = Array.from({ length: 33 }, () => announcements[0]);
  expect((await call(pair, first, 'announceAll', { announcements: many })).error?.code).toBe('badRequest');
});

/** What both signers say that a coin is worth. */
function told(intent: Intent, usd: string, contract = ''): SignedQuote[] {
  const { deployment } = policy;
  const at = String(Date.now() + pair.now);
  return pair.places.flatMap(({ id, signer }) => {
    const quote = { deployment, chain: intent.chain, contract, usd, at, signer: id };
    return signer ? [signQuote(quote, signer.ctx.identity.sign.secret)] : [];
  });
}

test('of a drop the rise of the coin is written down that is not to be paid: by that its rule goes', async () => {
  const contract = `0x${'a0'.repeat(20)}`;
  const paid = payment({ asset: { symbol: 'USDC', contract, decimals: '6' } });
  const intent: Intent = {
    ...payment({ maxFee: String(BigInt(paid.maxFee) * 2n) }),
    kind: 'drop',
    body: bodyHash(paid),
    outputs: [{ address: paid.from, amount: '0', memo: '', entry: '', path: paid.path }],
  };
  const other = `0x${'b0'.repeat(20)}`;
  const announcing = (usd: string) => {
    const quotes = ['', contract, other].flatMap((one) => told(intent, usd, one));
    const attachments = { payment: intentText(paid) };
    return must(call(pair, first, 'announce', { intent: intentText(intent), attachments, remark: '', quotes }));
  };
  await announcing('1');
  await announcing('2');
  expect(first.signer?.ctx.store.state.announced.get(intent.id)?.risen).toEqual({
    [`${intent.chain}|`]: '2',
    [`${intent.chain}|${contract}`]: '2',
    [`${intent.chain}|${other}`]: '1',
  });
});

test('prices that rise again and again are written down so often and no more, whoever tells of them', async () => {
  const intent = payment();
  const known = () => first.signer?.ctx.store.state.announced.get(intent.id);
  for (let n = 0; n <= 55; n++)
    await must(
      call(pair, first, 'announce', {
        intent: intentText(intent),
        remark: '',
        quotes: told(intent, String(1_000 + n)),
      }),
    );
  expect(known()?.rises).toBe(50);
  expect(known()?.risen).toEqual({ [`${intent.chain}|`]: '1050' });
});

test('decisions reach the server in order, once, and again after a restart', async () => {
  const intent = payment();
  await must(announce(intent));
  const { next } = await events(0);
  const approval = decide(intent, ann, 'approve');
  await asked(approve(approval));
  await asked(approve(approval));
  const told = [{ seq: next + 1, type: 'approval', intentId: intent.id, approval }];
  expect((await events(next)).events).toEqual(told);
  await first.signer?.stop();
  await startPlace(pair, first);
  expect((await events(next)).events).toEqual(told);
  expect((await ask(first, 'GET', `/api/intents/${intent.id}`)).body.approvals).toEqual([approval]);
});

test('who waits for events is woken by the next one', async () => {
  const intent = payment();
  await must(announce(intent));
  const { next } = await events(0);
  const waiting = events(next, 10_000);
  await asked(approve(decide(intent, ann, 'refuse')));
  expect((await waiting).events).toMatchObject([{ type: 'approval' }]);
  expect(await events(next + 1, 50)).toEqual({ events: [], next: next + 1 });
});

test('only a member of the policy in force decides, and only over an announced intent', async () => {
  const intent = payment();
  expect((await approve(decide(intent, ann, 'approve'))).body.error?.code).toBe('notFound');
  await must(announce(intent));
  expect((await approve(decide(intent, newMember('ann', 'approver'), 'approve'))).body.error?.code).toBe(
    'approvalInvalid',
  );
  expect((await approve({ ...decide(intent, ann, 'refuse'), decision: 'approve' })).body.error?.code).toBe(
    'approvalInvalid',
  );
  expect((await approve({ nonsense: true })).body.error?.code).toBe('badIntent');
});

test('a refusal keeps the words it was signed with: on the page, in the feed, and after a restart', async () => {
  const intent = payment();
  await must(announce(intent));
  const { next } = await events(0);
  const approval = refuseWith(intent, ann, '🦊'.repeat(200));
  await asked(approve(approval));
  // A second word comes too late: it was said already.
  await asked(approve(refuseWith(intent, ann, 'on second thoughts')));
  await asked(approve(decide(intent, ann, 'refuse')));
  const told = [{ seq: next + 1, type: 'approval', intentId: intent.id, approval }];
  const view = async () => (await ask(first, 'GET', `/api/intents/${intent.id}`)).body;
  expect((await events(next)).events).toEqual(told);
  await first.signer?.stop();
  await startPlace(pair, first);
  expect((await events(next)).events).toEqual(told);
  expect(await view()).toMatchObject({ approvals: [approval], evaluation: { state: 'refused', refusedBy: 'ann' } });
});

test('a payment that was refused is told as such beside another to the same payee, at every signer that the server hands the refusal to', async () => {
  const [, second] = pair.places;
  if (!second) throw new Error('one signer alone');
  const announceTo = (place: Place, intent: Intent) =>
    must(call(pair, place, 'announce', { intent: intentText(intent), remark: '' }));
  const [once, again] = [payment({ request: 'once' }), payment({ request: 'again' })];
  for (const place of [first, second]) for (const intent of [once, again]) await announceTo(place, intent);
  const told = async (place: Place): Promise<string | undefined> => {
    const { body } = await ask(place, 'GET', `/api/intents/${again.id}`);
    return (body.earlier as readonly EarlierPayment[]).find(({ id }) => id === once.id)?.standing;
  };
  expect([await told(first), await told(second)]).toEqual(['beside', 'beside']);
  const no = refuseWith(once, ann, 'twice on the invoice');
  await asked(approve(no));
  expect([await told(first), await told(second)]).toEqual(['refused', 'beside']);
  // Neither another's word nor an approval goes this way.
  const forged = { ...no, member: 'owner' };
  for (const approval of [forged, decide(again, ann, 'approve')])
    expect((await call(pair, second, 'refuse', { approval })).error).toBeDefined();
  expect(await told(second)).toBe('beside');
  await must(call(pair, second, 'refuse', { approval: no }));
  await must(call(pair, second, 'refuse', { approval: no }));
  expect(await told(second)).toBe('refused');
  // And none of them signs it, whatever the server leaves out.
  const approvals = [decide(once, owner, 'initiate'), decide(once, ann, 'approve')];
  for (const place of [first, second])
    expect(
      (await call(pair, place, 'sign.open', openParams({ intent: once, approvals, plan: evmPlan(40) }, randomUUID())))
        .error?.code,
    ).toBe('refusedByMember');
});

test('a decision that was signed elsewhere counts at a signer that the server hands it to, by its signature alone', async () => {
  const [, second] = pair.places;
  if (!second) throw new Error('one signer alone');
  const intent = payment({ request: 'elsewhere' });
  for (const place of pair.places)
    await must(call(pair, place, 'announce', { intent: intentText(intent), remark: '' }));
  const yes = decide(intent, ann, 'approve');
  const told = async () => (await ask(second, 'GET', `/api/intents/${intent.id}`)).body.approvals;
  const unknown = decide(payment({ request: 'unannounced' }), ann, 'approve');
  for (const approval of [{ ...yes, member: 'owner' }, { ...yes, intent: unknown.intent }, unknown])
    expect((await call(pair, second, 'decided', { approval })).error).toBeDefined();
  expect(await told()).toEqual([]);
  await must(call(pair, second, 'decided', { approval: yes }));
  await must(call(pair, second, 'decided', { approval: yes }));
  expect(await told()).toEqual([yes]);
});

test('a refusal counts only with the words it was signed with', async () => {
  const intent = payment();
  await must(announce(intent));
  const said = refuseWith(intent, ann, 'wrong invoice');
  const { remark: _said, ...without } = said;
  const forged = [{ ...said, remark: 'right invoice' }, without, { ...decide(intent, ann, 'refuse'), remark: 'no' }];
  for (const one of forged) expect((await approve(one)).body.error?.code).toBe('approvalInvalid');
  expect((await ask(first, 'GET', `/api/intents/${intent.id}`)).body.approvals).toEqual([]);
});

test('words that no page may show are turned away before anything is kept, and the refusal can be made without them', async () => {
  const intent = payment();
  await must(announce(intent));
  for (const remark of ['', 'x'.repeat(201), 'two\nlines', 'turned\u202earound', 'a\u0000b'])
    expect((await approve(refuseWith(intent, ann, remark))).body.error?.code).toBe('badRemark');
  for (const remark of ['half a fox \ud83e', ['no'], null])
    expect((await approve({ ...decide(intent, ann, 'refuse'), remark })).body.error?.code).toBe('badRemark');
  // Who approves says nothing more.
  expect((await approve({ ...decide(intent, ann, 'approve'), remark: 'fine' })).body.error?.code).toBe('badIntent');
  expect((await ask(first, 'GET', `/api/intents/${intent.id}`)).body.approvals).toEqual([]);
  expect(await asked(approve(decide(intent, ann, 'refuse')))).toMatchObject({ evaluation: { state: 'refused' } });
});

test('what is announced must be an intent of this installation, in time, with the remark it names', async () => {
  expect((await announce(payment({ deployment: '00'.repeat(32) }))).error?.code).toBe('otherDeployment');
  expect((await announce(payment(), 'a remark it does not name')).error?.code).toBe('badIntent');
  expect((await announce(payment({ conflict: 'evm-inputs' }))).error?.code).toBe('badIntent');
  const old = { created: '1000', notBefore: '1000', expires: '2000' };
  expect((await announce(payment(old))).error?.code).toBe('expired');
  const intent = payment();
  await must(announce(intent));
  await must(announce(intent));
  expect((await announce({ ...intent, maxFee: '1' })).error?.code).toBe('intentReused');
});

test('a repeated announcement, decision or change of rules is answered no sooner than the first one is on disk', async () => {
  const { ctx } = first.signer ?? expect.fail('not running');
  const intent = payment();
  await must(announce(intent));
  const approval = decide(intent, ann, 'refuse');
  await asked(approve(approval));
  const opened = vi.spyOn(ctx.store, 'flushed').mockRejectedValue(new Error('the disk is gone'));
  expect((await announce(intent)).error?.code).toBe('internal');
  expect((await approve(approval)).body.error?.code).toBe('internal');
  expect(
    (
      await call(pair, first, 'policy.apply', {
        intent: intentText(intent),
        document: policyText(policy),
        approvals: [],
      })
    ).error?.code,
  ).toBe('internal');
  opened.mockRestore();
  expect(await announce(intent)).toEqual({});
});

test('an unknown intent is not found', async () => {
  expect((await ask(first, 'GET', `/api/intents/${randomUUID()}`)).status).toBe(404);
});

test('with two key groups no address is given out before one of them is named', async () => {
  const second = await makeGroup();
  const address = (place: object) => call(pair, first, 'address', { chain: 'evm:31337', path: 'm/60/7/0/0', ...place });
  expect((await address({})).error?.code).toBe('unknownKey');
  const given = await Promise.all(
    [group, second].map(({ id }) => must<{ address: string }>(address({ keyGroup: id }))),
  );
  expect(given.map((each) => each.address)).toEqual([group, second].map((one) => addressAt(one, 'evm', 'm/60/7/0/0')));
});

const nextPolicy = (changes: Partial<PolicyDocument> = {}): PolicyDocument => ({
  ...policy,
  version: String(Number(policy.version) + 1),
  prev: policyHash(policy),
  ...changes,
});
async function apply(next: PolicyDocument, changes: Partial<Intent> = {}): Promise<void> {
  const intent: Intent = {
    ...baseIntent(policy, 'owner', Date.now()),
    kind: 'policy',
    body: bodyHash(next),
    ...changes,
  };
  const approvals = [decide(intent, owner, 'initiate'), decide(intent, ann, 'approve')];
  for (const place of pair.places)
    await must(applyAt(pair, place, 'policy', { intent: intentText(intent), document: policyText(next), approvals }));
  policy = next;
}

test('whoever looks at a payment is told that a rule may speak of it or not, while nobody knows what it is worth', async () => {
  const unknown = async (intent: Intent) => (await ask(first, 'GET', `/api/intents/${intent.id}`)).body.unknown;
  const amount = { unit: 'usd', over: '100000', upTo: '', hours: '0', scope: 'wallet' } as const;
  const [{ nodes } = { nodes: [] }] = policy.strategies;
  const much: PolicyDocument['senior'][number] = {
    ...{ id: 'much', name: 'Much', enabled: 'on', type: 'transfer', action: 'flow', signProtection: 'on', nodes },
    when: { ...unconditional, amount },
  };
  const before = payment();
  await must(announce(before));
  expect(await unknown(before)).toBeUndefined();
  await apply(nextPolicy({ senior: [much] }));
  const [untold, cheap] = [payment(), payment()];
  await must(announce(untold));
  await must(call(pair, first, 'announce', { intent: intentText(cheap), remark: '', quotes: told(cheap, '1000') }));
  expect(await Promise.all([untold, cheap].map(unknown))).toEqual(['own', undefined]);
  await apply(nextPolicy({ senior: [] }));
});

test('a freeze stops new signatures and the session under way, and only a quorum lifts it', async () => {
  const intent = payment();
  const request = {
    intent,
    approvals: [decide(intent, owner, 'initiate'), decide(intent, ann, 'approve')],
    plan: evmPlan(0),
  };
  const session = randomUUID();
  const opened = await Promise.all(
    pair.places.map((place) => must<{ hello: unknown }>(call(pair, place, 'sign.open', openParams(request, session)))),
  );
  await must(call(pair, first, 'freeze', { by: 'owner', reason: 'drill' }));
  const step = { session, hellos: opened.map(({ hello }) => hello), inbound: [] };
  expect((await call(pair, first, 'sign.step', step)).error?.code).toBe('frozen');
  expect((await call(pair, first, 'sign.open', openParams(request, randomUUID()))).error?.code).toBe('frozen');
  await first.signer?.stop();
  await startPlace(pair, first);
  expect(await call(pair, first, 'health', {})).toMatchObject({ frozen: true });
  await apply(nextPolicy());
  expect(await call(pair, first, 'health', {})).toMatchObject({ frozen: true });
  await apply(nextPolicy(), { request: 'unfreeze' });
  expect(await call(pair, first, 'health', {})).toMatchObject({ frozen: false, policy: { version: policy.version } });
});

test('a policy change takes effect at once: what named the old policy is no longer signed', async () => {
  const intent = payment();
  const approvals = [decide(intent, owner, 'initiate'), decide(intent, ann, 'approve')];
  const next = nextPolicy();
  await apply(next);
  const reply = await call(pair, first, 'sign.open', openParams({ intent, approvals, plan: evmPlan(0) }, randomUUID()));
  expect(reply.error?.code).toBe('policyStale');
  expect(await call(pair, first, 'policy', {})).toMatchObject({ document: policyText(next) });
});

test('a policy change nobody else approved is refused', async () => {
  const next = nextPolicy();
  const intent: Intent = { ...baseIntent(policy, 'owner', Date.now()), kind: 'policy', body: bodyHash(next) };
  const params = {
    intent: intentText(intent),
    document: policyText(next),
    approvals: [decide(intent, owner, 'initiate')],
  };
  expect((await call(pair, first, 'policy.apply', params)).error?.code).toBe('approvalsMissing');
  expect(await call(pair, first, 'health', {})).toMatchObject({ policy: { version: policy.version } });
});

test('an id stands for one intent, also when its announcement was pushed out and after a restart', async () => {
  const state = () => first.signer?.ctx.store.state ?? expect.fail('not running');
  const soon = payment({ expires: String(Date.now() + pair.now + 30_000) });
  await must(announce(soon));
  pair.now += 31_000;
  const size = state().announcedSize;
  state().announcedSize = 67_108_864;
  await must(announce(payment({ expires: String(Date.now() + pair.now + 3_600_000) })));
  state().announcedSize = size;
  expect(state().announced.has(soon.id)).toBe(false);
  const [output] = soon.outputs;
  if (!output) throw new Error('no output');
  const other: Intent = {
    ...soon,
    outputs: [{ ...output, address: otherEvmPayee }],
    expires: String(Date.now() + pair.now + 3_600_000),
  };
  expect((await announce(other)).error?.code).toBe('intentReused');
  const request = { intent: other, approvals: [decide(other, owner, 'initiate'), decide(other, ann, 'approve')] };
  const open = () => call(pair, first, 'sign.open', openParams({ ...request, plan: evmPlan(9) }, randomUUID()));
  expect((await open()).error?.code).toBe('intentReused');
  await first.signer?.stop();
  await startPlace(pair, first);
  expect((await announce(other)).error?.code).toBe('intentReused');
});

const names = () => first.signer?.ctx.store.state.names ?? expect.fail('not running');
/** An intent that begins when it is made by the moved clock. */
const later = (changes: Partial<Intent> = {}): Intent => {
  const at = Date.now() + pair.now;
  return payment({ created: String(at), notBefore: String(at), expires: String(at + 60_000), ...changes });
};

test('an intent of the future is not taken: its id would be held until then', async () => {
  const month = 30 * 86_400_000;
  const at = Date.now() + pair.now + month;
  const future = { created: String(at), notBefore: String(at), expires: String(at + month) };
  expect((await announce(later(future))).error?.code).toBe('notYetValid');
});

test('new ids that nobody signs are counted: the signer takes no more, and opens again by itself within the hour', async () => {
  const known = later();
  await must(announce(known));
  names().budget = 0;
  expect((await announce(later())).error?.code).toBe('tooMany');
  expect(await announce(known)).toEqual({});
  pair.now += 3_600_000 / namesPerHour + 1_000;
  expect(await announce(later())).toEqual({});
  expect((await announce(later())).error?.code).toBe('tooMany');
});

test('an approved payment does not count against the new ids', async () => {
  names().budget = 1;
  const intent = later();
  await must(announce(intent));
  const approvals = [decide(intent, owner, 'initiate'), decide(intent, ann, 'approve')];
  await must(call(pair, first, 'sign.open', openParams({ intent, approvals, plan: evmPlan(20) }, randomUUID())));
  expect(await announce(later())).toEqual({});
});

test('an id is forgotten some days after its intent ended, with what was announced under it, and not before', async () => {
  names().budget = nameBurst;
  const intent = later();
  await must(announce(intent));
  const other = (): Intent => ({ ...later(), id: intent.id });
  pair.now += 60_000 + forgetAfterMs - 5_000;
  await must(announce(later()));
  expect((await announce(other())).error?.code).toBe('intentReused');
  pair.now += 3_600_000;
  await must(announce(later()));
  expect(names().known.has(intent.id)).toBe(false);
  expect((await ask(first, 'GET', `/api/intents/${intent.id}`)).status).toBe(404);
  await first.signer?.stop();
  await startPlace(pair, first);
  expect(names().known.has(intent.id)).toBe(false);
  expect(await announce(other())).toEqual({});
});
