import { intentDigestHex, type PolicyDocument, parseIntent, policyHash, policyText } from '@holdfast/policy';
import { decide, decideOn, evmPayee, newMember, usdc } from '@holdfast/testkit/signer';
import {
  approved,
  changing,
  exporting,
  generating,
  listing,
  nextPolicy,
  paying,
  payment,
  people,
  policy,
  type Scenario,
  saysTwo,
} from '../scenario.ts';
import { after, asking, freeze, refusals } from './refusals.ts';

/** Changes of rules and address book, key material, and what the other signer says of them. */
const { all: ofChanges, refuses } = refusals();

export { ofChanges };

refuses('kindAllowed', 'kindNotAllowed', 'a key ceremony under the name of a policy change', () =>
  asking(generating(), { purpose: 'policy', peer: 'server' }),
);

refuses('attachedDocument', 'bodyMismatch', 'a policy document that is not the approved one', () =>
  asking(changing(), { attachments: { document: policyText(nextPolicy({ members: policy.members.slice(0, 4) })) } }),
);
refuses('attachedDocument', 'bodyMismatch', 'a policy change without its document', () =>
  asking(changing(), { attachments: {} }),
);

refuses('bookStep', 'badBookChange', 'a change of the address book that does not follow the one before', () =>
  listing({ prev: '77'.repeat(32) }),
);
const acorn = { chain: 'evm:31337', contract: evmPayee, symbol: 'ACRN', decimals: '7' };
/** Omitted fields are those of a token that is fine. */
const token = (changes: Partial<typeof acorn>): Scenario =>
  listing({ v: '3', add: [], tokens: { add: [{ ...acorn, ...changes }], remove: [] } });
refuses('tokenStep', 'badBookChange', 'a token of a network that is not served here', () => token({ chain: 'evm:1' }));
refuses('tokenStep', 'badBookChange', 'a token where tokens are more than their contract', () =>
  token({ chain: 'bitcoin:regtest', contract: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080' }),
);
refuses('tokenStep', 'badBookChange', 'a token that the operator has with other decimals', () =>
  token({ contract: usdc, symbol: 'USDC', decimals: '18' }),
);
refuses('tokenStep', 'badBookChange', 'a token at what is no address', () => token({ contract: '0x12' }));
refuses('policyStep', 'badPolicyChange', 'a policy that leaves out a version', () =>
  changing(nextPolicy({ version: '5' })),
);
refuses('policyStep', 'badPolicyChange', 'a policy that does not follow the one in force', () =>
  changing(nextPolicy({ prev: '77'.repeat(32) })),
);
refuses('policyStep', 'badPolicyChange', 'a policy nobody could satisfy', () =>
  changing(
    nextPolicy({
      strategies: [
        {
          wallet: '*',
          signProtection: 'on',
          nodes: [{ kind: 'sign', name: 'x', approvers: ['anna'], threshold: '2' }],
        },
      ],
    }),
  ),
);

/** Adam asks, Olga and Anna agree. */
const asked = (next: Partial<PolicyDocument>): Scenario => {
  const s = changing(nextPolicy(next), { initiator: 'adam' });
  const intent = parseIntent(s.request.intent);
  const approvals = [
    decide(intent, people.adam, 'initiate'),
    decide(intent, people.anna, 'approve'),
    decide(intent, people.olga, 'approve'),
  ];
  return asking(s, { approvals });
};
const [basic] = policy.strategies;
const unprotected = { ...(basic as NonNullable<typeof basic>), signProtection: 'off' as const };
refuses('ownerAsks', 'ownerMissing', 'signature protection switched off, asked for by an admin', () =>
  asked({ strategies: [unprotected] }),
);
refuses('ownerAsks', 'ownerMissing', 'a sub-wallet’s own flow without it, asked for by an admin', () =>
  asked({ strategies: [...policy.strategies, { ...unprotected, wallet: '7' }] }),
);

refuses('notFrozen', 'frozen', 'a request for key material while frozen', () => after(exporting(), freeze));
refuses('keyMaterial', 'quarantined', 'key material of a group in quarantine', () =>
  after(exporting(), (s) => {
    s.state.quarantined.set(payment('evm').keyGroup, 'cheat');
  }),
);
refuses('keyMaterial', 'unknownKey', 'key material of an unknown group', () =>
  exporting({ keyGroup: 'cd'.repeat(16) }),
);
refuses('keyMaterial', 'unknownKey', 'key material of a group that is not active', () =>
  after(exporting(), (s) => {
    const known = s.state.groups.get(payment('evm').keyGroup);
    if (known) s.state.groups.set(known.public.id, { ...known, public: { ...known.public, active: false } });
  }),
);
refuses('keyMaterial', 'unknownKey', 'key material of another generation', () => exporting({ epoch: '1' }));
refuses('keyMaterial', 'badExport', 'key material of the recovery party, which is no signer', () =>
  exporting({ signer: '3' }),
);
refuses('keyMaterial', 'badExport', 'key material to a recipient with one letter changed', () =>
  exporting({ recipient: 'age17yl03pymfak0yf4hq6v6xvd6pwhj9tts8cjheyyd92k3utd7jfhq6v8q9w' }),
);
refuses('authenticatedPeer', 'notAuthenticated', 'a page cannot have key material granted', () =>
  asking(exporting(), { peer: 'page' }),
);
refuses('kindAllowed', 'kindNotAllowed', 'key material cannot be had for an approved payment', () =>
  asking(paying(), { purpose: 'export', attachments: exporting().request.attachments }),
);
refuses('kindAllowed', 'kindNotAllowed', 'an approved request for key material makes no new keys', () => {
  const { intent, approvals, attachments } = exporting().request;
  return asking(generating(), { intent, approvals, attachments: { request: attachments.export ?? '' } });
});
for (const [what, other] of Object.entries({
  'of another signer': exporting({ signer: '2' }),
  'to another recipient': exporting({ recipient: 'age1w0eujmjlrxqamfrntdxuny40w9sutw3m3hkqe00yyhupttq9pe6shncvev' }),
}))
  refuses('attachedDocument', 'bodyMismatch', `a request for key material ${what} than approved`, () =>
    asking(exporting(), { attachments: other.request.attachments }),
  );
refuses('attachedDocument', 'otherDeployment', 'a request for key material of another installation', () =>
  exporting({ deployment: '99'.repeat(32) }),
);
refuses('initiatorSignature', 'initiatorMissing', 'key material asked for by an operator', () => {
  const s = exporting({}, { initiator: 'omar' });
  const intent = parseIntent(s.request.intent);
  return asking(s, { approvals: approved(intent) });
});
refuses('thresholds', 'refusedByMember', 'key material refused by somebody the flow does not name', () => {
  const s = exporting();
  const intent = parseIntent(s.request.intent);
  return asking(s, { approvals: [...s.request.approvals, decide(intent, people.omar, 'refuse')] });
});
refuses('thresholds', 'approvalsMissing', 'key material approved by too few', () => {
  const s = exporting();
  return asking(s, { approvals: s.request.approvals.slice(0, 2) });
});

/** A change for which the other signer says this of itself. */
export const told = (say: (s: Scenario) => ReturnType<typeof saysTwo>[]): Scenario => {
  const s = changing();
  return asking(s, { standings: say(s) });
};
const untrue: readonly [promise: string, say: (s: Scenario) => ReturnType<typeof saysTwo>[]][] = [
  ['nothing', () => []],
  ['with a key that is not its own', (s) => [saysTwo(s, {}, { secret: newMember('eve', 'viewer').secret })]],
  ['in the name of a signer that is not in the rules', (s) => [saysTwo(s, {}, { signer: '3' })]],
  ['in my own name', (s) => [saysTwo(s, {}, { signer: '1' })]],
  ['in another installation', (s) => [saysTwo(s, {}, { deployment: '99'.repeat(32) })]],
  ['under other rules', (s) => [saysTwo(s, { policy: '22'.repeat(32) })]],
  ['with another address book', (s) => [saysTwo(s, { book: '22'.repeat(32) })]],
  ['ready for another change', (s) => [saysTwo(s, { next: 'ff'.repeat(32) })]],
  ['ready for none', (s) => [saysTwo(s, { next: '' })]],
  [
    'that another version is in force',
    (s) => [saysTwo(s, { policy: policyHash(nextPolicy({ version: '5' })), next: '' })],
  ],
  ['too long ago', (s) => [saysTwo(s, {}, { at: s.now - 60_001 })]],
  ['of the time to come', (s) => [saysTwo(s, {}, { at: s.now + 60_001 })]],
  ['with another time than it signed', (s) => [{ ...saysTwo(s, {}, { at: s.now - 90_000 }), at: s.now }]],
];
for (const [promise, say] of untrue)
  refuses('agreement', 'notAgreed', `a change of which the other signer said: ${promise}`, () => told(say));
refuses('agreement', 'notAgreed', 'a change of the address book of which the other signer said nothing', () =>
  asking(listing(), { standings: [] }),
);
refuses('agreement', 'changeWaits', 'a change while the others may still go by my word for another', () =>
  after(changing(), (s) => {
    s.state.ready = { body: 'ff'.repeat(32), at: s.now - 119_000 };
  }),
);
refuses('agreement', 'changeWaits', 'my word for a change, while it is given for another', () =>
  after(asking(changing(), { onlyReady: true }), (s) => {
    s.state.ready = { body: 'ff'.repeat(32), at: s.now - 1_000 };
  }),
);

/** Anna has refused here; the other signer has the change in force. */
export function takenElsewhere({ wasReady = true } = {}): Scenario {
  const s = changing();
  const intent = parseIntent(s.request.intent);
  const digest = intentDigestHex(intent);
  if (wasReady) s.state.readied.add(digest);
  const { intent: text, attachments } = s.request;
  const approvals = [decideOn(digest, people.anna, 'refuse')];
  s.state.announced.set(intent.id, {
    intent,
    text,
    digest,
    attachments,
    remark: '',
    approvals,
    at: s.now,
    stops: 0,
    quotes: [],
    replaces: [],
    beside: [],
  });
  return asking(s, { standings: [saysTwo(s, { policy: policyHash(nextPolicy()), next: '' })] });
}
export const runOut = (s: Scenario): Scenario => ({ ...s, now: Number(parseIntent(s.request.intent).expires) });
/** The other signer says it again, now. */
export const again = (s: Scenario): Scenario =>
  asking(s, { standings: [saysTwo(s, { policy: policyHash(nextPolicy()), next: '' })] });
refuses(
  'thresholds',
  'refusedByMember',
  'a change refused here before this signer was ready, though another has it',
  () => takenElsewhere({ wasReady: false }),
);
refuses(
  'thresholds',
  'refusedByMember',
  'a change refused here that the other signer is ready for, and has not taken',
  () => asking(takenElsewhere(), { standings: [saysTwo(takenElsewhere())] }),
);
refuses('thresholds', 'approvalsMissing', 'a change that another signer has, with too few approvals', () => {
  const s = takenElsewhere();
  return asking(s, { approvals: s.request.approvals.slice(0, 2) });
});
refuses(
  'clock',
  'expired',
  'a change that has run out, which another signer has but this one was never ready for',
  () => again(runOut(takenElsewhere({ wasReady: false }))),
);
refuses('clock', 'expired', 'a change that has run out, when the word of the signer that has it is old', () =>
  runOut(takenElsewhere()),
);
