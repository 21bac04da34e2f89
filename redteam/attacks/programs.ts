import { signatureBase } from '@holdfast/contract';
import { type Approval, intentDigestHex, type PolicyDocument } from '@holdfast/policy';
import { signWithSecret } from '@holdfast/review/keyfile';
import { decide, decideOn, newMember } from '@holdfast/testkit/signer';
import { family } from '../attack.ts';
import type { House } from '../house.ts';
import { type Ask, nextPolicy, payment, policyAsk, transferAsk } from '../requests.ts';

/** Programs ask and decide nothing: the server speaks in their name, makes some up, or lets one do more. */

type Member = PolicyDocument['members'][number];
type Change = (policy: PolicyDocument) => Partial<PolicyDocument>;

const asked = family('a program’s payment is made up');
/** Pia's payment with these statements, beside what desk and board approve. */
function pays(house: House, ...statements: ((digest: string) => Approval)[]): Ask {
  const intent = payment(house, 'evm', { initiator: 'pia' });
  const { adam, anna } = house.crew;
  const agreed = [adam, anna].map((member) => decide(intent, member, 'approve'));
  return transferAsk(house, intent, [...statements.map((say) => say(intentDigestHex(intent))), ...agreed]);
}
asked.control('the program asks, desk and board approve', (house) =>
  pays(house, (digest) => decideOn(digest, house.programs.pia, 'initiate')),
);
asked.refused('it has not asked', 'initiatorMissing', (house) => pays(house));
asked.refused('it asks by a key that the server made', 'initiatorMissing', (house) =>
  pays(house, (digest) => decideOn(digest, newMember('pia', 'api'), 'initiate')),
);
asked.refused('it asks by a key that the server made, under its key’s name', 'initiatorMissing', (house) =>
  pays(house, (digest) => ({
    ...decideOn(digest, newMember('pia', 'api'), 'initiate'),
    credential: house.programs.pia.member.credentials[0]?.id ?? '',
  })),
);
asked.refused('a request that it signed to the server stands for its asking', 'initiatorMissing', (house) =>
  pays(house, (digest) => {
    const base = signatureBase(
      { method: 'POST', targetUri: 'http://localhost:8700/api/mpc/sub_wallet/withdraw', contentDigest: '' },
      { created: 1_763_700_000, nonce: digest.slice(0, 32), keyId: 'p-0000000000000001', hasBody: false },
    );
    const proof = signWithSecret(house.programs.pia.secret, Buffer.from(base));
    return { ...decideOn(digest, house.programs.pia, 'initiate'), proof };
  }),
);
asked.refused('what it asked for before stands for this', 'initiatorMissing', (house) =>
  pays(house, (digest) => ({ ...decideOn('12'.repeat(32), house.programs.pia, 'initiate'), intent: digest })),
);
asked.refused('it approves instead of asking', 'approvalsMissing', (house) =>
  pays(house, (digest) => decideOn(digest, house.programs.pia, 'approve')),
);
asked.refused('it asks and approves for a member', 'approvalsMissing', (house) => {
  const intent = payment(house, 'evm', { initiator: 'pia' });
  const { pia } = house.programs;
  const said = [decide(intent, pia, 'initiate'), decide(intent, pia, 'approve')];
  return transferAsk(house, intent, [...said, decide(intent, house.crew.adam, 'approve')]);
});
asked.refused('it approves what a member asked for', 'approvalsMissing', (house) => {
  const intent = payment(house, 'evm');
  const { omar, adam } = house.crew;
  const said = [decide(intent, omar, 'initiate'), decide(intent, adam, 'approve')];
  return transferAsk(house, intent, [...said, decide(intent, house.programs.pia, 'approve')]);
});
asked.refused('a program that was switched off asks', 'initiatorMissing', (house) => {
  const intent = payment(house, 'evm', { initiator: 'off' });
  const { adam, anna } = house.crew;
  const agreed = [adam, anna].map((member) => decide(intent, member, 'approve'));
  return transferAsk(house, intent, [decide(intent, house.programs.off, 'initiate'), ...agreed]);
});

const made = family('a program is added, changed or let do more without its flow');
const bot: Member = { ...newMember('bot', 'api').member, keyHolder: 'no' };
const edit =
  (id: string, to: (one: Member) => Partial<Member>): Change =>
  ({ members }) => ({ members: members.map((one) => (one.id === id ? { ...one, ...to(one) } : one)) });
const added: Change = ({ members }) => ({ members: [...members, bot] });
/** Olga asks; who approves is said. */
function change(house: House, to: Change, ...approving: ('adam' | 'anna')[]): Ask {
  const ask = policyAsk(house, nextPolicy(house, to(house.policy)));
  const agreed = approving.map((name) => decide(ask.intent, house.crew[name], 'approve'));
  return { ...ask, approvals: [decide(ask.intent, house.crew.olga, 'initiate'), ...agreed] };
}
made.control('one is added by the flow about programs', (house) => change(house, added, 'anna'), true);
made.control(
  'one is switched off by whoever asks',
  (house) =>
    change(
      house,
      edit('pia', () => ({ status: 'removed' })),
    ),
  true,
);
made.control(
  'one is switched on again by the flow about programs',
  (house) =>
    change(
      house,
      edit('off', () => ({ status: 'active' })),
      'anna',
    ),
  true,
);
made.refused('the server adds one by itself', 'initiatorMissing', (house) => ({
  ...change(house, added),
  approvals: [],
}));
made.refused('one is added by whoever asks', 'approvalsMissing', (house) => change(house, added));
made.refused('one is added by a member who does not decide about programs', 'approvalsMissing', (house) =>
  change(house, added, 'adam'),
);
made.refused('one is switched on again by whoever asks', 'approvalsMissing', (house) =>
  change(
    house,
    edit('off', () => ({ status: 'active' })),
  ),
);
made.refused('one comes back with the server’s key', 'approvalsMissing', (house) =>
  change(
    house,
    edit('off', () => ({ status: 'active', credentials: bot.credentials })),
    'anna',
  ),
);
made.refused('a person who was taken out comes back as one', 'badPolicyChange', (house) =>
  change(
    house,
    edit('rex', () => ({ status: 'active', role: 'api', keyHolder: 'no' })),
    'anna',
    'adam',
  ),
);
made.refused('one gets the server’s key, without accepting it', 'approvalsMissing', (house) =>
  change(
    house,
    edit('pia', () => ({ credentials: bot.credentials })),
    'anna',
  ),
);
for (const role of ['owner', 'approver', 'viewer'] as const)
  made.refused(`one becomes ${role} by the flow about programs alone`, 'approvalsMissing', (house) =>
    change(
      house,
      edit('pia', () => ({ role })),
      'anna',
    ),
  );
made.refused('a person becomes one by the flow about programs alone', 'approvalsMissing', (house) =>
  change(
    house,
    edit('vera', () => ({ role: 'api', keyHolder: 'no' })),
    'anna',
  ),
);
made.refused('a person is added beside one, by the flow about programs alone', 'approvalsMissing', (house) =>
  change(
    house,
    ({ members }) => ({ members: [...members, bot, { ...newMember('mal', 'owner').member, keyHolder: 'no' }] }),
    'anna',
  ),
);
made.refused(
  'a person’s rights change beside a program’s, by the flow about programs alone',
  'approvalsMissing',
  (house) =>
    change(
      house,
      ({ members }) => ({
        members: members.map((one) =>
          one.id === 'vera' ? { ...one, role: 'admin' } : one.id === 'pia' ? { ...one, name: 'Pia the second' } : one,
        ),
      }),
      'anna',
    ),
);
made.refused(
  'people change their order beside a program’s change, by the flow about programs alone',
  'approvalsMissing',
  (house) => change(house, ({ members }) => ({ members: [...members].reverse().concat(bot) }), 'anna'),
);
made.refused('a program asks for another', 'initiatorMissing', (house) => {
  const ask = policyAsk(house, nextPolicy(house, added(house.policy)), { initiator: 'pia' });
  const agreed = decide(ask.intent, house.crew.anna, 'approve');
  return { ...ask, approvals: [decide(ask.intent, house.programs.pia, 'initiate'), agreed] };
});
made.refused('a program stands in a flow, approved by all', 'badPolicyChange', (house) =>
  change(
    house,
    ({ strategies }) => ({
      strategies: strategies.map((one) => ({
        ...one,
        nodes: [{ kind: 'sign' as const, name: 'x', approvers: ['pia'], threshold: '1' }],
      })),
    }),
    'adam',
    'anna',
  ),
);

export const programAttacks = [...asked.attacks, ...made.attacks];
