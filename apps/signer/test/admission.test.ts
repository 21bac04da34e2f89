import { type ChainRules, rulesOf } from '@holdfast/chains';
import {
  type Approval,
  type Intent,
  intentDigestHex,
  intentText,
  parseIntent,
  policyHash,
  policyText,
} from '@holdfast/policy';
import { describe, expect, test } from 'vitest';
import { admissionSteps } from '../src/admission/admit.ts';
import { btcPlan, decide, decideOn, evmPlan, newMember, otherEvmPayee, testChains } from './fixtures.ts';
import {
  addressOf,
  approved,
  changing,
  coinOf,
  draftOf,
  exporting,
  generating,
  laneOf,
  listing,
  nextPolicy,
  now,
  outcome,
  outpointOf,
  paying,
  payment,
  people,
  policy,
  remember,
  type Scenario,
  saysTwo,
} from './scenario.ts';

interface Case {
  readonly step: string;
  readonly promise: string;
  readonly code: string;
  make(): Scenario;
}

const cases: Case[] = [];
const refuses = (step: string, code: string, promise: string, make: () => Scenario): void => {
  cases.push({ step, promise, code, make });
};
/** The same request with another intent text, approvals and all made for it. */
const withIntent = (changes: Partial<Intent>, family: 'evm' | 'bitcoin' = 'evm'): Scenario =>
  paying(payment(family, changes));
const after = (s: Scenario, change: (s: Scenario) => void): Scenario => {
  change(s);
  return s;
};
const asking = (s: Scenario, request: Partial<Scenario['request']>): Scenario => ({
  ...s,
  request: { ...s.request, ...request },
});

refuses('authenticatedPeer', 'notAuthenticated', 'a page cannot ask for a payment', () =>
  asking(paying(), { peer: 'page' }),
);
refuses('authenticatedPeer', 'notAuthenticated', 'the server cannot ask for a key ceremony', () =>
  asking(generating(), { peer: 'server' }),
);

refuses('sizeAndSchema', 'badIntent', 'an intent with a field more', () =>
  asking(paying(), { intent: JSON.stringify({ ...payment('evm'), extra: '' }) }),
);
refuses('sizeAndSchema', 'badIntent', 'an intent with a number in it', () =>
  asking(paying(), { intent: JSON.stringify({ ...payment('evm'), maxFee: 1 }) }),
);
refuses('sizeAndSchema', 'badIntent', 'an intent with a decoded call', () =>
  asking(paying(), { intent: JSON.stringify({ ...payment('evm'), call: 'approve()' }) }),
);
refuses('sizeAndSchema', 'tooLarge', 'an oversized intent', () => asking(paying(), { intent: 'x'.repeat(70_000) }));
refuses('sizeAndSchema', 'badIntent', 'an approval that is none', () =>
  paying(payment('evm'), [{ decision: 'approve' }]),
);

refuses('canonicalBytes', 'notCanonical', 'an intent with white space', () => {
  const intent = payment('evm');
  return asking(paying(intent), { intent: JSON.stringify(JSON.parse(intentText(intent)), null, 1) });
});
refuses('canonicalBytes', 'notCanonical', 'an intent with a duplicate key', () => {
  const s = paying();
  return asking(s, { intent: s.request.intent.replace('{', '{"asset":{},') });
});

refuses('deployment', 'otherDeployment', 'an intent of another installation', () =>
  withIntent({ deployment: '99'.repeat(32) }),
);
refuses('deployment', 'notInitialised', 'anything before the first policy', () =>
  after(paying(), (s) => {
    s.state.policy = undefined;
  }),
);

refuses('keyGroup', 'unknownKey', 'an unknown key group', () => withIntent({ keyGroup: 'cd'.repeat(16) }));
refuses('keyGroup', 'unknownWallet', 'an unknown chain', () =>
  after(paying(), (s) => {
    s.chains.delete('evm:31337');
  }),
);

refuses('walletOwnsAddress', 'unknownWallet', 'a paying address of another path', () =>
  withIntent({ from: addressOf('evm', 'm/60/8/0/0') }),
);
refuses('walletOwnsAddress', 'unknownWallet', 'a path of another sub-wallet', () =>
  withIntent({ path: 'm/60/8/0/0', from: addressOf('evm', 'm/60/8/0/0') }),
);
refuses('walletOwnsAddress', 'unknownWallet', 'a path of a coin that nobody has', () =>
  withIntent({ path: 'm/1/7/0/0' }),
);
refuses('addressBook', 'unknownWallet', 'an own address at a path of a coin that nobody has', () => {
  const { outputs } = payment('evm');
  return withIntent({ outputs: outputs.map((output) => ({ ...output, path: 'm/1/7/0/0' })) });
});
refuses('walletOwnsAddress', 'unknownWallet', 'a sub-wallet that belongs to another workspace', () =>
  after(paying(), (s) => {
    s.state.workspaces.set('7', '2');
  }),
);

const freeze = (s: Scenario): void => {
  s.state.frozen = { at: 1, by: 'olga', reason: 'drill' };
};
refuses('notFrozen', 'frozen', 'a payment while frozen', () => after(paying(), freeze));
refuses('notFrozen', 'frozen', 'a key ceremony while frozen', () => after(generating(), freeze));
refuses('notQuarantined', 'quarantined', 'a key group in quarantine', () =>
  after(paying(), (s) => {
    s.state.quarantined.set(payment('evm').keyGroup, 'cheat');
  }),
);

refuses('clock', 'expired', 'an intent at the very millisecond of its end', () =>
  after(paying(), (s) => {
    s.now = now - 1_000 + 3_600_000;
  }),
);
refuses('clock', 'notYetValid', 'an intent before its time', () => withIntent({ notBefore: String(now + 1) }));
refuses('clock', 'notYetValid', 'an intent created in the future', () =>
  withIntent({ created: String(now + 61_000), notBefore: String(now - 1) }),
);
refuses('clock', 'clockBehind', 'anything once its own clock has gone back', () =>
  after(paying(), (s) => {
    s.state.lastAt = now + 61_000;
  }),
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

refuses('idUnseen', 'intentReused', 'an id that was decided for another intent', () => {
  const intent = payment('evm');
  return remember(paying({ ...intent, maxFee: '9000000000000000' }), intent, { family: 'evm', lane: laneOf(5) });
});

for (const [promise, change] of Object.entries({
  'an older policy version': { version: '2' },
  'a policy version this signer has not seen': { version: '4' },
  'another policy of the same version': { hash: '55'.repeat(32) },
  'another policy id': { id: 'other' },
}))
  refuses('policyInForce', 'policyStale', promise, () =>
    withIntent({ policy: { ...payment('evm').policy, ...change } }),
  );

refuses('addressBook', 'addressEntryUnknown', 'an address-book entry nobody signed', () => {
  const { outputs } = payment('evm');
  return withIntent({ outputs: outputs.map((output) => ({ ...output, entry: '66'.repeat(32) })) });
});

refuses('initiatorSignature', 'initiatorMissing', 'an intent its initiator has not signed', () => {
  const intent = payment('evm');
  return paying(intent, approved(intent).slice(1));
});
refuses('initiatorSignature', 'initiatorMissing', 'an initiator without the right to ask', () => {
  const intent = payment('evm', { initiator: 'vera' });
  return paying(intent, [decide(intent, people.vera, 'initiate'), ...approved(intent).slice(1)]);
});
refuses('initiatorSignature', 'initiatorMissing', "an initiator's signature under another intent", () => {
  const intent = payment('evm');
  return paying(intent, [decide(payment('evm'), people.omar, 'initiate'), ...approved(intent).slice(1)]);
});

const altered = (approval: Approval, change: Partial<Approval>): Approval => ({ ...approval, ...change });
const forged: Record<string, (intent: Intent) => Approval> = {
  'an approval with a signature of another key': (intent) => ({
    ...decide(intent, newMember('anna', 'approver'), 'approve'),
  }),
  'an approval of another intent': () => decide(payment('evm'), people.anna, 'approve'),
  'an approval turned around from a refusal': (intent) =>
    altered(decide(intent, people.anna, 'refuse'), { decision: 'approve' }),
  'an approval handed to another member': (intent) =>
    altered(decide(intent, people.anna, 'approve'), {
      member: 'olga',
      credential: people.olga.member.credentials[0]?.id ?? '',
    }),
  'an approval by nobody of the policy': (intent) => decide(intent, newMember('eve', 'owner'), 'approve'),
};
for (const [promise, forge] of Object.entries(forged))
  refuses('approvalSignatures', 'approvalInvalid', `${promise}, beside enough good ones`, () => {
    const intent = payment('evm');
    return paying(intent, [...approved(intent), forge(intent)]);
  });

const decided =
  (...decisions: [keyof typeof people, Approval['decision']][]) =>
  (): Scenario => {
    const intent = payment('evm');
    return paying(
      intent,
      decisions.map(([who, decision]) => decide(intent, people[who], decision)),
    );
  };
refuses(
  'thresholds',
  'approvalsMissing',
  'one approval where two are needed',
  decided(['omar', 'initiate'], ['adam', 'approve']),
);
refuses(
  'thresholds',
  'approvalsMissing',
  'one member counted twice',
  decided(['omar', 'initiate'], ['adam', 'approve'], ['adam', 'approve']),
);
refuses(
  'thresholds',
  'approvalsMissing',
  'the second node without the first',
  decided(['omar', 'initiate'], ['olga', 'approve']),
);
refuses(
  'thresholds',
  'approvalsMissing',
  'an approval by a viewer',
  decided(['omar', 'initiate'], ['adam', 'approve'], ['vera', 'approve']),
);
refuses('thresholds', 'approvalsMissing', 'an initiator who approves their own', () => {
  const intent = payment('evm', { initiator: 'adam' });
  return paying(intent, [decide(intent, people.adam, 'approve'), decide(intent, people.olga, 'approve')]);
});
refuses(
  'thresholds',
  'refusedByMember',
  'one refusal among enough approvals',
  decided(['omar', 'initiate'], ['adam', 'approve'], ['olga', 'approve'], ['anna', 'refuse']),
);
refuses('thresholds', 'refusedByMember', 'a refusal that the server left out', () => {
  const intent = payment('evm');
  return after(paying(intent), (s) => {
    const digest = intentDigestHex(intent);
    s.state.announced.set(intent.id, {
      intent,
      text: intentText(intent),
      digest,
      attachments: {},
      remark: '',
      approvals: [decideOn(digest, people.anna, 'refuse')],
      at: s.now,
      quotes: [],
    });
  });
});

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

refuses('rebuild', 'badPlan', 'a plan of another chain family', () =>
  asking(paying(), { plan: btcPlan([coinOf(1)], '') }),
);
refuses('rebuild', 'badPlan', 'a plan with a number where text belongs', () =>
  asking(paying(), { plan: { ...evmPlan(5), nonce: 5 } }),
);
refuses('rebuild', 'badPlan', 'a bitcoin input whose previous transaction is another', () => {
  const intent = payment('bitcoin');
  const lied = { ...coinOf(1), prevTx: coinOf(2, 8_000_000n).prevTx };
  return asking(paying(intent), { plan: btcPlan([lied], 'm/0/7/1/0') });
});
refuses('rebuild', 'badPlan', 'change at an index that nobody would ever look at', () =>
  asking(paying(payment('bitcoin')), { plan: btcPlan([coinOf(1)], 'm/0/7/1/100001') }),
);
refuses('rebuild', 'feeAboveCap', 'a fee above what the members signed', () =>
  asking(paying(), { plan: evmPlan(5, 101) }),
);

/** A change for which the other signer says this of itself. */
const told = (say: (s: Scenario) => ReturnType<typeof saysTwo>[]): Scenario => {
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
function takenElsewhere({ wasReady = true } = {}): Scenario {
  const s = changing();
  const intent = parseIntent(s.request.intent);
  const digest = intentDigestHex(intent);
  if (wasReady) s.state.readied.add(digest);
  const { intent: text, attachments } = s.request;
  const approvals = [decideOn(digest, people.anna, 'refuse')];
  s.state.announced.set(intent.id, { intent, text, digest, attachments, remark: '', approvals, at: s.now, quotes: [] });
  return asking(s, { standings: [saysTwo(s, { policy: policyHash(nextPolicy()), next: '' })] });
}
const runOut = (s: Scenario): Scenario => ({ ...s, now: Number(parseIntent(s.request.intent).expires) });
/** The other signer says it again, now. */
const again = (s: Scenario): Scenario =>
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

/** A builder gone wrong: what it makes is not what the intent says. The steps after it must notice. */
const withBuilder = (build: (rules: ChainRules) => ChainRules['build'], s = paying()): Scenario => ({
  ...s,
  rulesOf: (chain) => ({ ...rulesOf(chain), build: build(rulesOf(chain)) }),
});
const lies: Record<string, (intent: Intent) => Intent> = {
  payee: (intent) => ({ ...intent, outputs: intent.outputs.map((output) => ({ ...output, address: otherEvmPayee })) }),
  amount: (intent) => ({
    ...intent,
    outputs: intent.outputs.map((output) => ({ ...output, amount: `${output.amount}0` })),
  }),
  asset: (intent) => ({
    ...intent,
    asset: { symbol: 'USDC', contract: '0x5FbDB2315678afecb367f032d93F642f64180aa3', decimals: '6' },
  }),
};
for (const [what, lie] of Object.entries(lies))
  refuses('decodeAndCompare', 'txMismatch', `a transaction with another ${what} than the intent`, () =>
    withBuilder((rules) => (chain, intent, plan, keyAt) => rules.build(chain, lie(intent), plan, keyAt)),
  );
refuses('decodeAndCompare', 'txMismatch', 'a digest that is not of the transaction', () =>
  withBuilder((rules) => (...all) => {
    const tx = rules.build(...all);
    return { ...tx, sighashes: tx.sighashes.map((entry) => ({ ...entry, digest: '88'.repeat(32) })) };
  }),
);
const blindToCaps =
  (rules: ChainRules): ChainRules['build'] =>
  (chain, intent, plan, keyAt) =>
    rules.build({ ...chain, maxFee: '9'.repeat(30) }, { ...intent, maxFee: '9'.repeat(30) }, plan, keyAt);
refuses('feeCaps', 'feeAboveCap', 'a fee above what the members signed, from a builder that does not look', () =>
  asking(withBuilder(blindToCaps), { plan: evmPlan(5, 101) }),
);
refuses('feeCaps', 'feeAboveCap', "a fee above the chain's own cap, whatever the members signed", () =>
  asking(withBuilder(blindToCaps, withIntent({ maxFee: '900000000000000000' })), { plan: evmPlan(5, 501) }),
);

refuses('conflict', 'conflict', 'a nonce that belongs to another intent', () =>
  remember(paying(), payment('evm'), { family: 'evm', lane: laneOf(5) }),
);
refuses('conflict', 'conflict', 'the same intent under another nonce', () => {
  const intent = payment('evm');
  return remember(paying(intent), intent, { family: 'evm', lane: laneOf(4) });
});
const expired = payment('evm', { created: '1000', notBefore: '1000', expires: String(now - 120_000) });
refuses('conflict', 'conflict', 'a nonce of an intent that expired only just now', () =>
  remember(paying(), { ...expired, expires: String(now - 119_999) }, { family: 'evm', lane: laneOf(5) }),
);
refuses('conflict', 'conflict', 'a nonce of a begun intent that expired only just now', () => {
  const lately = { ...expired, expires: String(now - 119_999) };
  return after(remember(paying(), lately, { family: 'evm', lane: laneOf(5) }), (s) => {
    s.state.exposed.add(lately.id);
  });
});
refuses('clock', 'clockBehind', 'an ended intent again, by a clock put back after another took its nonce', () => {
  const intent = payment('evm');
  return after(remember(paying(intent), intent, { family: 'evm', lane: laneOf(5) }), (s) => {
    s.state.lastAt = Number(intent.expires) + 120_000;
  });
});
const ended = payment('bitcoin', { created: '1000', notBefore: '1000', expires: String(now - 120_000) });
/** An ended bitcoin intent whose signature may exist: over {1, 2} and {1, 3}. */
const begun = (s: Scenario): Scenario => {
  s.state.bound.set(outpointOf(2), ended.id);
  s.state.exposed.add(ended.id);
  return remember(s, ended, { family: 'bitcoin', fixed: [outpointOf(1)], inputs: [outpointOf(1), outpointOf(3)] });
};
const spending = (salts: number[], intent = payment('bitcoin'), before?: Parameters<typeof remember>[2]): Scenario => {
  const plan = btcPlan(
    salts.map((salt) => coinOf(salt)),
    'm/0/7/1/0',
  );
  const s = asking(paying(intent), { plan });
  return begun(before ? remember(s, intent, before) : s);
};
refuses('conflict', 'conflict', 'a later transaction without the input taken over from an ended intent', () => {
  const inputs = [outpointOf(1), outpointOf(4)];
  return spending([4], payment('bitcoin'), { family: 'bitcoin', fixed: inputs, inputs, kept: [outpointOf(1)] });
});
refuses('conflict', 'conflict', 'an ended intent replaced by the second transaction only of another', () => {
  const inputs = [outpointOf(4)];
  return spending([1, 4], payment('bitcoin'), { family: 'bitcoin', fixed: inputs, inputs });
});
refuses('conflict', 'conflict', 'an input that belongs to another intent', () => {
  const inputs = [outpointOf(1)];
  return remember(paying(payment('bitcoin')), payment('bitcoin'), { family: 'bitcoin', fixed: inputs, inputs });
});
refuses('conflict', 'conflict', 'the same intent from inputs that share none with before', () => {
  const intent = payment('bitcoin');
  const inputs = [outpointOf(2)];
  return remember(paying(intent), intent, { family: 'bitcoin', fixed: inputs, inputs });
});
refuses('conflict', 'conflict', 'inputs that overlap with the first transaction but not with the second', () => {
  const intent = payment('bitcoin');
  // First {1, 2}, then {2, 3}: common is 2. A third {1} would let the second and the third both be mined.
  return remember(paying(intent), intent, {
    family: 'bitcoin',
    fixed: [outpointOf(2)],
    inputs: [outpointOf(2), outpointOf(3)],
  });
});

const limit = { wallet: '*', chain: 'evm:31337', contract: '' };
const spent = (s: Scenario, at: number): void => {
  s.state.spent.set('7|evm:31337|', [
    { at, amount: 10n ** 15n },
    { at, amount: 10n ** 15n },
  ]);
};
refuses('velocity', 'velocity', 'one payment more than the count of a day', () =>
  after({ ...paying(), velocity: [{ ...limit, maxCount: 2 }] }, (s) => spent(s, now - 1_000)),
);
refuses('velocity', 'velocity', 'one unit more than the amount of a day', () =>
  after({ ...paying(), velocity: [{ ...limit, maxAmount: '2999999999999999' }] }, (s) => spent(s, now - 86_399_000)),
);

for (const parties of [['1', '1'], ['2', '3'], ['1'], ['1', '2', '3'], ['1', '9']])
  refuses('quorum', 'badParties', `the parties ${parties.join()}`, () => asking(paying(), { parties }));

refuses('callback', 'callbackDenied', 'what the hook does not approve', () => ({
  ...paying(),
  callback: () => Promise.resolve(false),
}));

describe('admitted when everything is right', () => {
  test.each([
    ['an ETH payment', () => paying()],
    ['a bitcoin payment', () => paying(payment('bitcoin'))],
    ['a policy change', () => changing()],
    ['a policy change while frozen', () => after(changing(), freeze)],
    ['a key ceremony', () => generating()],
    ['a payment that the hook approves', () => ({ ...paying(), callback: () => Promise.resolve(true) })],
    [
      'a payment within its limits',
      () =>
        after({ ...paying(), velocity: [{ ...limit, maxCount: 3, maxAmount: '3000000000000000' }] }, (s) =>
          spent(s, now - 1_000),
        ),
    ],
    [
      'a payment once the day has passed',
      () => after({ ...paying(), velocity: [{ ...limit, maxCount: 1 }] }, (s) => spent(s, now - 86_400_000)),
    ],
    [
      'a nonce whose intent expired before any session began',
      () => remember(paying(), expired, { family: 'evm', lane: laneOf(5) }),
    ],
    [
      'a nonce whose intent ended after a session had begun',
      () =>
        after(remember(paying(), expired, { family: 'evm', lane: laneOf(5) }), (s) => {
          s.state.exposed.add(expired.id);
        }),
    ],
    ['an input that only some transactions of an ended intent spend', () => spending([2])],
    ['the input that every transaction of an ended intent spends', () => spending([1, 4])],
    [
      'the same intent again with a higher fee under its nonce',
      () => {
        const intent = payment('evm');
        return asking(remember(paying(intent), intent, { family: 'evm', lane: laneOf(5) }), { plan: evmPlan(5, 3) });
      },
    ],
    [
      'the same intent again over its limit: it counts once',
      () => {
        const intent = payment('evm');
        const s = remember(paying(intent), intent, { family: 'evm', lane: laneOf(5) });
        return after({ ...s, velocity: [{ ...limit, maxCount: 0 }] }, (again) => spent(again, now));
      },
    ],
    [
      'the same intent again with one input kept and one more',
      () => {
        const intent = payment('bitcoin');
        const s = remember(paying(intent), intent, {
          family: 'bitcoin',
          fixed: [outpointOf(1)],
          inputs: [outpointOf(1)],
        });
        return asking(s, { plan: btcPlan([coinOf(1), coinOf(2)], 'm/0/7/1/0') });
      },
    ],
    [
      'a change that the other signer has, with no more to say',
      () => told((s) => [saysTwo(s, { policy: policyHash(nextPolicy()), next: '' })]),
    ],
    ['a change refused here after this signer was ready, once another has it', () => takenElsewhere()],
    ['a change that ran out after this signer was ready, once another has it', () => again(runOut(takenElsewhere()))],
    [
      'a change for which my word was given, and another when my word is too old for anybody to go by',
      () =>
        after(changing(), (s) => {
          s.state.ready = { body: 'ff'.repeat(32), at: s.now - 120_000 };
        }),
    ],
  ] as const)('%s', async (_, make) => {
    expect(await outcome(make())).toBe('admitted');
  });
});

describe('refused', () => {
  test.each(cases.map((entry) => [entry.step, entry.promise, entry] as const))(
    '%s: %s',
    async (_, __, { make, code }) => {
      expect(await outcome(make())).toBe(code);
    },
  );
});

describe('a list with one step left out is noticed by a test of this file', () => {
  test.each(admissionSteps.map((step) => [step.name, step] as const))('%s', async (name, left) => {
    const steps = admissionSteps.filter((step) => step !== left);
    const own = cases.filter((entry) => entry.step === name);
    const results = await Promise.all(own.map(async ({ make, code }) => (await outcome(make(), steps)) === code));
    expect(own.length, 'every step has a test of its own').toBeGreaterThan(0);
    expect(results, 'some refusal no longer happens').toContain(false);
  });
});

test('bitcoin: inputs common to every transaction so far stay fixed', async () => {
  const intent = payment('bitcoin');
  const s = remember(paying(intent), intent, {
    family: 'bitcoin',
    fixed: [outpointOf(1), outpointOf(2)],
    inputs: [outpointOf(1), outpointOf(2)],
  });
  const draft = await draftOf(asking(s, { plan: btcPlan([coinOf(2), coinOf(3)], 'm/0/7/1/0') }));
  expect(draft.conflict).toMatchObject({ fixed: [outpointOf(2)] });
});

test('bitcoin: what is taken over from an ended intent stays in every transaction of the next, so only one of both is paid', async () => {
  expect((await draftOf(spending([1, 4]))).conflict).toMatchObject({ kept: [outpointOf(1)] });
  expect((await draftOf(spending([2, 3]))).conflict).not.toHaveProperty('kept');
  const intent = payment('bitcoin');
  const inputs = [outpointOf(1), outpointOf(4)];
  const again = spending([1, 5], intent, { family: 'bitcoin', fixed: inputs, inputs, kept: [outpointOf(1)] });
  again.state.bound.set(outpointOf(1), intent.id);
  expect((await draftOf(again)).conflict).toMatchObject({ fixed: [outpointOf(1)], kept: [outpointOf(1)] });
});

test('what another intent took while the hook was asked is seen', async () => {
  const s = paying();
  const callback = (): Promise<boolean> => {
    s.state.bound.set(laneOf(5), 'another intent');
    return Promise.resolve(true);
  };
  expect(await outcome({ ...s, callback })).toBe('conflict');
});

test('the digest to sign comes from the intent alone: no request field changes it', async () => {
  const intent = payment('evm');
  const one = await draftOf(paying(intent));
  const other = await draftOf(asking(paying(intent), { approvals: [...approved(intent)].reverse() }));
  expect(one.unsigned?.sighashes).toEqual(other.unsigned?.sighashes);
  expect(testChains.map(({ rpcUrl }) => rpcUrl)).toEqual(['', '']);
});
