import {
  type Canonical,
  canonicalText,
  checkApproval,
  PolicyError,
  type PolicyFault,
  parseIntent,
  parseKeyExportRequest,
  parseKeygenRequest,
  parsePolicy,
} from '../../src/index.ts';
import {
  approve,
  documentIntent,
  exportRequest,
  hashOf,
  inscription,
  keygenRequest,
  keys,
  team,
  transfer,
} from '../fixtures.ts';
import { rule } from './crew.ts';

type Kind = 'intent' | 'policy' | 'keygen' | 'export' | 'approval';
type Refusal = readonly [kind: Kind, text: string, code: PolicyFault, at: string];

type Json = Record<string, unknown>;
const without = (value: Json, key: string): Json =>
  Object.fromEntries(Object.entries(value).filter(([k]) => k !== key));
const text = (value: unknown): string => canonicalText(value as Canonical);
const good = transfer();
const goodText = text(good);
const spoilt = (change: Json): string => text({ ...good, ...change });
const output = good.outputs[0];
const paying = (change: Json): string => spoilt({ outputs: [{ ...output, ...change }] });
const note = documentIntent('keygen', hashOf('body'));
const asDocument = (change: Json): string => text({ ...note, ...change });
const person = team.members[0];
const withMember = (change: Json): string => text({ ...team, members: [{ ...person, ...change }] });
const withKey = (change: Json): string => withMember({ credentials: [{ ...keys.ann.credential, ...change }] });
const flow = team.strategies[0];
const withFlow = (change: Json): string => text({ ...team, strategies: [{ ...flow, ...change }] });
const withNode = (change: Json): string => withFlow({ nodes: [{ ...flow?.nodes[0], ...change }] });
const approval = approve(keys.ann, 'ann', good);
const byDevice = approve(keys.bob, 'bob', good);
const no = approve(keys.bob, 'bob', good, 'refuse');
const noWhy = (remark: unknown): Refusal => ['approval', text({ ...no, remark }), 'badField', 'remark'];

/** Not this document's canonical text, though some of them say the same. */
const forms: Record<string, Refusal> = {
  nothing: ['intent', '', 'badJson', ''],
  'not JSON': ['intent', 'intent', 'badJson', ''],
  'cut in the middle': ['intent', goodText.slice(0, 200), 'badJson', ''],
  'something after the end': ['intent', `${goodText}x`, 'badJson', ''],
  'two documents': ['intent', goodText + goodText, 'badJson', ''],
  'single quotes': ['intent', "{'a':'b'}", 'badJson', ''],
  'trailing comma': ['intent', '{"a":"b",}', 'badJson', ''],
  comment: ['intent', '/* */{}', 'badJson', ''],
  'not a number': ['intent', '{"a":NaN}', 'badJson', ''],
  'raw control character': ['intent', '{"a":"\n"}', 'badJson', ''],
  number: ['intent', '1', 'badField', ''],
  'number in a field': [
    'intent',
    goodText.replace('"amount":"1500000000000000000"', '"amount":1500000000000000000'),
    'badField',
    'outputs.0.amount',
  ],
  true: ['intent', 'true', 'badField', ''],
  null: ['intent', 'null', 'badField', ''],
  'null in a list': ['intent', '["x",null]', 'badField', '1'],
  'lone surrogate': ['intent', '{"a":"\\ud800"}', 'badField', 'a'],
  'lone surrogate in a key': ['intent', '{"\\udc00":"a"}', 'badField', ''],
  'nested too deep': ['intent', `${'['.repeat(9)}${']'.repeat(9)}`, 'tooDeep', '0.0.0.0.0.0.0.0'],
  'nested very deep': ['intent', `${'['.repeat(5000)}${']'.repeat(5000)}`, 'tooDeep', '0.0.0.0.0.0.0.0'],
  'space before': ['intent', ` ${goodText}`, 'notCanonical', ''],
  'line end after': ['intent', `${goodText}\n`, 'notCanonical', ''],
  'space inside': ['intent', goodText.replace('":"', '": "'), 'notCanonical', ''],
  'escape of choice': ['intent', goodText.replace('"evm:31337"', '"\\u0065vm:31337"'), 'notCanonical', ''],
  'escaped slash': ['intent', goodText.replace('m/60', 'm\\/60'), 'notCanonical', ''],
  'keys in another order': ['intent', JSON.stringify({ v: '1', ...without(good, 'v') }), 'notCanonical', ''],
  'same key twice': ['intent', goodText.replace('{"asset"', '{"asset":"x","asset"'), 'notCanonical', ''],
  'same key twice with a number': ['intent', goodText.replace('{"asset"', '{"asset":1,"asset"'), 'notCanonical', ''],
  'too large': ['intent', text({ a: 'x'.repeat(65_536) }), 'tooLarge', ''],
  'too large in bytes, not in characters': ['intent', text({ a: '中'.repeat(22_000) }), 'tooLarge', ''],
};

const fieldsOfIntent: Record<string, Refusal> = {
  ...Object.fromEntries(
    Object.keys(good).map((key): [string, Refusal] => [
      `without ${key}`,
      ['intent', text(without(good, key)), 'missingField', key],
    ]),
  ),
  'a list': ['intent', '[]', 'badField', ''],
  'a string': ['intent', '"intent"', 'badField', ''],
  'one field more': ['intent', spoilt({ bribe: '1' }), 'unknownField', 'bribe'],
  'one field more in an output': ['intent', paying({ data: '0x' }), 'unknownField', 'outputs.0.data'],
  'one field more in the asset': [
    'intent',
    spoilt({ asset: { ...good.asset, name: 'x' } }),
    'unknownField',
    'asset.name',
  ],
  'a field of the prototype': [
    'intent',
    goodText.replace('{"asset"', '{"__proto__":"x","asset"'),
    'unknownField',
    '__proto__',
  ],
  'a field that only objects inherit': ['intent', spoilt({ toString: 'x' }), 'unknownField', 'toString'],
  'other version': ['intent', spoilt({ v: '2' }), 'badField', 'v'],
  'other domain': ['intent', spoilt({ domain: 'holdfast/intent/v2' }), 'badField', 'domain'],
  'other kind': ['intent', spoilt({ kind: 'approve' }), 'badField', 'kind'],
  'deployment in capitals': ['intent', spoilt({ deployment: good.deployment.toUpperCase() }), 'badField', 'deployment'],
  'deployment too short': ['intent', spoilt({ deployment: good.deployment.slice(2) }), 'badField', 'deployment'],
  'workspace with a leading zero': ['intent', spoilt({ workspace: '01' }), 'badField', 'workspace'],
  'wallet too long': ['intent', spoilt({ wallet: '1'.repeat(20) }), 'badField', 'wallet'],
  'hardened path': ['intent', spoilt({ path: "m/60'/7/0/0" }), 'badField', 'path'],
  'path without a root': ['intent', spoilt({ path: '60/7/0/0' }), 'badField', 'path'],
  'path with a leading zero': ['intent', spoilt({ path: 'm/60/07/0/0' }), 'badField', 'path'],
  'chain without a network': ['intent', spoilt({ chain: 'evm' }), 'badField', 'chain'],
  'text as outputs': ['intent', spoilt({ outputs: 'none' }), 'badField', 'outputs'],
  'too many outputs': ['intent', spoilt({ outputs: Array.from({ length: 201 }, () => output) }), 'badField', 'outputs'],
  'negative amount': ['intent', paying({ amount: '-1' }), 'badField', 'outputs.0.amount'],
  'decimal amount': ['intent', paying({ amount: '1.0' }), 'badField', 'outputs.0.amount'],
  'amount with a leading zero': ['intent', paying({ amount: '01' }), 'badField', 'outputs.0.amount'],
  'amount with an exponent': ['intent', paying({ amount: '1e18' }), 'badField', 'outputs.0.amount'],
  'amount in other digits': ['intent', paying({ amount: '١٢' }), 'badField', 'outputs.0.amount'],
  'amount with a line end': ['intent', paying({ amount: '1\n' }), 'badField', 'outputs.0.amount'],
  'empty amount': ['intent', paying({ amount: '' }), 'badField', 'outputs.0.amount'],
  'amount too long': ['intent', paying({ amount: '1'.repeat(79) }), 'badField', 'outputs.0.amount'],
  'address with a space': ['intent', paying({ address: '0x00 00' }), 'badField', 'outputs.0.address'],
  'address with a Cyrillic letter': ['intent', paying({ address: '0xаbc' }), 'badField', 'outputs.0.address'],
  'no address': ['intent', paying({ address: '' }), 'badField', 'outputs.0.address'],
  'memo outside ASCII': ['intent', paying({ memo: 'mémo' }), 'badField', 'outputs.0.memo'],
  'memo too long': ['intent', paying({ memo: 'x'.repeat(257) }), 'badField', 'outputs.0.memo'],
  'entry that is no hash': ['intent', paying({ entry: 'abc' }), 'badField', 'outputs.0.entry'],
  'symbol outside ASCII': ['intent', spoilt({ asset: { ...good.asset, symbol: 'ΕTH' } }), 'badField', 'asset.symbol'],
  'too many decimals': ['intent', spoilt({ asset: { ...good.asset, decimals: '37' } }), 'badField', 'asset.decimals'],
  'contract call': ['intent', spoilt({ call: 'approve' }), 'badField', 'call'],
  'other conflict class': ['intent', spoilt({ conflict: 'nonce' }), 'badField', 'conflict'],
  'id that is no uuid': ['intent', spoilt({ id: 'order-1' }), 'badField', 'id'],
  'request id with a slash': ['intent', spoilt({ request: 'a/b' }), 'badField', 'request'],
  'time with a point': ['intent', spoilt({ expires: '1763786400000.5' }), 'badField', 'expires'],
  'no initiator': ['intent', spoilt({ initiator: '' }), 'badField', 'initiator'],
};

const relations: Record<string, Refusal> = {
  'transfer of nothing': ['intent', paying({ amount: '0' }), 'inconsistent', 'outputs'],
  'transfer to nobody': ['intent', spoilt({ outputs: [] }), 'inconsistent', 'outputs'],
  'transfer without a wallet': ['intent', spoilt({ wallet: '' }), 'inconsistent', 'wallet'],
  'transfer without a workspace': ['intent', spoilt({ workspace: '' }), 'inconsistent', 'wallet'],
  'transfer without a key group': ['intent', spoilt({ keyGroup: '' }), 'inconsistent', 'keyGroup'],
  'transfer without a path': ['intent', spoilt({ path: '' }), 'inconsistent', 'path'],
  'transfer from nowhere': ['intent', spoilt({ from: '' }), 'inconsistent', 'path'],
  'transfer on no chain': ['intent', spoilt({ chain: '' }), 'inconsistent', 'chain'],
  'transfer on an unknown chain family': ['intent', spoilt({ chain: 'constructor:1' }), 'inconsistent', 'chain'],
  'conflict class of another family': ['intent', spoilt({ conflict: 'bitcoin-inputs' }), 'inconsistent', 'chain'],
  'transfer outside any conflict class': ['intent', spoilt({ conflict: 'none' }), 'inconsistent', 'chain'],
  'transfer of no asset': ['intent', spoilt({ asset: { ...good.asset, symbol: '' } }), 'inconsistent', 'asset'],
  'fee in a token': ['intent', spoilt({ feeAsset: { ...good.asset, contract: '0x1' } }), 'inconsistent', 'feeAsset'],
  'fee in nothing': ['intent', spoilt({ feeAsset: { ...good.asset, symbol: '' } }), 'inconsistent', 'feeAsset'],
  'transfer with a document': ['intent', spoilt({ body: hashOf('body') }), 'inconsistent', 'body'],
  'inscription on more coins than one may be sent on': [
    'intent',
    text(inscription({ outputs: inscription().outputs.map((one) => ({ ...one, amount: '100001' })) })),
    'inconsistent',
    'outputs',
  ],
  'ends before it begins': ['intent', spoilt({ expires: good.created }), 'inconsistent', 'expires'],
  'ends when it begins': ['intent', spoilt({ notBefore: good.expires }), 'inconsistent', 'expires'],
  'made after its end': ['intent', spoilt({ created: '1863700000000' }), 'inconsistent', 'expires'],
  'valid for too long': [
    'intent',
    spoilt({ created: '1', notBefore: '1', expires: '2592000002' }),
    'inconsistent',
    'expires',
  ],
  'ceremony without a document': ['intent', asDocument({ body: '' }), 'inconsistent', 'body'],
  'ceremony with a wallet': ['intent', asDocument({ wallet: '7' }), 'inconsistent', 'wallet'],
  'ceremony with a key group': ['intent', asDocument({ keyGroup: good.keyGroup }), 'inconsistent', 'keyGroup'],
  'ceremony with a path': ['intent', asDocument({ path: good.path }), 'inconsistent', 'path'],
  'ceremony on a chain': ['intent', asDocument({ chain: good.chain }), 'inconsistent', 'chain'],
  'ceremony from an address': ['intent', asDocument({ from: good.from }), 'inconsistent', 'from'],
  'ceremony with a conflict class': ['intent', asDocument({ conflict: 'evm-nonce' }), 'inconsistent', 'conflict'],
  'ceremony with an asset': ['intent', asDocument({ asset: good.asset }), 'inconsistent', 'asset'],
  'ceremony with a fee asset': ['intent', asDocument({ feeAsset: good.asset }), 'inconsistent', 'feeAsset'],
  'ceremony with a fee': ['intent', asDocument({ maxFee: '1' }), 'inconsistent', 'maxFee'],
  'ceremony that pays': ['intent', asDocument({ outputs: [output] }), 'inconsistent', 'outputs'],
};

const documents: Record<string, Refusal> = {
  'policy without members': ['policy', text({ ...team, members: [] }), 'badField', 'members'],
  'policy with one signer': ['policy', text({ ...team, signers: team.signers.slice(1) }), 'badField', 'signers'],
  'policy version zero': ['policy', text({ ...team, version: '0' }), 'badField', 'version'],
  'policy of another domain': ['policy', text({ ...team, domain: 'holdfast/intent/v1' }), 'badField', 'domain'],
  'intent as policy': ['policy', goodText, 'unknownField', 'asset'],
  'member without a name': ['policy', withMember({ name: '' }), 'badField', 'members.0.name'],
  'member name with a line end': ['policy', withMember({ name: 'a\nb' }), 'badField', 'members.0.name'],
  'member name with a direction mark': ['policy', withMember({ name: 'a\u202eb' }), 'badField', 'members.0.name'],
  'member name too long': ['policy', withMember({ name: '🦊'.repeat(101) }), 'badField', 'members.0.name'],
  'member role unknown': ['policy', withMember({ role: 'root' }), 'badField', 'members.0.role'],
  'member id with a space': ['policy', withMember({ id: 'a b' }), 'badField', 'members.0.id'],
  'credential of another type': [
    'policy',
    withKey({ type: 'totp' }),
    'unknownField',
    'members.0.credentials.0.origins',
  ],
  'passkey without origins': ['policy', withKey({ origins: [] }), 'badField', 'members.0.credentials.0.origins'],
  'origin with a path': [
    'policy',
    withKey({ origins: ['http://localhost/x'] }),
    'badField',
    'members.0.credentials.0.origins.0',
  ],
  'key too short': ['policy', withKey({ publicKey: '02ab' }), 'badField', 'members.0.credentials.0.publicKey'],
  'wallet zero': ['policy', withFlow({ wallet: '0' }), 'badField', 'strategies.0.wallet'],
  'protection undecided': ['policy', withFlow({ signProtection: 'maybe' }), 'badField', 'strategies.0.signProtection'],
  'no node': ['policy', withFlow({ nodes: [] }), 'badField', 'strategies.0.nodes'],
  'eleven nodes': [
    'policy',
    withFlow({ nodes: Array.from({ length: 11 }, () => flow?.nodes[0]) }),
    'badField',
    'strategies.0.nodes',
  ],
  'threshold zero': ['policy', withNode({ threshold: '0' }), 'badField', 'strategies.0.nodes.0.threshold'],
  'threshold twenty-one': ['policy', withNode({ threshold: '21' }), 'badField', 'strategies.0.nodes.0.threshold'],
  'twenty-one approvers': [
    'policy',
    withNode({ approvers: Array.from({ length: 21 }, (_, i) => `m${i}`) }),
    'badField',
    'strategies.0.nodes.0.approvers',
  ],
  'ceremony of other threshold': ['keygen', text({ ...keygenRequest, threshold: '1' }), 'badField', 'threshold'],
  'ceremony of two parties': ['keygen', text({ ...keygenRequest, parties: ['1', '2'] }), 'badField', 'parties'],
  'ceremony of one party thrice': [
    'keygen',
    text({ ...keygenRequest, parties: ['1', '1', '1'] }),
    'inconsistent',
    'parties',
  ],
  'key material of no group': ['export', text({ ...exportRequest, keyGroup: '' }), 'badField', 'keyGroup'],
  'key material of every group': ['export', text({ ...exportRequest, keyGroup: '*' }), 'badField', 'keyGroup'],
  'key material of no generation': ['export', text({ ...exportRequest, epoch: '' }), 'badField', 'epoch'],
  'key material of a generation written otherwise': [
    'export',
    text({ ...exportRequest, epoch: '00' }),
    'badField',
    'epoch',
  ],
  'key material of no signer': ['export', text({ ...exportRequest, signer: '0' }), 'badField', 'signer'],
  'key material to nobody': ['export', text({ ...exportRequest, recipient: '' }), 'badField', 'recipient'],
  'key material to two': [
    'export',
    text({ ...exportRequest, recipient: `${exportRequest.recipient},${exportRequest.recipient}` }),
    'badField',
    'recipient',
  ],
  'key material to a recipient in capitals': [
    'export',
    text({ ...exportRequest, recipient: exportRequest.recipient.toUpperCase() }),
    'badField',
    'recipient',
  ],
  'key material to a plugin’s recipient': [
    'export',
    text({ ...exportRequest, recipient: `age1yubikey${exportRequest.recipient.slice(4)}` }),
    'badField',
    'recipient',
  ],
  'key material to a key in hex': [
    'export',
    text({ ...exportRequest, recipient: hashOf('key') }),
    'badField',
    'recipient',
  ],
  'key material without a recipient': [
    'export',
    text(without(exportRequest, 'recipient')),
    'missingField',
    'recipient',
  ],
  'key material with a note': ['export', text({ ...exportRequest, also: '2' }), 'unknownField', 'also'],
  'key material under another domain': [
    'export',
    text({ ...exportRequest, domain: 'holdfast/keygen/v1' }),
    'badField',
    'domain',
  ],
  'ceremony without recovery keys': ['keygen', text(without(keygenRequest, 'recovery')), 'missingField', 'recovery'],
};

const approvals: Record<string, Refusal> = {
  'approval without a proof': ['approval', text(without(approval, 'proof')), 'missingField', 'proof'],
  'approval with a note': ['approval', text({ ...approval, note: 'x' }), 'unknownField', 'note'],
  'approval of no digest': ['approval', text({ ...approval, intent: 'all' }), 'badField', 'intent'],
  abstention: ['approval', text({ ...approval, decision: 'abstain' }), 'badField', 'decision'],
  'approval with a remark': ['approval', text({ ...approval, remark: 'fine' }), 'badField', 'decision'],
  'request with a remark': [
    'approval',
    text({ ...approval, decision: 'initiate', remark: 'fine' }),
    'badField',
    'decision',
  ],
  'refusal with a remark and a note': ['approval', text({ ...no, remark: 'no', note: 'x' }), 'unknownField', 'note'],
  'refusal with an empty remark': noWhy(''),
  'refusal with a remark too long': noWhy('x'.repeat(201)),
  'refusal with a remark too long in characters of four bytes': noWhy('🦊'.repeat(201)),
  'refusal with a remark of two lines': noWhy('a\nb'),
  'refusal with a remark that turns the writing direction': noWhy('a\u202eb'),
  'refusal with a remark that hides its direction': noWhy('a\u2066b\u2069'),
  'refusal with a remark with a line separator': noWhy('a\u2028b'),
  'refusal with a remark with a control character': noWhy('a\u0007b'),
  'refusal with a list as remark': noWhy(['no']),
  'proof of another type': [
    'approval',
    text({ ...approval, proof: { ...byDevice.proof, type: 'totp' } }),
    'badField',
    'proof.type',
  ],
  'proof as text': ['approval', text({ ...approval, proof: 'yes' }), 'badField', 'proof'],
  'signature in capitals': [
    'approval',
    text({ ...byDevice, proof: { type: 'device', signature: 'AB'.repeat(64) } }),
    'badField',
    'proof.signature',
  ],
  'signature with padding': [
    'approval',
    text({ ...approval, proof: { ...approval.proof, signature: 'AA==' } }),
    'badField',
    'proof.signature',
  ],
};

const second = { ...team, v: '2' };
const inSecond = (change: Json): string => text({ ...second, strategies: [{ ...flow, ...change }] });
const unsaid = rule('refuse');
const secondVersion: Record<string, Refusal> = {
  'pages in the first version': ['policy', withFlow({ pages: 'different' }), 'unknownField', 'strategies.0.pages'],
  'any page, spelled': ['policy', inSecond({ pages: 'any' }), 'badField', 'strategies.0.pages'],
  'pages of no kind': ['policy', inSecond({ pages: '' }), 'badField', 'strategies.0.pages'],
  'pages as a list': ['policy', inSecond({ pages: ['different'] }), 'badField', 'strategies.0.pages'],
  'pages of a step': [
    'policy',
    inSecond({ nodes: [{ ...flow?.nodes[0], pages: 'different' }] }),
    'unknownField',
    'strategies.0.nodes.0.pages',
  ],
  'no condition, spelled in the second version': [
    'policy',
    text({ ...second, senior: [{ ...unsaid, when: { wallets: [] } }] }),
    'badField',
    'senior.0.when.wallets',
  ],
  'pages of a rule in the first version': [
    'policy',
    text({ ...team, senior: [{ ...unsaid, pages: 'different' }] }),
    'unknownField',
    'senior.0.pages',
  ],
};

const read: Record<Kind, (source: string) => unknown> = {
  intent: parseIntent,
  policy: parsePolicy,
  keygen: parseKeygenRequest,
  export: parseKeyExportRequest,
  approval: (source) => checkApproval(JSON.parse(source)),
};

/** Codes and places are written down by hand above; the code must refuse with exactly these. */
function refusalOf(kind: Kind, source: string): string {
  try {
    read[kind](source);
  } catch (error) {
    return error instanceof PolicyError ? `${error.code} at '${error.at}'` : `other error: ${error}`;
  }
  return 'no refusal';
}

export const refusalVectors = () =>
  Object.entries({ ...forms, ...fieldsOfIntent, ...relations, ...documents, ...approvals, ...secondVersion }).map(
    ([name, [kind, source, code, at]]) => {
      const got = refusalOf(kind, source);
      if (got !== `${code} at '${at}'`) throw new Error(`${name}: expected ${code} at '${at}', got ${got}`);
      return { name, kind, text: source, code, at };
    },
  );
