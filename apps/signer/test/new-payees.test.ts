import { type Intent, intentText, type PolicyDocument } from '@holdfast/policy';
import {
  ask,
  call,
  decide,
  evmPlan,
  genesis,
  must,
  newMember,
  newPolicy,
  type SignRequest,
  signBoth,
  transfer,
} from '@holdfast/testkit/signer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newPayeesOf } from '../src/new-payees.ts';
import type { Decision, KeyGroupPublic } from '../src/state/entries.ts';
import { notePaid } from '../src/state/open.ts';
import { type Announced, emptyState } from '../src/state/state.ts';
import { confirm, type Pair, runCeremony, startPair, startPlace } from './harness.ts';

/** Whoever watches what is paid can send coins from an address that looks like a payee's. Coins that come in are in no signer's record. */
const known = '0x90F79bf6EB2c4f870365E785982E1f101E93b906';
const lookAlike = `0x90F7${'cd'.repeat(16)}b906`;
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

function paying(address: string, request: string): Intent {
  const intent = transfer({ policy, group, owner }, 'evm', { request });
  return { ...intent, outputs: intent.outputs.map((output) => ({ ...output, address, path: '', entry: '' })) };
}
const newTo = async (at: number, { id }: Intent): Promise<unknown> => {
  const place = pair.places[at];
  if (!place) throw new Error('no signer');
  return (await ask(place, 'GET', `/api/intents/${id}`)).body.newPayees;
};
async function announced(intent: Intent): Promise<Intent> {
  for (const place of pair.places)
    await must(call(pair, place, 'announce', { intent: intentText(intent), remark: '' }));
  return intent;
}

it('whom it pays for the first time each signer tells by its own record, which a restart does not lose', async () => {
  const first = await announced(paying(known, 'first'));
  expect([await newTo(0, first), await newTo(1, first)]).toEqual([[0], [0]]);
  const approvals = [decide(first, owner, 'initiate'), decide(first, ann, 'approve')];
  await signBoth(pair, pair.places, { intent: first, approvals, plan: evmPlan(nonce++) } satisfies SignRequest);
  // Whoever looks at it once more reads what was read before it was approved.
  expect(await newTo(0, first)).toEqual([0]);
  const [again, alike] = [await announced(paying(known, 'again')), await announced(paying(lookAlike, 'alike'))];
  expect([await newTo(0, again), await newTo(1, again)]).toEqual([[], []]);
  expect([await newTo(0, alike), await newTo(1, alike)]).toEqual([[0], [0]]);
  const [place] = pair.places;
  if (!place) throw new Error('no signer');
  await place.signer?.stop();
  await startPlace(pair, place);
  expect([await newTo(0, again), await newTo(0, alike)]).toEqual([[], [0]]);
});

type Row = NonNullable<Decision['batch']>;

describe('what was decided before counts as a payment to the same payee', () => {
  const outputs = [{ address: 'A', amount: '1', memo: '', path: '', entry: '' }];
  const asking = (changes: object): Announced =>
    ({ intent: { id: 'asked', workspace: '1', chain: 'evm:1', kind: 'batch', outputs, ...changes } }) as Announced;
  function toldAfter(...decisions: readonly Partial<Decision>[]): number[] {
    const state = emptyState();
    for (const [n, one] of decisions.entries()) {
      const decision = { id: `before-${n}`, workspace: '1', asset: 'evm:1|', pays: outputs, ...one } as Decision;
      state.decided.set(decision.id, decision);
      notePaid(state, decision);
    }
    return newPayeesOf(state, asking({}));
  }

  it.each<[string, string, ...Partial<Decision>[]]>([
    ['a payment', 'old', {}],
    ['a payment long ago, and then itself', 'old', {}, { id: 'asked' }],
    ['a payment long ago, and allowances since', 'old', {}, { kind: 'allowance' }, { kind: 'allowance' }],
    ['a row of another batch', 'old', { batch: { id: 'other' } as Row }],
    ['a part of a payment of many', 'old', { kind: 'disperse' }],
    ['with another memo', 'new', { pays: [{ address: 'A', amount: '1', memo: '77' }] }],
    ['on another network', 'new', { asset: 'evm:137|' }],
    ['in another asset of the network', 'old', { asset: 'evm:1|0xToken' }],
    ['itself', 'new', { id: 'asked' }],
    ['an attempt at it', 'new', { attemptOf: 'asked' }],
    ['a row of it', 'new', { batch: { id: 'asked' } as Row }],
    ['an allowance for that address', 'new', { kind: 'allowance' }],
    ['a call of that contract', 'new', { kind: 'call' }],
    ['one of another workspace', 'new', { workspace: '2' }],
    ['one to somebody else', 'new', { pays: [{ address: 'B', amount: '1' }] }],
  ])('%s: the payee is %s', (_what, standing, ...decisions) => {
    expect(toldAfter(...decisions)).toEqual(standing === 'new' ? [0] : []);
  });

  it('nothing is told of what pays nobody, and of own addresses', () => {
    const own = asking({ outputs: [{ ...outputs[0], path: 'm/0' }] });
    expect([own, asking({ kind: 'call' })].map((one) => newPayeesOf(emptyState(), one))).toEqual([[], []]);
  });
});
