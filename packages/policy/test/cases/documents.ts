import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import {
  bodyHash,
  type Canonical,
  canonicalText,
  checkGenesis,
  checkPolicyChange,
  digestWords,
  type Intent,
  intentDigest,
  type Member,
  type PolicyDocument,
  type PolicyProblem,
  parseKeyExportRequest,
  policyHash,
  rowIntent,
  writtenPolicy,
} from '../../src/index.ts';
import {
  allowance,
  batch,
  bitcoinTransfer,
  brc20,
  callIntent,
  child,
  device,
  disperse,
  documentIntent,
  drop,
  exportRequest,
  hashOf,
  inscription,
  keygenRequest,
  keys,
  member,
  node,
  passkey,
  permitIntent,
  policyOf,
  solo,
  speedup,
  stakeIntent,
  strategy,
  team,
  textIntent,
  transfer,
} from '../fixtures.ts';
import { pageDocuments, pagePolicy } from './pages.ts';
import { soundness } from './soundness.ts';

const hexOf = (text: string): string => bytesToHex(utf8ToBytes(text));

const canonicalValues: Record<string, Canonical> = {
  'empty object': {},
  'empty list': [],
  'empty string': '',
  'sorted keys': { b: '2', a: '1', '': '0', A: '3' },
  'nested lists': [[], [['x']], {}],
  'escapes of RFC 8785': '\u0000\b\t\n\f\r\u001f"\\/\u007f\u0080',
  'line separators stay as they are': '\u2028\u2029',
  'astral characters': '𝄞 🦊 中文 é e\u0301',
  // RFC 8785 §3.2.3: sorted by UTF-16 code units, so that a surrogate comes before U+FB33.
  'keys by UTF-16 code units': {
    '\u20ac': '1',
    '\r': '2',
    '\ufb33': '3',
    '1': '4',
    '\u{1f600}': '5',
    '\u0080': '6',
    '\u00f6': '7',
  },
  'keys that look like numbers': { '10': 'b', '9': 'c', '1': 'a' },
  'awkward keys': JSON.parse('{"__proto__":"x","constructor":"y","toString":"z"}'),
};

const max = (2n ** 256n - 1n).toString();
const out = (amount: string, memo = '', entry = '') => ({
  address: `0x${'aB'.repeat(20)}`,
  amount,
  memo,
  entry,
  path: '',
});
const usdc = { symbol: 'USDC', contract: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48', decimals: '6' };

const intents: Record<string, Intent> = {
  'native coin': transfer(),
  token: transfer({ asset: usdc, outputs: [out('1')] }),
  bitcoin: bitcoinTransfer(),
  'bitcoin with three outputs': bitcoinTransfer({ outputs: [out('1'), out('546'), out('2100000000000000')] }),
  'two hundred outputs': bitcoinTransfer({ outputs: Array.from({ length: 200 }, (_, i) => out(String(i + 1))) }),
  'largest amount and fee': transfer({ outputs: [out(max)], maxFee: max }),
  'no fee': transfer({ maxFee: '0' }),
  'memo, entry and remark': transfer({
    outputs: [out('7', 'tag 12345 "quoted" \\ ~', hashOf('entry'))],
    remarkHash: hashOf('remark'),
  }),
  'no request id': transfer({ request: '' }),
  'no decimals': transfer({ asset: { ...usdc, decimals: '0' } }),
  'thirty-six decimals': transfer({ asset: { ...usdc, decimals: '36' } }),
  'longest validity': transfer({ created: '1', notBefore: '1', expires: '2592000001' }),
  'valid later': transfer({ notBefore: '1763700000500' }),
  'another workspace': transfer({ workspace: '9223372036854775807' }),
  'another wallet': transfer({ wallet: '8' }),
  'another deployment': transfer({ deployment: hashOf('another deployment') }),
  'another chain': transfer({ chain: 'evm:1' }),
  'deep path': transfer({ path: 'm/0/1/2/3/4/5/6/2147483647' }),
  'policy change': documentIntent('policy', policyHash(team)),
  'policy change without a workspace': documentIntent('policy', policyHash(team), { workspace: '' }),
  'key ceremony': documentIntent('keygen', bodyHash(keygenRequest)),
  'speed-up of a payment': speedup(transfer()),
  'drop of a payment': drop(transfer()),
  allowance: allowance(),
  'allowance without limit': allowance({}, max),
  'allowance of a listed spender': allowance({}, '1', hashOf('entry')),
  'allowance taken back': allowance({}, '0'),
  'contract call': callIntent(),
  'contract call of nothing that counts': callIntent({ call: '0xdeadbeef' }),
  'text that is signed': textIntent(),
  'typed data that is signed': permitIntent(),
  'child that pays for its parent': child(),
  'inscription that is sent': inscription(),
  'inscription on as many coins as one may be sent on': inscription({
    outputs: inscription().outputs.map((output) => ({ ...output, amount: '100000' })),
  }),
  'payment of BRC-20': brc20(),
  'payment of a tick with other letters': brc20({
    asset: { symbol: 'f09f9880', contract: 'brc20:f09f9880', decimals: '18' },
  }),
  'step of such a payment': rowIntent(brc20(), 2),
  stake: stakeIntent('stake'),
  'stake for bandwidth': stakeIntent('stake', { call: 'bandwidth' }),
  unstake: stakeIntent('unstake'),
  'withdrawal of what has come back': stakeIntent('unfrozen'),
  delegation: stakeIntent('delegate'),
  'delegation with a lock': stakeIntent('delegate', { call: 'energy lock 28800' }),
  'reclaim of a delegation': stakeIntent('reclaim'),
  'request for key material': documentIntent('export', bodyHash(exportRequest)),
  'batch of one row': batch(1),
  'batch of three rows': batch(3),
  'batch of seven rows of a token': batch(7, { asset: usdc }),
  'batch of two hundred and one rows': batch(201),
  'row of a batch': rowIntent(batch(3), 1),
  'three rows by a contract': disperse(3),
  'two hundred and one rows by one transaction of the chain': disperse(201, ''),
  'seven rows of a token by a contract': disperse(7, undefined, { asset: usdc }),
};

/** What a batch makes of a place in it, by its count and that place. */
const rows: Record<string, [Intent, number]> = {
  'the only one': [batch(1), 0],
  'the first of three': [batch(3), 0],
  'the last of three': [batch(3), 2],
  'the fifth of seven of a token': [batch(7, { asset: usdc }), 4],
  'the last of two hundred and one': [batch(201), 200],
};

const people = (...ids: string[]): Member[] => ids.map((id) => member(id, 'owner', device(`person ${id}`)));
const large = people(...Array.from({ length: 20 }, (_, i) => `m${i}`));
const nine = Array.from({ length: 9 }, (_, i) => node(`Node ${i}`, 19 - i, ...large.map((m) => m.id)));
const owner = (change: Partial<Member>): Member[] => [{ ...member('ann', 'owner', keys.ann), ...change }];
const oneNode = [strategy('*', 'on', node('Owner', 1, 'ann'))];
const [signerOne, signerTwo] = team.signers;
if (!signerOne || !signerTwo) throw new Error('the team has two signers');

const documents: Record<string, [PolicyDocument, PolicyProblem[]]> = {
  ...soundness,
  team: [team, []],
  solo: [solo, []],
  'nine nodes of twenty people': [policyOf(large, [strategy('*', 'on', ...nine)]), []],
  'names in many scripts': [policyOf(owner({ name: '安娜 O’Néill 🦊' }), oneNode), []],
  'several strategies': [
    policyOf(
      people('a', 'b'),
      ['*', '1', '2'].map((w) => strategy(w, 'off', node('n', 2, 'a', 'b'))),
    ),
    [],
  ],
  'two owners who check each other': [policyOf(people('a', 'b'), [strategy('*', 'on', node('n', 1, 'a', 'b'))]), []],
  'both must approve and one of them must ask': [
    policyOf(people('a', 'b'), [strategy('*', 'on', node('n', 2, 'a', 'b'))]),
    ['nodeNotSatisfiable'],
  ],
  'a third may ask': [policyOf(people('a', 'b', 'c'), [strategy('*', 'on', node('n', 2, 'a', 'b'))]), []],
  'only an operator may ask': [
    policyOf(
      [...people('a', 'b'), member('c', 'operator', device('c'))],
      [strategy('*', 'on', node('n', 2, 'a', 'b'))],
    ),
    ['nodeNotSatisfiable'],
  ],
  'an operator may ask for a sub-wallet': [
    policyOf(
      [...people('a', 'b'), member('c', 'operator', device('c'))],
      [strategy('*', 'on', node('n', 1, 'a', 'b')), strategy('7', 'on', node('n', 2, 'a', 'b'))],
    ),
    [],
  ],
  'later genesis': [policyOf(owner({}), oneNode, { version: '2' }), ['wrongVersion']],
  'genesis with a past': [policyOf(owner({}), oneNode, { prev: hashOf('past') }), ['wrongPrevious']],
  'no owner': [policyOf([member('ann', 'admin', keys.ann)], oneNode), ['noOwner']],
  'removed owner': [policyOf(owner({ status: 'removed' }), oneNode), ['noOwner', 'nodeNotSatisfiable']],
  'owner without credential': [policyOf(owner({ credentials: [] }), oneNode), ['noOwner', 'nodeNotSatisfiable']],
  'solo because the other has no credential yet': [
    policyOf([...owner({}), member('bob', 'admin')], [strategy('*', 'on', node('n', 1, 'ann', 'bob'))]),
    [],
  ],
  'same member twice': [
    policyOf([...owner({}), ...owner({})], oneNode),
    ['duplicateMember', 'duplicateCredential', 'nodeNotSatisfiable'],
  ],
  'same key for two members': [
    policyOf([...owner({}), member('bob', 'admin', keys.ann)], oneNode),
    ['duplicateCredential'],
  ],
  'same key written in two ways': [
    policyOf(
      [
        ...owner({}),
        { ...member('bob', 'admin'), credentials: [{ ...passkey('ann', true).credential, id: 'another-id' }] },
      ],
      oneNode,
    ),
    ['duplicateCredential'],
  ],
  'point off the curve': [
    policyOf(owner({ credentials: [{ ...keys.ann.credential, publicKey: `04${'11'.repeat(64)}` }] }), oneNode),
    ['unusableCredential'],
  ],
  'passkey of another host': [
    policyOf(owner({ credentials: [{ ...keys.ann.credential, rpId: 'example.com' }] }), oneNode),
    ['unusableCredential'],
  ],
  'passkey of a host below': [
    policyOf(
      owner({
        credentials: [{ ...keys.ann.credential, rpId: 'example.com', origins: ['https://a.example.com:8443'] }],
      }),
      oneNode,
    ),
    [],
  ],
  'passkey of a host that only ends alike': [
    policyOf(
      owner({ credentials: [{ ...keys.ann.credential, rpId: 'example.com', origins: ['https://notexample.com'] }] }),
      oneNode,
    ),
    ['unusableCredential'],
  ],
  'device key of small order': [
    policyOf(
      owner({
        credentials: [{ ...keys.ann2.credential, id: `dk-01${'0'.repeat(22)}`, publicKey: `01${'00'.repeat(31)}` }],
      }),
      oneNode,
    ),
    ['unusableCredential'],
  ],
  'device key that is no point': [
    policyOf(
      owner({
        credentials: [{ ...keys.ann2.credential, id: `dk-02${'0'.repeat(22)}`, publicKey: `02${'00'.repeat(31)}` }],
      }),
      oneNode,
    ),
    ['unusableCredential'],
  ],
  'device key under the id of another': [
    policyOf(owner({ credentials: [{ ...device('someone else').credential, id: keys.ann2.credential.id }] }), oneNode),
    ['credentialIdOfAnotherKey'],
  ],
  'device key under a free name': [
    policyOf(owner({ credentials: [{ ...keys.ann2.credential, id: 'laptop' }] }), oneNode),
    ['credentialIdOfAnotherKey'],
  ],
  'no default strategy': [policyOf(owner({}), [strategy('7', 'on', node('n', 1, 'ann'))]), ['noDefaultStrategy']],
  'two default strategies': [policyOf(owner({}), [...oneNode, ...oneNode]), ['duplicateStrategy']],
  'unknown approver': [policyOf(owner({}), [strategy('*', 'on', node('n', 1, 'ann', 'zoe'))]), ['unknownApprover']],
  'approver named twice': [
    policyOf(owner({}), [strategy('*', 'off', node('n', 1, 'ann', 'ann'))]),
    ['unknownApprover'],
  ],
  'approver named twice to reach two': [
    policyOf(owner({}), [strategy('*', 'off', node('n', 2, 'ann', 'ann'))]),
    ['unknownApprover', 'nodeNotSatisfiable'],
  ],
  'threshold above the approvers': [
    policyOf(owner({}), [strategy('*', 'off', node('n', 2, 'ann'))]),
    ['nodeNotSatisfiable'],
  ],
  'viewer as the only approver': [
    policyOf([...owner({}), member('eve', 'viewer', keys.eve)], [...oneNode, strategy('7', 'on', node('n', 1, 'eve'))]),
    ['nodeNotSatisfiable'],
  ],
  'signers with one name': [
    policyOf(owner({}), oneNode, { signers: [signerOne, { ...signerTwo, id: '1' }] }),
    ['duplicateSigner'],
  ],
  'signers with one key': [
    policyOf(owner({}), oneNode, { signers: [signerOne, { ...signerTwo, identity: signerOne.identity }] }),
    ['duplicateSigner'],
  ],
};

const after = (current: PolicyDocument, change: Partial<PolicyDocument> = {}): PolicyDocument => ({
  ...current,
  version: String(BigInt(current.version) + 1n),
  prev: policyHash(current),
  ...change,
});

const edited = (id: string, edit: (one: Member) => Member): Member[] =>
  team.members.map((one) => (one.id === id ? edit(one) : one));
const emptied: PolicyDocument = { ...team, members: edited('eve', (one) => ({ ...one, credentials: [] })) };
/** With one program, on or off. */
const program = (status: Member['status'], keyHolder: Member['keyHolder'] = 'no'): PolicyDocument => ({
  ...team,
  members: [...team.members, { ...member('bot', 'api', device('bot')), keyHolder, status }],
});
const changes: Record<string, [PolicyDocument, PolicyDocument, PolicyProblem[]]> = {
  'nothing but the version': [team, after(team), []],
  'second step': [after(team), after(after(team)), []],
  'from the ninth to the tenth version': [{ ...team, version: '9' }, after({ ...team, version: '9' }), []],
  'member added': [
    team,
    after(team, { members: [...team.members, { ...member('gus', 'operator', device('gus')), keyHolder: 'no' }] }),
    [],
  ],
  'same version': [team, after(team, { version: '1' }), ['wrongVersion']],
  'version skipped': [team, after(team, { version: '3' }), ['wrongVersion']],
  'no previous hash': [team, after(team, { prev: '' }), ['wrongPrevious']],
  'another previous hash': [team, after(team, { prev: policyHash(solo) }), ['wrongPrevious']],
  'previous hash of the version before': [
    after(team),
    after(after(team), { prev: policyHash(team) }),
    ['wrongPrevious'],
  ],
  'another deployment': [team, after(team, { deployment: hashOf('other') }), ['otherDeployment']],
  'another policy': [team, after(team, { id: 'policy-2' }), ['otherPolicy']],
  'signer replaced': [
    team,
    after(team, { signers: [signerOne, { ...signerTwo, identity: hashOf('another signer') }] }),
    ['signersChanged'],
  ],
  'signer keys swapped': [team, after(team, { signers: [signerTwo, signerOne] }), ['signersChanged']],
  'last owner removed': [
    solo,
    after(solo, { members: solo.members.map((m) => ({ ...m, status: 'removed' as const })) }),
    ['noOwner', 'nodeNotSatisfiable'],
  ],
  'a second member ends solo mode and locks the flow': [
    solo,
    after(solo, { members: [...solo.members, { ...member('bob', 'operator', keys.bob), keyHolder: 'no' }] }),
    ['nodeNotSatisfiable'],
  ],
  'a second member with a flow that works': [
    solo,
    after(solo, {
      members: [...solo.members, { ...member('bob', 'admin', keys.bob), keyHolder: 'no' }],
      strategies: [strategy('*', 'off', node('Look', 1, 'bob'), node('Release', 1, 'ann'))],
    }),
    [],
  ],
  'a second member who holds a key at once': [
    solo,
    after(solo, {
      members: [...solo.members, member('bob', 'admin', keys.bob)],
      strategies: [strategy('*', 'on', node('n', 1, 'ann', 'bob'))],
    }),
    ['keyHolderTooEarly'],
  ],
  'a further credential': [
    team,
    after(team, {
      members: edited('bob', (m) => ({ ...m, credentials: [...m.credentials, keys.stranger.credential] })),
    }),
    [],
  ],
  'a removed member back with a credential of anybody': [
    team,
    after(team, {
      members: edited('fay', (m) => ({ ...m, status: 'active', credentials: [keys.stranger.credential] })),
    }),
    ['memberReturns'],
  ],
  'a removed member back as they were': [
    team,
    after(team, { members: edited('fay', (m) => ({ ...m, status: 'active' })) }),
    ['memberReturns'],
  ],
  'a removed member gets a credential first': [
    team,
    after(team, {
      members: edited('fay', (m) => ({ ...m, credentials: [...m.credentials, keys.stranger.credential] })),
    }),
    ['memberReturns'],
  ],
  'a credential for a member who has none': [
    emptied,
    after(emptied, {
      members: emptied.members.map((m) => (m.id === 'eve' ? { ...m, credentials: [keys.stranger.credential] } : m)),
    }),
    ['memberReturns'],
  ],
  'a program switched on again as it was': [
    program('removed'),
    after(program('removed'), { members: program('active').members }),
    [],
  ],
  'a program switched on again with another key': [
    program('removed'),
    after(program('removed'), {
      members: program('active').members.map((m) =>
        m.id === 'bot' ? { ...m, credentials: [keys.stranger.credential] } : m,
      ),
    }),
    ['memberReturns'],
  ],
  'a program switched on again with a further key': [
    program('removed'),
    after(program('removed'), {
      members: program('active').members.map((m) =>
        m.id === 'bot' ? { ...m, credentials: [...m.credentials, keys.stranger.credential] } : m,
      ),
    }),
    ['memberReturns'],
  ],
  'a program that holds a key of equal rights switched on again': [
    program('removed', 'yes'),
    after(program('removed', 'yes'), { members: program('active', 'yes').members }),
    ['memberReturns'],
  ],
  'a program switched on again as a person': [
    program('removed'),
    after(program('removed'), {
      members: program('active').members.map((m) => (m.id === 'bot' ? { ...m, role: 'viewer' } : m)),
    }),
    ['memberReturns'],
  ],
  'a person who was taken out back as a program': [
    team,
    after(team, { members: edited('fay', (m) => ({ ...m, status: 'active', role: 'api' })) }),
    ['memberReturns'],
  ],
  'wrong in several ways': [
    team,
    after(team, { version: '5', prev: '', deployment: hashOf('other'), id: 'x' }),
    ['wrongVersion', 'wrongPrevious', 'otherDeployment', 'otherPolicy'],
  ],
  'from the first version of documents to the second': [
    { ...pagePolicy, v: '1', strategies: pagePolicy.strategies.map(({ pages: _, ...rest }) => rest) },
    after(
      { ...pagePolicy, v: '1', strategies: pagePolicy.strategies.map(({ pages: _, ...rest }) => rest) },
      { v: '2', strategies: pagePolicy.strategies },
    ),
    [],
  ],
};

const expectSame = (name: string, got: unknown, wanted: unknown): void => {
  if (JSON.stringify(got) !== JSON.stringify(wanted))
    throw new Error(`${name}: expected ${JSON.stringify(wanted)}, got ${JSON.stringify(got)}`);
};

const each = <T, R>(cases: Record<string, T>, make: (value: T, name: string) => R) =>
  Object.entries(cases).map(([name, value]) => ({ name, ...make(value, name) }));

export const canonicalVectors = () => each(canonicalValues, (value) => ({ value, bytes: hexOf(canonicalText(value)) }));

export const intentVectors = () =>
  each(intents, (intent) => {
    const digest = intentDigest(intent);
    const canonical = hexOf(canonicalText(intent));
    return { intent, canonical, digest: bytesToHex(digest), words: digestWords(digest) };
  });

export const rowVectors = () =>
  each(rows, ([of, index]) => ({
    batch: of,
    index: String(index),
    root: of.call.slice('rows '.length),
    row: rowIntent(of, index),
  }));

/** The problems are written down by hand above; the code must find exactly these. */
export const documentVectors = () =>
  each({ ...documents, ...pageDocuments }, ([document, problems], name) => {
    expectSame(name, checkGenesis(document), problems);
    return { document: writtenPolicy(document), hash: policyHash(document), problems };
  });

export const changeVectors = () =>
  each(changes, ([current, next, problems], name) => {
    expectSame(name, checkPolicyChange(current, next), problems);
    return { current: writtenPolicy(current), next: writtenPolicy(next), problems };
  });

export const keygenVectors = () => [
  {
    name: 'request',
    document: keygenRequest,
    canonical: hexOf(canonicalText(keygenRequest)),
    hash: bodyHash(keygenRequest),
  },
  {
    name: 'request of another deployment',
    document: { ...keygenRequest, deployment: hashOf('other') },
    canonical: hexOf(canonicalText({ ...keygenRequest, deployment: hashOf('other') })),
    hash: bodyHash({ ...keygenRequest, deployment: hashOf('other') }),
  },
];

export const exportVectors = () =>
  Object.entries({
    request: exportRequest,
    'request for the other share': { ...exportRequest, signer: '2' },
    'request for a later generation': { ...exportRequest, epoch: '12' },
    'request of another deployment': { ...exportRequest, deployment: hashOf('other') },
  }).map(([name, document]) => ({
    name,
    document,
    canonical: hexOf(canonicalText(parseKeyExportRequest(canonicalText(document)))),
    hash: bodyHash(document),
  }));
