import { type Intent, intentDigestHex, intentText, type PolicyDocument } from '@holdfast/policy';
import {
  ask,
  asked,
  assert,
  call,
  decide,
  genesis,
  must,
  newMember,
  newPasskey,
  newPolicy,
  originOf,
  type Passkey,
  transfer,
} from '@holdfast/testkit/signer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignerEvent } from '../src/feed.ts';
import type { KeyGroupPublic } from '../src/state/entries.ts';
import { confirm, type Pair, type Place, runCeremony, startPair } from './harness.ts';

/** A flow of two that asks for pages of different signers, at a signer that takes the decisions. */
const owner = newMember('owner', 'owner');
const [ann, ben] = (['ann', 'ben'] as const).map((id) => ({ ...newMember(id, 'approver'), passkey: newPasskey() }));
if (!ann || !ben) throw new Error('two approvers');
let pair: Pair;
let first: Place;
let policy: PolicyDocument;
let group: KeyGroupPublic;
beforeAll(async () => {
  pair = await startPair();
  const [place] = pair.places;
  if (!place) throw new Error('no signer');
  first = place;
  const base = newPolicy(pair, [owner, ann, ben], ['owner', 'ann', 'ben']);
  const keys = new Map([ann, ben].map(({ member, passkey }) => [member.id, [passkey.credential]]));
  policy = {
    ...base,
    v: '2',
    members: base.members.map((one) => ({ ...one, credentials: keys.get(one.id) ?? one.credentials })),
    strategies: base.strategies.map((one) => ({
      ...one,
      nodes: one.nodes.map((node) => ({ ...node, threshold: '2' })),
      pages: 'different' as const,
    })),
    workspace: [{ op: 'keys', signProtection: 'off', nodes: base.strategies[0]?.nodes ?? [] }],
  };
  await genesis(pair, policy, owner);
  const run = await runCeremony(pair.places, policy, owner, { approvedBy: [owner] });
  group = await confirm(pair.places, run);
});
afterAll(() => pair?.stop());

const by = (intent: Intent, { member, passkey }: { member: { id: string }; passkey: Passkey }, signer: string) =>
  assert(intentDigestHex(intent), member.id, passkey, 'approve', { origin: originOf(signer) });
const submit = (approval: unknown) => ask(first, 'POST', '/api/approvals', { approval });
const events = (after: number) =>
  must<{ events: SignerEvent[]; next: number }>(call(pair, first, 'events', { after, waitMs: 0 }));

test('approvals on one page do not do; the same member may decide once more on another one, and no oftener', async () => {
  const intent = transfer({ policy, group, owner }, 'evm');
  await must(call(pair, first, 'announce', { intent: intentText(intent), remark: '' }));
  const { next } = await events(0);
  await asked(submit(decide(intent, owner, 'initiate')));
  await asked(submit(by(intent, ann, '1')));
  const { body } = await submit(by(intent, ben, '1'));
  expect(body.evaluation).toMatchObject({
    state: 'waiting',
    nodes: [
      { kind: 'sign', approved: ['ann', 'ben'] },
      { kind: 'page', threshold: 1, eligible: ['ann', 'ben'], approved: [], through: [originOf('1')] },
    ],
  });
  // The same again, by the same key over the same words, is nothing new.
  await asked(submit(by(intent, ben, '1')));
  const { body: after } = await submit(by(intent, ben, '2'));
  await asked(submit(by(intent, ben, '2')));
  expect(after.evaluation).toMatchObject({ state: 'satisfied', nodes: [{}, { approved: ['ben'] }] });
  const told = (await events(next)).events.map((one) => (one.type === 'approval' ? one.approval.member : one.type));
  expect(told).toEqual(['owner', 'ann', 'ben', 'ben']);
});

test('a refusal counts on any page', async () => {
  const intent = transfer({ policy, group, owner }, 'evm');
  await must(call(pair, first, 'announce', { intent: intentText(intent), remark: '' }));
  await asked(submit(by(intent, ann, '1')));
  const { passkey } = ben;
  const no = assert(intentDigestHex(intent), 'ben', passkey, 'refuse', { origin: originOf('1') });
  expect((await submit(no)).body.evaluation).toMatchObject({ state: 'refused', refusedBy: 'ben' });
});
