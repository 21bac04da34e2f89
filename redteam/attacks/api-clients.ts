import { signatureBase } from '@holdfast/contract';
import { type Approval, intentDigestHex, type PolicyDocument } from '@holdfast/policy';
import { signWithSecret } from '@holdfast/review/keyfile';
import { decide, decideOn, newMember } from '@holdfast/testkit/signer';
import { family } from '../attack.ts';
import type { Fixture } from '../fixture.ts';
import { type Ask, nextPolicy, payment, policyAsk, transferAsk } from '../requests.ts';

/** API clients ask and decide nothing: the server speaks in their name, makes some up, or lets one do more. */

type Member = PolicyDocument['members'][number];
type Change = (policy: PolicyDocument) => Partial<PolicyDocument>;

const asked = family('an API client’s payment is made up');
/** Pia's payment with these statements, beside what desk and board approve. */
function pays(fixture: Fixture, ...statements: ((digest: string) => Approval)[]): Ask {
  const intent = payment(fixture, 'evm', { initiator: 'pia' });
  const { adam, anna } = fixture.crew;
  const agreed = [adam, anna].map((member) => decide(intent, member, 'approve'));
  return transferAsk(fixture, intent, [...statements.map((say) => say(intentDigestHex(intent))), ...agreed]);
}
asked.control('the API client asks, desk and board approve', (fixture) =>
  pays(fixture, (digest) => decideOn(digest, fixture.apiClients.pia, 'initiate')),
);
asked.refused('it has not asked', 'initiatorMissing', (fixture) => pays(fixture));
asked.refused('it asks by a key that the server made', 'initiatorMissing', (fixture) =>
  pays(fixture, (digest) => decideOn(digest, newMember('pia', 'api'), 'initiate')),
);
asked.refused('it asks by a key that the server made, under its key’s name', 'initiatorMissing', (fixture) =>
  pays(fixture, (digest) => ({
    ...decideOn(digest, newMember('pia', 'api'), 'initiate'),
    credential: fixture.apiClients.pia.member.credentials[0]?.id ?? '',
  })),
);
asked.refused('a request that it signed to the server stands for its asking', 'initiatorMissing', (fixture) =>
  pays(fixture, (digest) => {
    const base = signatureBase(
      { method: 'POST', targetUri: 'http://localhost:8700/api/mpc/sub_wallet/withdraw', contentDigest: '' },
      { created: 1_763_700_000, nonce: digest.slice(0, 32), keyId: 'p-0000000000000001', hasBody: false },
    );
    const proof = signWithSecret(fixture.apiClients.pia.secret, Buffer.from(base));
    return { ...decideOn(digest, fixture.apiClients.pia, 'initiate'), proof };
  }),
);
asked.refused('what it asked for before stands for this', 'initiatorMissing', (fixture) =>
  pays(fixture, (digest) => ({ ...decideOn('12'.repeat(32), fixture.apiClients.pia, 'initiate'), intent: digest })),
);
asked.refused('it approves instead of asking', 'approvalsMissing', (fixture) =>
  pays(fixture, (digest) => decideOn(digest, fixture.apiClients.pia, 'approve')),
);
asked.refused('it asks and approves for a member', 'approvalsMissing', (fixture) => {
  const intent = payment(fixture, 'evm', { initiator: 'pia' });
  const { pia } = fixture.apiClients;
  const said = [decide(intent, pia, 'initiate'), decide(intent, pia, 'approve')];
  return transferAsk(fixture, intent, [...said, decide(intent, fixture.crew.adam, 'approve')]);
});
asked.refused('it approves what a member asked for', 'approvalsMissing', (fixture) => {
  const intent = payment(fixture, 'evm');
  const { omar, adam } = fixture.crew;
  const said = [decide(intent, omar, 'initiate'), decide(intent, adam, 'approve')];
  return transferAsk(fixture, intent, [...said, decide(intent, fixture.apiClients.pia, 'approve')]);
});
asked.refused('an API client that was switched off asks', 'initiatorMissing', (fixture) => {
  const intent = payment(fixture, 'evm', { initiator: 'off' });
  const { adam, anna } = fixture.crew;
  const agreed = [adam, anna].map((member) => decide(intent, member, 'approve'));
  return transferAsk(fixture, intent, [decide(intent, fixture.apiClients.off, 'initiate'), ...agreed]);
});

const made = family('an API client is added, changed or let do more without its flow');
const bot: Member = { ...newMember('bot', 'api').member, keyHolder: 'no' };
const edit =
  (id: string, to: (one: Member) => Partial<Member>): Change =>
  ({ members }) => ({ members: members.map((one) => (one.id === id ? { ...one, ...to(one) } : one)) });
const added: Change = ({ members }) => ({ members: [...members, bot] });
/** Olga asks; who approves is said. */
function change(fixture: Fixture, to: Change, ...approving: ('adam' | 'anna')[]): Ask {
  const ask = policyAsk(fixture, nextPolicy(fixture, to(fixture.policy)));
  const agreed = approving.map((name) => decide(ask.intent, fixture.crew[name], 'approve'));
  return { ...ask, approvals: [decide(ask.intent, fixture.crew.olga, 'initiate'), ...agreed] };
}
made.control('one is added by the flow about API clients', (fixture) => change(fixture, added, 'anna'), true);
made.control(
  'one is switched off by whoever asks',
  (fixture) =>
    change(
      fixture,
      edit('pia', () => ({ status: 'removed' })),
    ),
  true,
);
made.control(
  'one is switched on again by the flow about API clients',
  (fixture) =>
    change(
      fixture,
      edit('off', () => ({ status: 'active' })),
      'anna',
    ),
  true,
);
made.refused('the server adds one by itself', 'initiatorMissing', (fixture) => ({
  ...change(fixture, added),
  approvals: [],
}));
made.refused('one is added by whoever asks', 'approvalsMissing', (fixture) => change(fixture, added));
made.refused('one is added by a member who does not decide about API clients', 'approvalsMissing', (fixture) =>
  change(fixture, added, 'adam'),
);
made.refused('one is switched on again by whoever asks', 'approvalsMissing', (fixture) =>
  change(
    fixture,
    edit('off', () => ({ status: 'active' })),
  ),
);
made.refused('one comes back with the server’s key', 'approvalsMissing', (fixture) =>
  change(
    fixture,
    edit('off', () => ({ status: 'active', credentials: bot.credentials })),
    'anna',
  ),
);
made.refused('a person who was taken out comes back as one', 'badPolicyChange', (fixture) =>
  change(
    fixture,
    edit('rex', () => ({ status: 'active', role: 'api', keyHolder: 'no' })),
    'anna',
    'adam',
  ),
);
made.refused('one gets the server’s key, without accepting it', 'approvalsMissing', (fixture) =>
  change(
    fixture,
    edit('pia', () => ({ credentials: bot.credentials })),
    'anna',
  ),
);
for (const role of ['owner', 'approver', 'viewer'] as const)
  made.refused(`one becomes ${role} by the flow about API clients alone`, 'approvalsMissing', (fixture) =>
    change(
      fixture,
      edit('pia', () => ({ role })),
      'anna',
    ),
  );
made.refused('a person becomes one by the flow about API clients alone', 'approvalsMissing', (fixture) =>
  change(
    fixture,
    edit('vera', () => ({ role: 'api', keyHolder: 'no' })),
    'anna',
  ),
);
made.refused('a person is added beside one, by the flow about API clients alone', 'approvalsMissing', (fixture) =>
  change(
    fixture,
    ({ members }) => ({ members: [...members, bot, { ...newMember('mal', 'owner').member, keyHolder: 'no' }] }),
    'anna',
  ),
);
made.refused(
  'a person’s rights change beside an API client’s, by the flow about API clients alone',
  'approvalsMissing',
  (fixture) =>
    change(
      fixture,
      ({ members }) => ({
        members: members.map((one) =>
          one.id === 'vera' ? { ...one, role: 'admin' } : one.id === 'pia' ? { ...one, name: 'Pia the second' } : one,
        ),
      }),
      'anna',
    ),
);
made.refused(
  'people change their order beside an API client’s change, by the flow about API clients alone',
  'approvalsMissing',
  (fixture) => change(fixture, ({ members }) => ({ members: [...members].reverse().concat(bot) }), 'anna'),
);
made.refused('an API client asks for another', 'initiatorMissing', (fixture) => {
  const ask = policyAsk(fixture, nextPolicy(fixture, added(fixture.policy)), { initiator: 'pia' });
  const agreed = decide(ask.intent, fixture.crew.anna, 'approve');
  return { ...ask, approvals: [decide(ask.intent, fixture.apiClients.pia, 'initiate'), agreed] };
});
made.refused('an API client stands in a flow, approved by all', 'badPolicyChange', (fixture) =>
  change(
    fixture,
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

export const apiClientAttacks = [...asked.attacks, ...made.attacks];
