import { randomUUID } from 'node:crypto';
import { type BookChange, type PolicyDocument, policyText } from '@holdfast/policy';
import { ask, btcPayee, call, evmPayee, genesisBody, newMember, otherEvmPayee } from '@holdfast/testkit/signer';
import { family } from '../attack.ts';
import { entries, type House } from '../house.ts';
import { type Ask, approvedBy, bookAsk, codeOf, keygenAsk, nextPolicy, policyAsk, send, textOf } from '../requests.ts';

const policies = family('the policy is changed without its flow');
policies.control(
  'a change that desk and board approved',
  (house) => policyAsk(house, nextPolicy(house, { senior: [] })),
  true,
);
/** Approved by all it takes, and told to the signers each by itself: two such changes would leave them under different rules. */
const alone = (house: House, request: Ask, standings: readonly unknown[]): Promise<string[]> =>
  Promise.all(
    house.pair.places.map(async (place) => {
      const { attached: document, approvals } = request;
      const params = { intent: textOf(request), document, approvals, standings };
      return codeOf(await call(house.pair, place, 'policy.apply', params));
    }),
  );
policies.play('a change of which the other signer was not asked', 'notAgreed', (house) =>
  alone(house, policyAsk(house, nextPolicy(house, { senior: [] })), []),
);
policies.play('a change for which the other signer’s word is forged', 'notAgreed', (house) => {
  const said = house.pair.places.map(({ id }) => ({
    signer: id,
    at: Date.now() + house.pair.now,
    signature: '00'.repeat(64),
  }));
  return alone(house, policyAsk(house, nextPolicy(house, { senior: [] })), said);
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
  const next = (house: House) => nextPolicy(house, change(house.policy));
  policies.refused(`${wish}: asked for, approved by nobody`, 'approvalsMissing', (house) => {
    const whole = policyAsk(house, next(house));
    return { ...whole, approvals: whole.approvals.slice(0, 1) };
  });
  if (!ofTheBook.has(wish))
    policies.refused(`${wish}: with one approval only`, 'approvalsMissing', (house) => {
      const whole = policyAsk(house, next(house));
      return { ...whole, approvals: whole.approvals.slice(0, 2) };
    });
  policies.refused(`${wish}: under the approvals of another change`, 'bodyMismatch', (house) => ({
    ...policyAsk(house, nextPolicy(house, { senior: [] })),
    attached: policyText(next(house)),
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
  policies.refused(`${title}, approved by all`, 'badPolicyChange', (house) =>
    policyAsk(house, nextPolicy(house, change(house.policy))),
  );
policies.refused('a document of another installation', 'otherDeployment', (house) =>
  policyAsk(house, nextPolicy(house, { deployment: '99'.repeat(32) })),
);
policies.refused('no document', 'badRequest', (house) => {
  const { attached: _, ...rest } = policyAsk(house, nextPolicy(house));
  return rest;
});
policies.refused('a document with white space', 'bodyMismatch', (house) => {
  const whole = policyAsk(house, nextPolicy(house, { senior: [] }));
  return { ...whole, attached: JSON.stringify(JSON.parse(whole.attached ?? ''), null, 1) };
});
policies.refused('asked for by an operator', 'initiatorMissing', (house) => {
  const { omar, adam, anna } = house.crew;
  const whole = policyAsk(house, nextPolicy(house, { senior: [] }), { initiator: 'omar' });
  return { ...whole, approvals: approvedBy(whole.intent, omar, adam, anna) };
});
policies.play(
  'an older version after a newer',
  'policyStale',
  async (house) => {
    const first = policyAsk(house, nextPolicy(house, { senior: [] }));
    const rival = policyAsk(house, nextPolicy(house, { book: { mode: 'off', coolingHours: '24' } }));
    await send(house, first);
    return send(house, rival);
  },
  { alone: true },
);
policies.play('the first policy once more', 'alreadyInitialised', async (house) => {
  const other = { ...house.policy, members: [...house.policy.members, eve.member] };
  const body = genesisBody(other, eve);
  return Promise.all(
    house.pair.places.map(async (place) => codeOf((await ask(place, 'POST', '/api/genesis', body)).body)),
  );
});
policies.play('the first policy without the set-up code', 'badSetupCode', async (house) => {
  const body = genesisBody(house.policy, house.crew.olga, 'NONE-NONE-NONE-NONE');
  return Promise.all(
    house.pair.places.map(async (place) => codeOf((await ask(place, 'POST', '/api/genesis', body)).body)),
  );
});

const books = family('the address book is changed without its flow');
books.control('a change that was approved', (house) => bookAsk(house), true);
books.refused('an entry approved by nobody', 'approvalsMissing', (house) => {
  const whole = bookAsk(house);
  return { ...whole, approvals: whole.approvals.slice(0, 1) };
});
books.refused('under the approvals of another change', 'bodyMismatch', (house) => {
  const evil = bookAsk(house, {
    add: [{ chains: ['evm:31337'], address: otherEvmPayee, memo: 'evil', assets: [], label: 'x' }],
  });
  return { ...bookAsk(house), ...(evil.attached === undefined ? {} : { attached: evil.attached }) };
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
  books.refused(title, code, (house) => bookAsk(house, change));
books.refused('asked for by an approver', 'initiatorMissing', (house) => {
  const { anna, adam } = house.crew;
  const whole = bookAsk(house, { remove: [entries.warm] }, { initiator: 'anna' });
  return { ...whole, approvals: approvedBy(whole.intent, anna, adam) };
});

const keys = family('keys are made or taken without their flow');
keys.control('a ceremony that was approved', (house) => keygenAsk(house));
keys.refused('approved by nobody', 'approvalsMissing', (house) => {
  const whole = keygenAsk(house);
  return { ...whole, approvals: whole.approvals.slice(0, 1) };
});
keys.refused('the approved ceremony with another recovery party', 'bodyMismatch', (house) => {
  const other = keygenAsk(house, { recovery: { identity: '33'.repeat(32), channel: '44'.repeat(32) } });
  return { ...keygenAsk(house), ...(other.attached === undefined ? {} : { attached: other.attached }) };
});
keys.refused('a request of another installation', 'otherDeployment', (house) =>
  keygenAsk(house, { deployment: '99'.repeat(32) }),
);
keys.refused('a ceremony that is over', 'ceremonyState', (house) =>
  keygenAsk(house, { ceremony: house.ceremony.ceremony }),
);
keys.refused('asked for by an operator', 'initiatorMissing', (house) => {
  const { omar, adam } = house.crew;
  const whole = keygenAsk(house, {}, { initiator: 'omar' });
  return { ...whole, approvals: approvedBy(whole.intent, omar, adam) };
});
keys.refused('after its end', 'expired', (house) => {
  const past = Date.now() + house.pair.now - 7_200_000;
  return keygenAsk(house, {}, { created: String(past), notBefore: String(past), expires: String(past + 3_600_000) });
});
const page = (house: House, path: string, body: object) =>
  Promise.all(house.pair.places.map(async (place) => codeOf((await ask(place, 'POST', path, body)).body)));
keys.play('the ceremony confirmed with another possession', 'badPossession', (house) => {
  const { secp256k1, ed25519 } = house.ceremony.possession;
  const { ceremony } = house.ceremony;
  return page(house, '/api/keygen/confirm', { ceremony, possession: { secp256k1: ed25519, ed25519: secp256k1 } });
});
keys.play('a ceremony confirmed that never was', 'ceremonyState', (house) =>
  page(house, '/api/keygen/confirm', { ceremony: randomUUID(), possession: house.ceremony.possession }),
);
keys.play('a step of the ceremony that is over', 'unknownSession', (house) =>
  page(house, '/api/keygen/step', { ceremony: house.ceremony.ceremony, inbound: [] }),
);
keys.play('the ceremony confirmed again changes nothing', 'admitted', (house) =>
  page(house, '/api/keygen/confirm', { ceremony: house.ceremony.ceremony, possession: house.ceremony.possession }),
);

export const governanceAttacks = [...policies.attacks, ...books.attacks, ...keys.attacks];
