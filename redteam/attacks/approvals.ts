import { type Approval, type Intent, intentDigestHex, policyHash } from '@holdfast/policy';
import { assert, type Ceremony, decide, decideOn, newMember, newPasskey } from '@holdfast/testkit/signer';
import { family } from '../attack.ts';
import type { Fixture } from '../fixture.ts';
import {
  type Ask,
  approvedBy,
  bookAsk,
  keygenAsk,
  nextPolicy,
  payAsk,
  payment,
  policyAsk,
  send,
  transferAsk,
} from '../requests.ts';

const votes = family('approvals forged, left out, or counted twice');
type Crew = Fixture['crew'];
type Name = keyof Crew;
const by =
  (...who: (readonly [Name, Approval['decision']])[]) =>
  (fixture: Fixture): Ask => {
    const intent = payment(fixture, 'evm');
    return transferAsk(
      fixture,
      intent,
      who.map(([name, decision]) => decide(intent, fixture.crew[name], decision)),
    );
  };
const omar = ['omar', 'initiate'] as const;
const yes = (name: Name) => [name, 'approve'] as const;

votes.control('desk and board have approved', by(omar, yes('adam'), yes('anna')));
votes.control('in another order', by(yes('anna'), yes('adam'), omar));
votes.refused('no approval at all', 'initiatorMissing', by());
votes.refused('the initiator left out', 'initiatorMissing', by(yes('adam'), yes('anna')));
votes.refused('the initiator alone', 'approvalsMissing', by(omar));
votes.refused('one of two', 'approvalsMissing', by(omar, yes('adam')));
votes.refused('one member twice', 'approvalsMissing', by(omar, yes('adam'), yes('adam')));
votes.refused('the board without the desk', 'approvalsMissing', by(omar, yes('olga')));
votes.refused('a viewer for a member', 'approvalsMissing', by(omar, yes('adam'), yes('vera')));
votes.refused('the operator approves his own', 'approvalsMissing', by(omar, yes('omar'), yes('adam')));
votes.refused('an operator for a member', 'approvalsMissing', by(omar, yes('adam'), yes('otto')));
votes.refused('a member who was removed', 'approvalInvalid', by(omar, yes('adam'), yes('rex')));
votes.refused(
  'a refusal among enough approvals',
  'refusedByMember',
  by(omar, yes('adam'), yes('anna'), ['olga', 'refuse']),
);
votes.refused('the initiator takes it back', 'refusedByMember', by(omar, yes('adam'), yes('anna'), ['omar', 'refuse']));
votes.refused(
  'statements of asking as approvals',
  'approvalsMissing',
  by(omar, ['adam', 'initiate'], ['anna', 'initiate']),
);
for (const [who, why] of [
  ['vera', 'a viewer'],
  ['otto', 'an operator of other sub-wallets'],
  ['anna', 'an approver'],
  ['rex', 'a removed member'],
] as const)
  votes.refused(`asked for by ${why}`, 'initiatorMissing', (fixture) => {
    const { crew } = fixture;
    const intent = payment(fixture, 'evm', { initiator: who });
    return transferAsk(fixture, intent, approvedBy(intent, crew[who], crew.adam, crew.olga, crew.anna));
  });
votes.refused('an admin who asks and approves', 'approvalsMissing', (fixture) => {
  const intent = payment(fixture, 'evm', { initiator: 'adam' });
  return transferAsk(fixture, intent, approvedBy(intent, fixture.crew.adam, fixture.crew.adam, fixture.crew.anna));
});

/** Instead of Anna's approval; Omar has asked and Adam approved. */
const forged: Record<string, (digest: string, crew: Crew) => Approval> = {
  'by another key': (digest) => decideOn(digest, newMember('anna', 'approver'), 'approve'),
  'by a key under her key’s name': (digest, { anna }) => ({
    ...decideOn(digest, newMember('anna', 'approver'), 'approve'),
    credential: anna.member.credentials[0]?.id ?? '',
  }),
  'by nobody of the policy': (digest) => decideOn(digest, newMember('eve', 'owner'), 'approve'),
  'turned around from a refusal': (digest, { anna }) => ({ ...decideOn(digest, anna, 'refuse'), decision: 'approve' }),
  'turned around from a refusal that says why': (digest, { anna }) => {
    const { remark: _said, ...refusal } = decideOn(digest, anna, 'refuse', { remark: 'wrong invoice' });
    return { ...refusal, decision: 'approve' };
  },
  'turned around from asking': (digest, { anna }) => ({ ...decideOn(digest, anna, 'initiate'), decision: 'approve' }),
  'handed from Adam to Anna': (digest, { adam }) => ({ ...decideOn(digest, adam, 'approve'), member: 'anna' }),
  'handed to Olga with her credential': (digest, { anna, olga }) => ({
    ...decideOn(digest, anna, 'approve'),
    member: 'olga',
    credential: olga.member.credentials[0]?.id ?? '',
  }),
  'with a signature of nothing': (digest, { anna }) => ({
    ...decideOn(digest, anna, 'approve'),
    proof: { type: 'device', signature: '00'.repeat(64) },
  }),
  'with another proof': (digest, { anna, gwen }) => ({
    ...decideOn(digest, anna, 'approve'),
    proof: assert(digest, 'gwen', gwen.passkey, 'approve').proof,
  }),
  'over another digest under this one': (digest, { anna }) => ({
    ...decideOn('12'.repeat(32), anna, 'approve'),
    intent: digest,
  }),
};
for (const [title, forge] of Object.entries(forged))
  for (const enough of [false, true])
    votes.refused(`an approval ${title}${enough ? ', beside enough good ones' : ''}`, 'approvalInvalid', (fixture) => {
      const intent = payment(fixture, 'evm');
      const { crew } = fixture;
      const good = enough ? [crew.adam, crew.anna] : [crew.adam];
      return transferAsk(fixture, intent, [
        ...approvedBy(intent, crew.omar, ...good),
        forge(intentDigestHex(intent), crew),
      ]);
    });
for (const [title, wrong] of Object.entries({
  'of no shape': {},
  'with a field more': { extra: '' },
  'with another decision': { decision: 'force' },
  'with a remark, which only a refusal has': { remark: 'fine' },
}))
  votes.refused(`an approval ${title}`, 'badIntent', (fixture) => {
    const ask = payAsk(fixture);
    return {
      ...ask,
      approvals: [...ask.approvals, title === 'of no shape' ? {} : { ...(ask.approvals[1] as object), ...wrong }],
    };
  });
votes.refused('two hundred and one approvals', 'badRequest', (fixture) => {
  const ask = payAsk(fixture);
  return { ...ask, approvals: Array.from({ length: 201 }, () => ask.approvals[0]) };
});

const passkeys = family('passkey statements made elsewhere');
const withGwen =
  (changes: Partial<Ceremony>, passkey = (crew: Crew) => crew.gwen.passkey) =>
  (fixture: Fixture): Ask => {
    const intent = payment(fixture, 'evm');
    const { crew } = fixture;
    const hers = assert(
      intentDigestHex(intent),
      'gwen',
      { ...passkey(crew), credential: crew.gwen.passkey.credential },
      'approve',
      changes,
    );
    return transferAsk(fixture, intent, [...approvedBy(intent, crew.omar, crew.adam), hers]);
  };
passkeys.control('by the passkey, at the signer’s origin', withGwen({}));
const assertions: Record<string, Partial<Ceremony>> = {
  'made on the console’s origin': { origin: 'http://localhost:7000' },
  'made on a look-alike origin': { origin: 'http://localhost:17001.example.org' },
  'for another relying party': { rpId: 'example.org' },
  'over another challenge': { challenge: new Uint8Array(32) },
  'of an enrolment': { type: 'webauthn.create' },
  'with nobody present': { flags: 0x04 },
  'with nobody verified': { flags: 0x01 },
  'in a foreign frame': { extra: { crossOrigin: true } },
  'under another page': { extra: { topOrigin: 'https://example.org' } },
};
for (const [title, changes] of Object.entries(assertions))
  passkeys.refused(title, 'approvalInvalid', withGwen(changes));
passkeys.refused(
  'by another passkey',
  'approvalInvalid',
  withGwen({}, () => newPasskey()),
);

const replays = family('approvals replayed in another context');
const contexts: Record<string, (fixture: Fixture) => Ask> = {
  'a payment': (fixture) => payAsk(fixture),
  'a bitcoin payment': (fixture) => payAsk(fixture, 'bitcoin'),
  'a policy change': (fixture) => policyAsk(fixture, nextPolicy(fixture, { book: { mode: 'off', coolingHours: '0' } })),
  'an address book change': (fixture) => bookAsk(fixture),
  'a key ceremony': (fixture) => keygenAsk(fixture),
};
replays.control('a payment with its own', contexts['a payment'] ?? payAsk);
replays.control('a key ceremony with its own', contexts['a key ceremony'] ?? keygenAsk);
for (const [from, source] of Object.entries(contexts))
  for (const [to, target] of Object.entries(contexts)) {
    const same = from === to ? ', another one' : '';
    replays.refused(`from ${from} to ${to}${same}`, 'initiatorMissing', (fixture) => ({
      ...target(fixture),
      approvals: source(fixture).approvals,
    }));
    replays.refused(`from ${from} to ${to}${same}, asked for anew`, 'approvalInvalid', (fixture) => {
      const ask = target(fixture);
      return { ...ask, approvals: [ask.approvals[0], ...source(fixture).approvals.slice(1)] };
    });
  }
replays.refused('the proof of the first policy for a policy change', 'approvalInvalid', (fixture) => {
  const ask = policyAsk(fixture, nextPolicy(fixture, { senior: [] }));
  const proof = decideOn(policyHash(fixture.policy), fixture.crew.olga, 'approve');
  return { ...ask, approvals: [...ask.approvals, proof] };
});
/** Every kind of request at the method of every other: what members approved as one thing must not act as another. */
const methods = {
  transfer: 'a payment',
  policy: 'a policy change',
  book: 'an address book change',
  keygen: 'a key ceremony',
} as const;
for (const [kind, name] of Object.entries(methods))
  for (const [method, other] of Object.entries(methods))
    if (kind !== method) {
      const code = method === 'transfer' ? ['unknownKey'] : ['kindNotAllowed', 'badRequest'];
      replays.play(`${name} handed in as ${other}`, code, async (fixture) => {
        const ask = contexts[name]?.(fixture) ?? payAsk(fixture);
        const filler = { plan: {}, parties: ['1', '2'], attached: '{}' };
        return send(fixture, { ...filler, ...ask }, method as Intent['kind']);
      });
    }
replays.refused(
  'a ceremony that was approved by the keys’ flow, as a policy change of the same body',
  'kindNotAllowed',
  (fixture) => {
    const wanted = policyAsk(fixture, nextPolicy(fixture, { senior: [] }));
    const intent: Intent = { ...wanted.intent, kind: 'keygen' };
    const { olga, adam, anna } = fixture.crew;
    return { ...wanted, intent, approvals: approvedBy(intent, olga, adam, anna) };
  },
);

export const approvalAttacks = [...votes.attacks, ...passkeys.attacks, ...replays.attacks];
