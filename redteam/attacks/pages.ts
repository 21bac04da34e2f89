import { type Approval, type Intent, intentDigestHex, type PolicyDocument } from '@holdfast/policy';
import { assert, type Ceremony, decide } from '@holdfast/testkit/signer';
import { family } from '../attack.ts';
import type { Fixture } from '../fixture.ts';
import { type Ask, approvedBy, nextPolicy, payment, policyAsk, transferAsk } from '../requests.ts';

/**
 * One signer has failed: its page shows what the members want to see, and has them approve something else. A server that leads everybody there collects
 * whatever it likes, but for flows that ask for pages of different signers. Sub-wallet 13 has one: two of Gwen, Gita and Adam.
 */
const pages = family('one signer’s page collects all the approvals');
const [lying, honest] = ['http://localhost:17001', 'http://localhost:17002'];
const wallet = '13';

type Voter = 'gwen' | 'gita';
type Vote = (intent: Intent, fixture: Fixture) => Approval;
const on =
  (who: Voter, origin: string, changes: Partial<Ceremony> = {}) =>
  (intent: Intent, { crew }: Fixture): Approval =>
    assert(intentDigestHex(intent), who, crew[who].passkey, 'approve', { origin, ...changes });
const byDevice =
  (who: 'adam') =>
  (intent: Intent, { crew }: Fixture): Approval =>
    decide(intent, crew[who], 'approve');
const paid =
  (...votes: readonly Vote[]) =>
  (fixture: Fixture): Ask => {
    const intent = payment(fixture, 'evm', { wallet, path: `m/60/${wallet}/0/0` });
    const asked = decide(intent, fixture.crew.omar, 'initiate');
    return transferAsk(fixture, intent, [asked, ...votes.map((vote) => vote(intent, fixture))]);
  };

pages.control('two members, on the pages of two signers', paid(on('gwen', lying), on('gita', honest)));
pages.control(
  'two members on one page, and one of them once more on the other',
  paid(on('gwen', lying), on('gita', lying), on('gwen', honest)),
);
pages.control('two pages, and a device key beside them', paid(on('gwen', honest), byDevice('adam'), on('gita', lying)));

const collected: Record<string, readonly Vote[]> = {
  'both members led to it': [on('gwen', lying), on('gita', lying)],
  'both members led to the other one': [on('gwen', honest), on('gita', honest)],
  'a third who signs in a terminal, or on the same page with the same key': [on('gwen', lying), byDevice('adam')],
  'all three': [on('gwen', lying), on('gita', lying), byDevice('adam')],
  'one member on both pages, and no other': [on('gwen', lying), on('gwen', honest)],
};
for (const [title, votes] of Object.entries(collected)) pages.refused(title, 'approvalsMissing', paid(...votes));

const spoofed: Record<string, Partial<Ceremony>> = {
  'an origin that nobody’s passkey has': { origin: 'http://localhost:17003' },
  'the honest origin with a slash': { origin: `${honest}/` },
  'the honest origin with another scheme': { origin: 'https://localhost:17002' },
  'the honest origin in capitals': { origin: 'http://LOCALHOST:17002' },
  'the honest origin in a frame': { origin: honest, extra: { topOrigin: lying } },
};
for (const [title, changes] of Object.entries(spoofed))
  pages.refused(`${title}, as the second page`, 'approvalInvalid', paid(on('gwen', lying), on('gita', lying, changes)));
pages.refused('the origin exchanged after it was signed', 'approvalInvalid', (fixture) => {
  const ask = paid(on('gwen', lying), on('gita', lying))(fixture);
  const [asked, first, second] = ask.approvals as Approval[];
  if (!asked || !first || second?.proof.type !== 'passkey') throw new Error('three statements');
  const client = Buffer.from(second.proof.clientDataJSON, 'base64url').toString().replace(lying, honest);
  const proof = { ...second.proof, clientDataJSON: Buffer.from(client).toString('base64url') };
  return { ...ask, approvals: [asked, first, { ...second, proof }] };
});
/** The demand itself, taken away by whoever is not all it takes. */
const loosened = ({ strategies }: PolicyDocument) => strategies.map(({ pages: _, ...rest }) => rest);
pages.refused('the demand dropped by one admin, as what may be instant', 'approvalsMissing', (fixture) => {
  const { policy, crew } = fixture;
  const ask = policyAsk(fixture, nextPolicy(fixture, { strategies: loosened(policy) }), { initiator: 'adam' });
  return { ...ask, approvals: approvedBy(ask.intent, crew.adam) };
});
pages.refused('the demand where all passkeys answer on one page only', 'badPolicyChange', (fixture) => {
  const members = fixture.policy.members.map((member) => ({
    ...member,
    credentials: member.credentials.map((one) => (one.type === 'passkey' ? { ...one, origins: [lying] } : one)),
  }));
  const ask = policyAsk(fixture, nextPolicy(fixture, { members }));
  const accepted = [on('gwen', honest), on('gita', lying)].map((vote) => vote(ask.intent, fixture));
  return { ...ask, approvals: [...ask.approvals, ...accepted] };
});

export const pageAttacks = pages.attacks;
