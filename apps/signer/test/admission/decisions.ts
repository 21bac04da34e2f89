import { type Approval, type Intent, intentDigestHex, intentText } from '@holdfast/policy';
import { decide, decideOn, newMember, refuseWith } from '@holdfast/testkit/signer';
import { approved, paying, payment, people, type Scenario } from '../scenario.ts';
import { after, refusals } from './refusals.ts';

/** What is wrong with who asked and who decided. */
const { all: ofDecisions, refuses } = refusals();

export { ofDecisions };

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
  'an approval turned around from a refusal that says why': (intent) => {
    const { remark: _said, ...refusal } = refuseWith(intent, people.anna, 'wrong invoice');
    return altered(refusal, { decision: 'approve' });
  },
  'a refusal in other words than it was made': (intent) =>
    altered(refuseWith(intent, people.anna, 'wrong invoice'), { remark: 'right invoice' }),
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
      stops: 0,
      quotes: [],
      replaces: [],
      beside: [],
    });
  });
});
