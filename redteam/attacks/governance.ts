import { randomUUID } from 'node:crypto';
import { type BookChange, type PolicyDocument, policyText } from '@holdfast/policy';
import { ask, btcPayee, call, evmPayee, genesisBody, newMember, otherEvmPayee } from '@holdfast/testkit/signer';
import { family } from '../attack.ts';
import { entries, type Fixture } from '../fixture.ts';
import { type Ask, approvedBy, bookAsk, codeOf, keygenAsk, nextPolicy, policyAsk, send, textOf } from '../requests.ts';

const policies = family('the policy is changed without its flow');
policies.control(
  'a change that desk and board approved',
  (fixture) => policyAsk(fixture, nextPolicy(fixture, { senior: [] })),
  true,
);
/** Approved by all it takes, and told to the signers each by itself: two such changes would leave them under different rules. */
const alone = (fixture: Fixture, request: Ask, standings: readonly unknown[]): Promise<string[]> =>
  Promise.all(
    fixture.pair.places.map(async (place) => {
      const { attached: document, approvals } = request;
      const params = { intent: textOf(request), document, approvals, standings };
      return codeOf(await call(fixture.pair, place, 'policy.apply', params));
    }),
  );
policies.play('a change of which the other signer was not asked', 'notAgreed', (fixture) =>
  alone(fixture, policyAsk(fixture, nextPolicy(fixture, { senior: [] })), []),
);
policies.play('a change for which the other signer’s word is forged', 'notAgreed', (fixture) => {
  const said = fixture.pair.places.map(({ id }) => ({
    signer: id,
    at: Date.now() + fixture.pair.now,
    signature: '00'.repeat(64),
  }));
  return alone(fixture, policyAsk(fixture, nextPolicy(fixture, { senior: [] })), said);
});

type Change = (policy: PolicyDocument) => Partial<PolicyDocument>;
const eve = newMember('eve', 'owner');
const nodes: Change = ({ strategies }) => ({
  strategies: strategies.map((one) => ({ ...one, nodes: one.nodes.slice(1) })),
});
/** What an attacker would like: each must need desk and board. */
const wishes: Record<string, Change> = {
  'lower threshold': ({ strategies }) => ({
    strategies: strategies.map((one) => ({ ...one, nodes: one.nodes.map((node) => ({ ...node, threshold: '1' })) })),
  }),
  'a node less': nodes,
  'an owner more': ({ members }) => ({ members: [...members, { ...eve.member, keyHolder: 'no' as const }] }),
  'a key more for a member': ({ members }) => ({
    members: members.map((one) =>
      one.id === 'anna' ? { ...one, credentials: [...one.credentials, ...eve.member.credentials] } : one,
    ),
  }),
  'a member’s key exchanged': ({ members }) => ({
    members: members.map((one) => (one.id === 'anna' ? { ...one, credentials: eve.member.credentials } : one)),
  }),
  'a viewer made admin': ({ members }) => ({
    members: members.map((one) => (one.id === 'vera' ? { ...one, role: 'admin' as const } : one)),
  }),
  'the address book off': () => ({ book: { mode: 'off', coolingHours: '24' } }),
  'no cooling period': () => ({ book: { mode: 'on', coolingHours: '0' } }),
  'signature protection off': ({ strategies }) => ({
    strategies: strategies.map((one) => ({ ...one, signProtection: 'off' as const })),
  }),
  'no rule that refuses': ({ senior }) => ({ senior: senior.filter(({ action }) => action !== 'refuse') }),
  'a rule that lets all pass': ({ senior }) => ({
    senior: senior.map((one) =>
      one.action === 'pass'
        ? { ...one, when: { ...one.when, amount: { ...one.when.amount, upTo: '9'.repeat(20) } } }
        : one,
    ),
  }),
  'the flow for keys gone': ({ workspace }) => ({ workspace: workspace.slice(1) }),
};
/** The flow for the address book asks for one approval. */
const ofTheBook = new Set(['the address book off', 'no cooling period']);
for (const [wish, change] of Object.entries(wishes)) {
  const next = (fixture: Fixture) => nextPolicy(fixture, change(fixture.policy));
  policies.refused(`${wish}: asked for, approved by nobody`, 'approvalsMissing', (fixture) => {
    const whole = policyAsk(fixture, next(fixture));
    return { ...whole, approvals: whole.approvals.slice(0, 1) };
  });
  if (!ofTheBook.has(wish))
    policies.refused(`${wish}: with one approval only`, 'approvalsMissing', (fixture) => {
      const whole = policyAsk(fixture, next(fixture));
      return { ...whole, approvals: whole.approvals.slice(0, 2) };
    });
  policies.refused(`${wish}: under the approvals of another change`, 'bodyMismatch', (fixture) => ({
    ...policyAsk(fixture, nextPolicy(fixture, { senior: [] })),
    attached: policyText(next(fixture)),
  }));
}

/** Unsound, though everybody approved. */
const unsound: Record<string, Change> = {
  'a version left out': () => ({ version: '3' }),
  'the version in force again': () => ({ version: '1' }),
  'another previous version': () => ({ prev: '77'.repeat(32) }),
  'no previous version': () => ({ prev: '' }),
  'another policy': () => ({ id: 'other' }),
  'a signer exchanged': ({ signers }) => ({
    signers: signers.map((one, i) => (i === 0 ? { ...one, identity: '33'.repeat(32) } : one)),
  }),
  'a signer more': ({ signers }) => ({
    signers: [
      ...signers,
      { id: '4', name: 'Four', identity: '33'.repeat(32), channel: '44'.repeat(32), origin: 'http://localhost:17004' },
    ],
  }),
  'a flow nobody can satisfy': ({ strategies }) => ({
    strategies: strategies.map((one) => ({
      ...one,
      nodes: [{ kind: 'sign' as const, name: 'x', approvers: ['anna'], threshold: '2' }],
    })),
  }),
  'two members of one key': ({ members }) => ({
    members: members.map((one) =>
      one.id === 'anna' ? { ...one, credentials: members.find(({ id }) => id === 'adam')?.credentials ?? [] } : one,
    ),
  }),
  'no owner': ({ members }) => ({
    members: members.map((one) => (one.role === 'owner' ? { ...one, role: 'admin' as const } : one)),
  }),
  'no default strategy': ({ strategies }) => ({ strategies: strategies.map((one) => ({ ...one, wallet: '7' })) }),
};
for (const [title, change] of Object.entries(unsound))
  policies.refused(`${title}, approved by all`, 'badPolicyChange', (fixture) =>
    policyAsk(fixture, nextPolicy(fixture, change(fixture.policy))),
  );
policies.refused('a document of another installation', 'otherDeployment', (fixture) =>
  policyAsk(fixture, nextPolicy(fixture, { deployment: '99'.repeat(32) })),
);
policies.refused('no document', 'badRequest', (fixture) => {
  const { attached: _, ...rest } = policyAsk(fixture, nextPolicy(fixture));
  return rest;
});
policies.refused('a document with white space', 'bodyMismatch', (fixture) => {
  const whole = policyAsk(fixture, nextPolicy(fixture, { senior: [] }));
  return { ...whole, attached: JSON.stringify(JSON.parse(whole.attached ?? ''), null, 1) };
});
policies.refused('asked for by an operator', 'initiatorMissing', (fixture) => {
  const { omar, adam, anna } = fixture.crew;
  const whole = policyAsk(fixture, nextPolicy(fixture, { senior: [] }), { initiator: 'omar' });
  return { ...whole, approvals: approvedBy(whole.intent, omar, adam, anna) };
});
policies.play(
  'an older version after a newer',
  'policyStale',
  async (fixture) => {
    const first = policyAsk(fixture, nextPolicy(fixture, { senior: [] }));
    const rival = policyAsk(fixture, nextPolicy(fixture, { book: { mode: 'off', coolingHours: '24' } }));
    await send(fixture, first);
    return send(fixture, rival);
  },
  { alone: true },
);
policies.play('the first policy once more', 'alreadyInitialised', async (fixture) => {
  const other = { ...fixture.policy, members: [...fixture.policy.members, eve.member] };
  const body = genesisBody(other, eve);
  return Promise.all(
    fixture.pair.places.map(async (place) => codeOf((await ask(place, 'POST', '/api/genesis', body)).body)),
  );
});
policies.play('the first policy without the set-up code', 'badSetupCode', async (fixture) => {
  const body = genesisBody(fixture.policy, fixture.crew.olga, 'NONE-NONE-NONE-NONE');
  return Promise.all(
    fixture.pair.places.map(async (place) => codeOf((await ask(place, 'POST', '/api/genesis', body)).body)),
  );
});

const books = family('the address book is changed without its flow');
books.control('a change that was approved', (fixture) => bookAsk(fixture), true);
books.refused('an entry approved by nobody', 'approvalsMissing', (fixture) => {
  const whole = bookAsk(fixture);
  return { ...whole, approvals: whole.approvals.slice(0, 1) };
});
books.refused('under the approvals of another change', 'bodyMismatch', (fixture) => {
  const evil = bookAsk(fixture, {
    add: [{ chains: ['evm:31337'], address: otherEvmPayee, memo: 'evil', assets: [], label: 'x' }],
  });
  return { ...bookAsk(fixture), ...(evil.attached === undefined ? {} : { attached: evil.attached }) };
});
const badBooks: Record<string, [string, Partial<BookChange>]> = {
  'a change that does not follow': ['badBookChange', { prev: '77'.repeat(32) }],
  'a change from the beginning': ['badBookChange', { prev: '' }],
  'an entry twice': [
    'badBookChange',
    { add: [{ chains: ['evm:31337'], address: evmPayee, memo: '', assets: [], label: 'Twice' }] },
  ],
  'a bitcoin payee twice': [
    'badBookChange',
    { add: [{ chains: ['bitcoin:regtest'], address: btcPayee, memo: '', assets: [], label: 'Twice' }] },
  ],
  'an entry taken out that is none': ['badBookChange', { add: [], remove: ['77'.repeat(32)] }],
  'of another installation': ['otherDeployment', { deployment: '99'.repeat(32) }],
  'a change of nothing': ['bodyMismatch', { add: [] }],
};
for (const [title, [code, change]] of Object.entries(badBooks))
  books.refused(title, code, (fixture) => bookAsk(fixture, change));
books.refused('asked for by an approver', 'initiatorMissing', (fixture) => {
  const { anna, adam } = fixture.crew;
  const whole = bookAsk(fixture, { remove: [entries.warm] }, { initiator: 'anna' });
  return { ...whole, approvals: approvedBy(whole.intent, anna, adam) };
});

const keys = family('keys are made or taken without their flow');
keys.control('a ceremony that was approved', (fixture) => keygenAsk(fixture));
keys.refused('approved by nobody', 'approvalsMissing', (fixture) => {
  const whole = keygenAsk(fixture);
  return { ...whole, approvals: whole.approvals.slice(0, 1) };
});
keys.refused('the approved ceremony with another recovery party', 'bodyMismatch', (fixture) => {
  const other = keygenAsk(fixture, { recovery: { identity: '33'.repeat(32), channel: '44'.repeat(32) } });
  return { ...keygenAsk(fixture), ...(other.attached === undefined ? {} : { attached: other.attached }) };
});
keys.refused('a request of another installation', 'otherDeployment', (fixture) =>
  keygenAsk(fixture, { deployment: '99'.repeat(32) }),
);
keys.refused('a ceremony that is over', 'ceremonyState', (fixture) =>
  keygenAsk(fixture, { ceremony: fixture.ceremony.ceremony }),
);
keys.refused('asked for by an operator', 'initiatorMissing', (fixture) => {
  const { omar, adam } = fixture.crew;
  const whole = keygenAsk(fixture, {}, { initiator: 'omar' });
  return { ...whole, approvals: approvedBy(whole.intent, omar, adam) };
});
keys.refused('after its end', 'expired', (fixture) => {
  const past = Date.now() + fixture.pair.now - 7_200_000;
  return keygenAsk(fixture, {}, { created: String(past), notBefore: String(past), expires: String(past + 3_600_000) });
});
const page = (fixture: Fixture, path: string, body: object) =>
  Promise.all(fixture.pair.places.map(async (place) => codeOf((await ask(place, 'POST', path, body)).body)));
keys.play('the ceremony confirmed with another possession', 'badPossession', (fixture) => {
  const { secp256k1, ed25519 } = fixture.ceremony.possession;
  const { ceremony } = fixture.ceremony;
  return page(fixture, '/api/keygen/confirm', { ceremony, possession: { secp256k1: ed25519, ed25519: secp256k1 } });
});
keys.play('a ceremony confirmed that never was', 'ceremonyState', (fixture) =>
  page(fixture, '/api/keygen/confirm', { ceremony: randomUUID(), possession: fixture.ceremony.possession }),
);
keys.play('a step of the ceremony that is over', 'unknownSession', (fixture) =>
  page(fixture, '/api/keygen/step', { ceremony: fixture.ceremony.ceremony, inbound: [] }),
);
keys.play('the ceremony confirmed again changes nothing', 'admitted', (fixture) =>
  page(fixture, '/api/keygen/confirm', {
    ceremony: fixture.ceremony.ceremony,
    possession: fixture.ceremony.possession,
  }),
);

export const governanceAttacks = [...policies.attacks, ...books.attacks, ...keys.attacks];
