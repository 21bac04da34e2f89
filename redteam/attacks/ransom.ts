import { type PolicyDocument, workspaceOps } from '@holdfast/policy';
import { assert, decide, newMember } from '@holdfast/testkit/signer';
import { admit, family } from '../attack.ts';
import type { Fixture } from '../fixture.ts';
import { freezeAll } from '../relay.ts';
import { type Ask, approvedBy, bookAsk, nextPolicy, policyAsk, send } from '../requests.ts';

/** One who may change the rules with others tries to do without them, or to be rid of them; and to sign as somebody else. */

type Change = (policy: PolicyDocument) => Partial<PolicyDocument>;
type Member = PolicyDocument['members'][number];
const me = (kind: 'approve' | 'sign' = 'approve') => ({ kind, name: 'me', approvers: ['adam'], threshold: '1' });
const members =
  (id: string, edit: (one: Member) => Partial<Member>): Change =>
  (policy) => ({ members: policy.members.map((one) => (one.id === id ? { ...one, ...edit(one) } : one)) });
const gone = (id: string): Change => members(id, () => ({ status: 'removed', credentials: [] }));
const named: PolicyDocument['workspace'] = workspaceOps.map((op) => ({
  op,
  signProtection: 'off',
  nodes: [me('sign')],
}));

/** A rule that refuses, which one alone may add. */
const tight: Change = ({ senior }) => ({
  senior: [...senior, ...senior.slice(0, 1).map((one) => ({ ...one, id: 'stop', action: 'refuse' as const }))],
});
/** Adam asks, and nobody else says anything. */
function alone(fixture: Fixture, change: Change): Ask {
  const ask = policyAsk(fixture, nextPolicy(fixture, change(fixture.policy)), { initiator: 'adam' });
  return { ...ask, approvals: [decide(ask.intent, fixture.crew.adam, 'initiate')] };
}

const ransom = family('one admin alone makes themselves needed, or shuts the others out');
ransom.control('what takes away from payments only', (fixture) => alone(fixture, tight), true);
const ways: Record<string, Change> = {
  'first in the flow by which the rules change': ({ strategies }) => ({
    strategies: strategies.map((one) => ({ ...one, nodes: [me(), ...one.nodes] })),
  }),
  'the only one in the flow by which the rules change': ({ strategies }) => ({
    strategies: strategies.map((one) => ({
      ...one,
      nodes: one.nodes.map((node, i) => (i === 0 ? { ...node, approvers: ['adam'] } : node)),
    })),
  }),
  'more approvals in the flow by which the rules change': ({ strategies }) => ({
    strategies: strategies.map((one) => ({
      ...one,
      nodes: one.nodes.map((node) => ({ ...node, threshold: String(node.approvers.length - 1) })),
    })),
  }),
  'first in a rule of the workspace': ({ workspace }) => ({
    workspace: workspace.map((one) => ({ ...one, nodes: [me(), ...one.nodes] })),
  }),
  'alone in new rules of the workspace': () => ({ workspace: named }),
  'a rule about key material, by which few can refuse': ({ workspace, strategies }) => ({
    workspace: [
      ...workspace,
      { op: 'keyMaterial', signProtection: 'on', nodes: (strategies[0]?.nodes ?? []).slice(-1) },
    ],
  }),
  'who could object taken out': gone('gwen'),
  'an operator, who could object, taken out': gone('omar'),
  'who could object made a viewer': members('gwen', () => ({ role: 'viewer' })),
  'the credentials of who could object taken': members('gwen', () => ({ credentials: [] })),
  'the key of equal rights of another taken': members('olga', () => ({ keyHolder: 'no' })),
  'an operator made a viewer': members('omar', () => ({ role: 'viewer' })),
};
const both =
  (one: Change, other: Change): Change =>
  (policy) => ({ ...one(policy), ...other({ ...policy, ...one(policy) }) });
for (const [way, change] of Object.entries(ways)) {
  ransom.refused(way, 'approvalsMissing', (fixture) => alone(fixture, change));
  ransom.refused(`${way}, beside what may be instant`, 'approvalsMissing', (fixture) =>
    alone(fixture, both(tight, change)),
  );
  ransom.play(
    `${way}, after what was instant`,
    'approvalsMissing',
    async (fixture) => {
      const first = nextPolicy(fixture, tight(fixture.policy));
      await admit(fixture, alone(fixture, tight));
      const then = { ...fixture, policy: first };
      return send(then, alone(then, change));
    },
    { alone: true },
  );
}
ransom.play(
  'while the others hold the signers still',
  'approvalsMissing',
  async (fixture) => {
    await freezeAll(fixture);
    return send(fixture, alone(fixture, tight));
  },
  { alone: true },
);
ransom.play(
  'payees taken out while the others hold the signers still',
  'approvalsMissing',
  async (fixture) => {
    await freezeAll(fixture);
    const [entry = ''] = fixture.pair.places[0]?.signer?.ctx.store.state.book.entries.keys() ?? [];
    const ask = bookAsk(fixture, { add: [], remove: [entry] }, { initiator: 'adam' });
    return send(fixture, { ...ask, approvals: [decide(ask.intent, fixture.crew.adam, 'initiate')] });
  },
  { alone: true },
);
/** Olga asks; Anna and Gwen, by her passkey, agree. Adam is asked by nobody. */
function withoutAdam(fixture: Fixture, next: PolicyDocument): Ask {
  const ask = policyAsk(fixture, next);
  const { anna, gwen, olga } = fixture.crew;
  const [said] = approvedBy(ask.intent, anna);
  const gwens = assert(said?.intent ?? '', 'gwen', gwen.passkey, 'approve');
  return { ...ask, approvals: [...approvedBy(ask.intent, olga, anna), gwens] };
}
ransom.play(
  'what one did alone, undone by the others',
  'admitted',
  async (fixture) => {
    const first = nextPolicy(fixture, tight(fixture.policy));
    await admit(fixture, alone(fixture, tight));
    const then = { ...fixture, policy: first };
    return send(then, withoutAdam(then, nextPolicy(then, { senior: fixture.policy.senior })));
  },
  { control: true, alone: true },
);
ransom.play(
  'a member taken out by the others, while they hold the signers still',
  'admitted',
  async (fixture) => {
    await freezeAll(fixture);
    const next = nextPolicy(fixture, gone('omar')(fixture.policy));
    return send(fixture, withoutAdam(fixture, next));
  },
  { control: true, alone: true },
);

const stranger = newMember('stranger', 'approver');
const given = (id: string): Change =>
  members(id, ({ credentials }) => ({ credentials: [...credentials, ...stranger.member.credentials] }));
const exchanged = (id: string): Change => members(id, () => ({ credentials: stranger.member.credentials }));
/** Olga asks, Adam and Anna agree; who gets the key says nothing. */
const agreed = (fixture: Fixture, change: Change): Ask =>
  policyAsk(fixture, nextPolicy(fixture, change(fixture.policy)));

/** Nobody can accept for who cannot sign; and the step itself is none. */
const never = ['badPolicyChange', 'approvalsMissing'];
const seats = family('a stranger’s key in the place of a member');
seats.control('a further key that its holder accepts', (fixture) => agreed(fixture, given('anna')), true);
seats.control(
  'a further key for who asks, accepted by them',
  (fixture) => {
    const ask = agreed(fixture, given('olga'));
    return { ...ask, approvals: [...ask.approvals, decide(ask.intent, fixture.crew.olga, 'approve')] };
  },
  true,
);
for (const [title, change] of Object.entries<Change>({
  'a further key for an approver': given('gwen'),
  'the key of an approver exchanged': exchanged('gwen'),
  'a further key for who asks': given('olga'),
  'a further key for an operator': given('omar'),
  'a further key for who looks on, to be made more of later': given('vera'),
  'a passkey that answers on another page too': members('gwen', ({ credentials }) => ({
    credentials: credentials.map((one) =>
      one.type === 'passkey' ? { ...one, origins: [...one.origins, 'http://other.localhost:17009'] } : one,
    ),
  })),
}))
  seats.refused(`${title}: agreed, not accepted`, 'approvalsMissing', (fixture) => agreed(fixture, change));
seats.refused('accepted with the key that is yet to come', 'approvalInvalid', (fixture) => {
  const ask = agreed(fixture, given('gwen'));
  const theirs = { ...stranger, member: { ...stranger.member, id: 'gwen' } };
  return { ...ask, approvals: [...ask.approvals, decide(ask.intent, theirs, 'approve')] };
});
for (const [title, change] of Object.entries<Change>({
  'a removed member back as they were': members('rex', () => ({ status: 'active' })),
  'a removed member back with a stranger’s key': members('rex', () => ({
    status: 'active',
    credentials: stranger.member.credentials,
  })),
  'a stranger’s key for a removed member, who comes back later': exchanged('rex'),
}))
  seats.refused(`${title}, approved by all`, never, (fixture) => agreed(fixture, change));
seats.play(
  'a key for a member whose keys were all taken before',
  never,
  async (fixture) => {
    const emptied = members('vera', () => ({ credentials: [] }));
    const first = nextPolicy(fixture, emptied(fixture.policy));
    await admit(fixture, agreed(fixture, emptied));
    const then = { ...fixture, policy: first };
    return send(then, agreed(then, exchanged('vera')));
  },
  { alone: true },
);

export const ransomAttacks = [...ransom.attacks, ...seats.attacks];
