import { randomUUID } from 'node:crypto';
import {
  type BookChange,
  type BookEntry,
  bodyHash,
  bodyOf,
  canonicalText,
  entryHash,
  type Intent,
  intentText,
  type PolicyDocument,
  policyHash,
  policyText,
  type SeniorRule,
  unconditional,
} from '@holdfast/policy';
import {
  applyAt,
  ask,
  baseIntent,
  call,
  decide,
  evmPayee,
  evmPlan,
  freezeOf,
  genesis,
  must,
  newMember,
  newPolicy,
  openParams,
  otherEvmPayee,
  refuseWith,
  type SignRequest,
  signBoth,
  transfer,
} from '@holdfast/testkit/signer';
import type { KeyGroupPublic } from '../src/state/entries.ts';
import { confirm, type Pair, runCeremony } from './harness.ts';

/** A small life of two signers, with a little of everything that a journal keeps. */

const owner = newMember('owner', 'owner');
const ann = newMember('ann', 'approver');
const omar = newMember('omar', 'operator');

interface Life {
  readonly pair: Pair;
  policy: PolicyDocument;
  bookHash: string;
  nonce: number;
  readonly group: KeyGroupPublic;
}

const agreed = (intent: Intent) => [decide(intent, owner, 'initiate'), decide(intent, ann, 'approve')];
const friend: BookEntry = { chains: ['evm:31337'], address: otherEvmPayee, memo: '', assets: [], label: 'Friend' };
const stranger: BookEntry = { ...friend, address: evmPayee, label: 'Passing' };

const rule = (id: string, action: SeniorRule['action'], change: Partial<SeniorRule> = {}): SeniorRule => ({
  ...{ id, name: id, enabled: 'on', type: 'transfer', action, signProtection: 'on', nodes: [] },
  when: unconditional,
  ...change,
});
const desk: SeniorRule['nodes'] = [{ kind: 'sign', name: 'desk', approvers: ['ann'], threshold: '1' }];
/** Every condition there is, in one rule or another. */
const rules = [
  rule('large', 'refuse', {
    when: {
      ...unconditional,
      assets: { mode: 'only', list: [{ chain: 'evm:31337', contract: '' }] },
      amount: { unit: 'coin', over: '5000000000000000', upTo: '', hours: '24', scope: 'workspace' },
    },
  }),
  rule('known', 'flow', {
    nodes: desk,
    when: {
      ...unconditional,
      initiators: ['role:operator', 'member:owner'],
      wallets: ['7'],
      destinations: { mode: 'listed', entries: [entryHash(friend)] },
    },
  }),
  rule('calls', 'refuse', {
    type: 'web3',
    when: { ...unconditional, calls: [{ chain: 'evm:31337', contract: evmPayee, methods: ['0xa9059cbb'] }] },
  }),
];

async function changeRules(life: Life, change: Partial<PolicyDocument>, request = ''): Promise<void> {
  const { policy, pair } = life;
  const next = { ...policy, ...change, version: String(Number(policy.version) + 1), prev: policyHash(policy) };
  const base = baseIntent(policy, 'owner', Date.now());
  const intent: Intent = { ...base, kind: 'policy', body: bodyOf(policyText(next)), request };
  const params = { intent: intentText(intent), document: policyText(next), approvals: agreed(intent) };
  for (const place of pair.places) await must(applyAt(pair, place, 'policy', params));
  life.policy = next;
}

async function changeBook(life: Life, add: BookEntry[], remove: string[] = []): Promise<void> {
  const { policy, pair } = life;
  const { deployment } = policy;
  const book: BookChange = { v: '1', domain: 'holdfast/book/v1', deployment, prev: life.bookHash, add, remove };
  const intent: Intent = { ...baseIntent(policy, 'owner', Date.now()), kind: 'book', body: bodyHash(book) };
  const params = { intent: intentText(intent), book: canonicalText(book), approvals: agreed(intent) };
  for (const place of pair.places)
    life.bookHash = (await must<{ bookHash: string }>(applyAt(pair, place, 'book', params))).bookHash;
}

function payment(life: Life, amount: string): SignRequest {
  const outputs = [{ address: otherEvmPayee, amount, memo: '', entry: entryHash(friend), path: '' }];
  const intent = transfer({ ...life, owner }, 'evm', { outputs });
  return { intent, approvals: agreed(intent), plan: evmPlan(life.nonce++) };
}

/** One payment signed, one admitted and given up, one refused by the rules, one that a member refused. */
async function pay(life: Life): Promise<void> {
  const { pair } = life;
  await signBoth(pair, pair.places, payment(life, '1000000000000000'));
  const [given, large, refused] = ['1000', '9000000000000000', '2000'].map((amount) => payment(life, amount));
  if (!given || !large || !refused) throw new Error('three payments');
  for (const place of pair.places) {
    await must(call(pair, place, 'sign.open', openParams(given, randomUUID())));
    await must(call(pair, place, 'close', { intent: intentText(given.intent) }));
    const { error } = await call(pair, place, 'sign.open', openParams(large, randomUUID()));
    if (error?.code !== 'refusedByRule') throw new Error(`a large payment: ${error?.code}`);
    await must(call(pair, place, 'announce', { intent: intentText(refused.intent) }));
    const no = refuseWith(refused.intent, ann, 'Not this one');
    const { status } = await ask(place, 'POST', '/api/approvals', { approval: no });
    if (status !== 200) throw new Error('no refusal taken');
  }
}

async function stopAndGoOn(life: Life): Promise<void> {
  for (const place of life.pair.places) {
    const freeze = freezeOf(life.policy, omar, { time: String(Date.now()) });
    const { status } = await ask(place, 'POST', '/api/freeze', { freeze });
    if (status !== 200) throw new Error('not frozen');
  }
  await changeRules(life, {}, 'unfreeze');
}

/** Genesis, a key ceremony, changes of the rules and of the address book, payments, a freeze and its lifting; one more payment at the end. */
export async function liveOn(pair: Pair): Promise<void> {
  const first = newPolicy(pair, [owner, ann, omar], ['ann', 'owner']);
  // Entries can be paid at once, until the rules say otherwise.
  const policy: PolicyDocument = { ...first, book: { mode: 'on', coolingHours: '0' } };
  await genesis(pair, policy, owner);
  const group = await confirm(pair.places, await runCeremony(pair.places, policy, owner, { approvedBy: [ann] }));
  const life: Life = { pair, policy, bookHash: '', nonce: 0, group };
  await changeBook(life, [friend, stranger]);
  await changeRules(life, { senior: rules });
  await changeBook(life, [], [entryHash(stranger)]);
  await pay(life);
  await stopAndGoOn(life);
  await signBoth(pair, pair.places, payment(life, '3000'));
  await changeRules(life, { book: { mode: 'on', coolingHours: '24' } });
  await changeRules(life, { book: { mode: 'off', coolingHours: '24' } });
}
