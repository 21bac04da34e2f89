import { bytesToHex } from '@noble/hashes/utils.js';
import {
  type Approval,
  type ApprovalFault,
  approvalDigest,
  type Decision,
  type Evaluation,
  evaluate,
  fromBase64Url,
  type Intent,
  type PolicyDocument,
  toBase64Url,
  verifyApproval,
  writtenPolicy,
} from '../../src/index.ts';
import {
  approve,
  batch,
  bitcoinTransfer,
  device,
  disperse,
  documentIntent,
  hashOf,
  type Key,
  keys,
  member,
  node,
  passkey,
  policyOf,
  refOf,
  solo,
  strategy,
  type Twist,
  team,
  transfer,
} from '../fixtures.ts';
import { pageEvaluations } from './pages.ts';

const intent = transfer();
const many = batch(3);
const dispersed = disperse(3);

const keyMaterial = documentIntent('export', hashOf('request'));
const release = (...approvers: string[]) => ({ ...node('Release', 1, ...approvers), kind: 'sign' as const });
/** Requests for key material have a rule of their own here. */
const guarded: PolicyDocument = {
  ...team,
  workspace: [
    { op: 'keys', signProtection: 'on', nodes: [release('bob')] },
    { op: 'keyMaterial', signProtection: 'on', nodes: [release('dee')] },
  ],
};
const keyless: PolicyDocument = {
  ...team,
  members: team.members.map((one) => (one.id === 'bob' ? { ...one, keyHolder: 'no' } : one)),
};

const ann = (twist?: Twist): Approval => approve(keys.ann, 'ann', intent, 'approve', twist);
const dee = (twist?: Twist): Approval => approve(keys.dee, 'dee', intent, 'approve', twist);
/** Dee refuses, and says why. */
const why = (remark: string, key: Key = keys.dee): Approval => approve(key, 'dee', intent, 'refuse', undefined, remark);
const wordless = approve(keys.dee, 'dee', intent, 'refuse');
const proof = (approval: Approval, change: Record<string, string>): Approval => ({
  ...approval,
  proof: { ...approval.proof, ...change } as Approval['proof'],
});
const bytesOf = (text: string): Uint8Array => fromBase64Url(text) ?? new Uint8Array();
const sigOf = (approval: Approval): Uint8Array => bytesOf(approval.proof.signature);

/** Rewrites the DER of a P-256 signature into a form that says the same and must not pass. */
function der(change: (signature: Uint8Array) => number[]): Approval {
  const approval = ann();
  return proof(approval, { signature: toBase64Url(Uint8Array.from(change(sigOf(approval)))) });
}
const groupOrder = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
const edOrder = 2n ** 252n + 27742317777372353535851937790883648493n;

/** The other s of the same P-256 signature: a true signature, since authenticators do not normalise it. */
function otherS(): Approval {
  return der((signature) => {
    const rLength = signature[3] ?? 0;
    const r = [...signature.slice(2, 4 + rLength)];
    const s = BigInt(`0x${bytesToHex(signature.slice(6 + rLength))}`);
    const hex = (groupOrder - s).toString(16).padStart(64, '0');
    const body = hex.match(/../g)?.map((pair) => Number.parseInt(pair, 16)) ?? [];
    while (body[0] === 0 && (body[1] ?? 0) < 0x80) body.shift();
    if ((body[0] ?? 0) >= 0x80) body.unshift(0);
    return [0x30, r.length + 2 + body.length, ...r, 2, body.length, ...body];
  });
}

/** s + L is the same residue: RFC 8032 §5.1.7 refuses it. */
function malleated(): Approval {
  const approval = dee();
  const bytes = approval.proof.signature.match(/../g) ?? [];
  const s = BigInt(`0x${bytes.slice(32).reverse().join('')}`) + edOrder;
  const tail = s.toString(16).padStart(64, '0').match(/../g)?.reverse().join('') ?? '';
  return proof(approval, { signature: bytes.slice(0, 32).join('') + tail });
}

const verdicts: Record<string, [Approval, 'ok' | ApprovalFault]> = {
  passkey: [ann(), 'ok'],
  'compressed passkey': [approve(keys.cem, 'cem', intent), 'ok'],
  'device key': [dee(), 'ok'],
  'second credential': [approve(keys.ann2, 'ann', intent), 'ok'],
  initiate: [approve(keys.cem, 'cem', intent, 'initiate'), 'ok'],
  refuse: [approve(keys.dee2, 'dee', intent, 'refuse'), 'ok'],
  'refuse, and why': [why('wrong invoice'), 'ok'],
  'refuse by passkey, and why': [why('wrong invoice', keys.dee2), 'ok'],
  'refuse, and why in other scripts': [why('发票号不对 💥 e\u0301'), 'ok'],
  'refuse, and why in 200 characters of four bytes': [why('🦊'.repeat(200)), 'ok'],
  'refuse with words of the format': [why('","decision":"approve'), 'ok'],
  'viewer, whose signature is true': [approve(keys.eve, 'eve', intent), 'ok'],
  'from the other signer’s origin': [ann({ origin: 'http://localhost:8702' }), 'ok'],
  'without a word on cross origin': [ann({ extra: {} }), 'ok'],
  'with fields we do not know': [ann({ extra: { crossOrigin: false, other_keys_can_be_added_here: 'x' } }), 'ok'],
  'with backup flags': [ann({ flags: 0x1d }), 'ok'],
  'with extension data': [ann({ flags: 0x85, authTail: Uint8Array.of(0xa0) }), 'ok'],
  'with the other s': [otherS(), 'ok'],
  'unknown member': [approve(keys.stranger, 'zoe', intent), 'unknownMember'],
  'removed member': [approve(passkey('fay'), 'fay', intent), 'memberRemoved'],
  'unknown credential': [approve(keys.stranger, 'ann', intent), 'unknownCredential'],
  'credential of another member': [approve(keys.dee, 'ann', intent), 'unknownCredential'],
  'passkey proof for a device key': [{ ...dee(), proof: ann().proof }, 'wrongProofType'],
  'device proof for a passkey': [{ ...ann(), proof: dee().proof }, 'wrongProofType'],
  'made to register a passkey': [ann({ type: 'webauthn.create' }), 'wrongType'],
  'payment assertion': [ann({ type: 'payment.get' }), 'wrongType'],
  'challenge of a refusal': [{ ...approve(keys.ann, 'ann', intent, 'refuse'), decision: 'approve' }, 'wrongChallenge'],
  'challenge of a refusal for another reason': [
    { ...why('wrong invoice', keys.dee2), remark: 'right invoice' },
    'wrongChallenge',
  ],
  'challenge of another intent': [
    { ...approve(keys.ann, 'ann', bitcoinTransfer()), intent: ann().intent },
    'wrongChallenge',
  ],
  'challenge is the intent digest itself': [ann({ challenge: bytesOf('AAAA') }), 'wrongChallenge'],
  'other port': [ann({ origin: 'http://localhost:8700' }), 'wrongOrigin'],
  'other scheme': [ann({ origin: 'https://localhost:8701' }), 'wrongOrigin'],
  'origin with a slash': [ann({ origin: 'http://localhost:8701/' }), 'wrongOrigin'],
  'origin that begins alike': [ann({ origin: 'http://localhost:87010' }), 'wrongOrigin'],
  'in a frame of another site': [ann({ extra: { crossOrigin: true } }), 'crossOrigin'],
  'cross origin as text': [ann({ extra: { crossOrigin: 'false' } }), 'crossOrigin'],
  'with a top origin': [ann({ extra: { crossOrigin: false, topOrigin: 'https://evil.example' } }), 'crossOrigin'],
  'other relying party': [ann({ rpId: 'evil.example' }), 'wrongRpId'],
  'user not present': [ann({ flags: 0x04 }), 'userNotPresent'],
  'user not verified': [ann({ flags: 0x01 }), 'userNotVerified'],
  'no flags': [ann({ flags: 0 }), 'userNotPresent'],
  'client data is no JSON': [ann({ clientText: 'yes' }), 'badClientData'],
  'client data is a list': [ann({ clientText: '[]' }), 'wrongType'],
  'client data is null': [ann({ clientText: 'null' }), 'badClientData'],
  'client data too large': [ann({ extra: { pad: 'x'.repeat(4_096) } }), 'badClientData'],
  'authenticator data cut': [proof(ann(), { authenticatorData: 'AAAA' }), 'badClientData'],
  'base64url with bits left over': [
    proof(ann(), { clientDataJSON: `${(ann().proof as { clientDataJSON: string }).clientDataJSON.slice(0, -1)}_` }),
    'badClientData',
  ],
  'signature of another approval': [
    proof(ann(), { signature: approve(keys.ann, 'ann', intent, 'refuse').proof.signature }),
    'badSignature',
  ],
  'signature is rubbish': [proof(ann(), { signature: 'AAAA' }), 'badSignature'],
  'DER with a byte after it': [der((s) => [...s, 0]), 'badSignature'],
  'DER with a long length': [der((s) => [0x30, 0x81, ...s.slice(1)]), 'badSignature'],
  'DER with a needless zero': [
    der((s) => [0x30, (s[1] ?? 0) + 1, 2, (s[3] ?? 0) + 1, 0, ...s.slice(4)]),
    'badSignature',
  ],
  'DER of zeros': [der(() => [0x30, 6, 2, 1, 0, 2, 1, 0]), 'badSignature'],
  'DER with a negative r': [der(() => [0x30, 6, 2, 1, 0x80, 2, 1, 1]), 'badSignature'],
  'raw r and s': [der((s) => [...s.slice(-64)]), 'badSignature'],
  'device signature of a refusal': [
    { ...approve(keys.dee, 'dee', intent, 'refuse'), decision: 'approve' },
    'badSignature',
  ],
  'device signature of a refusal with its reason left out': [{ ...wordless, proof: why('no').proof }, 'badSignature'],
  'device signature of a refusal with a reason put in': [{ ...wordless, remark: 'no' }, 'badSignature'],
  'device signature of a reason with another end': [{ ...why('no'), remark: 'no.' }, 'badSignature'],
  'device signature of a reason spelled in another way': [{ ...why('\u00e9'), remark: 'e\u0301' }, 'badSignature'],
  'device signature of another intent': [
    { ...approve(keys.dee, 'dee', bitcoinTransfer()), intent: dee().intent },
    'badSignature',
  ],
  'device signature of another member': [
    { ...approve(keys.dee, 'dee', intent), member: 'bob', credential: keys.bob.credential.id },
    'badSignature',
  ],
  'device signature with s too large': [malleated(), 'badSignature'],
  'device signature of zeros': [proof(dee(), { signature: '00'.repeat(64) }), 'badSignature'],
  'device signature that holds for small-order keys': [
    proof(dee(), { signature: `01${'00'.repeat(63)}` }),
    'badSignature',
  ],
};

export function approvalVectors() {
  const cases = Object.entries(verdicts).map(([name, [approval, expected]]) => {
    const verdict = verifyApproval(team, approval);
    const got = verdict.ok ? 'ok' : verdict.reason;
    if (got !== expected) throw new Error(`${name}: expected ${expected}, got ${got}`);
    return { name, approval, digest: bytesToHex(approvalDigest(approval)), verdict: expected };
  });
  return { policy: team, cases };
}

type Vote = [Key, string, Decision] | Approval;
interface Case {
  readonly policy?: PolicyDocument;
  readonly intent?: Intent;
  readonly votes: Vote[];
  /** State, approved members by node, and what else is worth stating. */
  readonly is: [Evaluation['state'], string[][]] & { length: 2 };
  readonly more?: Partial<Omit<Evaluation, 'rule'>> & { readonly rule?: string };
}

const begin: Vote = [keys.cem, 'cem', 'initiate'];
const yes = (who: 'ann' | 'bob' | 'cem' | 'dee' | 'eve'): Vote => [keys[who], who, 'approve'];
const no = (who: 'ann' | 'bob' | 'cem' | 'dee' | 'eve'): Vote => [keys[who], who, 'refuse'];
const eight = transfer({ wallet: '8' });
const other = transfer({ wallet: '9' });
const soloIntent = transfer({ policy: refOf(solo), initiator: 'ann' });
const change = documentIntent('policy', hashOf('next policy'));
const next: PolicyDocument = { ...team, version: '2' };
const broken = policyOf(
  [member('ann', 'owner', keys.ann), member('bob', 'admin', keys.bob)],
  [strategy('*', 'on', node('n', 2, 'ann', 'bob'))],
);
const twice = policyOf([member('ann', 'owner', keys.ann)], [strategy('*', 'off', node('n', 2, 'ann', 'ann'))]);
const waitingFor = policyOf(
  [member('ann', 'owner', keys.ann), member('bob', 'admin')],
  [strategy('*', 'on', node('n', 1, 'ann', 'bob'))],
);
const ruleless = policyOf([member('ann', 'owner', keys.ann)], [strategy('7', 'on', node('n', 1, 'ann'))]);
const forPolicy = (policy: PolicyDocument, rest: Partial<Intent> = {}): Intent =>
  transfer({ policy: refOf(policy), initiator: 'ann', ...rest });
const ordered = (count: number): Vote[] => {
  const all: Vote[] = [begin, yes('ann'), yes('dee'), yes('bob')];
  return all.slice(0, count);
};

const evaluations: Record<string, Case> = {
  nothing: { votes: [], is: ['waiting', [[], []]], more: { initiatorSigned: false, solo: false, rule: '7' } },
  'a batch, by the flow of its sub-wallet': {
    intent: many,
    votes: ordered(3),
    is: ['satisfied', [['ann', 'dee'], ['ann']]],
  },
  'a batch, by the approvals of a payment': {
    intent: many,
    votes: ordered(3).map((vote) => (Array.isArray(vote) ? approve(vote[0], vote[1], intent, vote[2]) : vote)),
    is: ['waiting', [[], []]],
  },
  'rows by one transaction, by the flow of their sub-wallet': {
    intent: dispersed,
    votes: ordered(3),
    is: ['satisfied', [['ann', 'dee'], ['ann']]],
  },
  'rows by one transaction, by the approvals of a batch of the same rows': {
    intent: dispersed,
    votes: ordered(3).map((vote) => (Array.isArray(vote) ? approve(vote[0], vote[1], many, vote[2]) : vote)),
    is: ['waiting', [[], []]],
  },
  'only the initiator': { votes: [begin], is: ['waiting', [[], []]], more: { initiatorSigned: true } },
  'one of two': { votes: ordered(2), is: ['waiting', [['ann'], []]] },
  'both nodes by one who is in both': { votes: ordered(3), is: ['satisfied', [['ann', 'dee'], ['ann']]] },
  'more than needed': { votes: ordered(4), is: ['satisfied', [['ann', 'bob', 'dee'], ['ann']]] },
  'in another order': { votes: ordered(3).reverse(), is: ['satisfied', [['ann', 'dee'], ['ann']]] },
  'without the initiator': { votes: ordered(3).slice(1), is: ['waiting', [['ann', 'dee'], ['ann']]] },
  'the second node does not count before the first': { votes: [begin, yes('ann')], is: ['waiting', [['ann'], []]] },
  'first node done, second open': { votes: [begin, yes('bob'), yes('dee')], is: ['waiting', [['bob', 'dee'], []]] },
  'the initiator is left out under protection': {
    votes: [begin, yes('bob'), yes('dee'), yes('cem')],
    is: ['waiting', [['bob', 'dee'], []]],
  },
  'approve does not stand for initiate under protection': {
    votes: [yes('cem'), yes('ann'), yes('dee')],
    is: ['waiting', [['ann', 'dee'], ['ann']]],
    more: { initiatorSigned: false },
  },
  'one member with two credentials is one': {
    votes: [begin, yes('dee'), [keys.dee2, 'dee', 'approve']],
    is: ['waiting', [['dee'], []]],
  },
  'one approval twice is one': { votes: [begin, yes('dee'), yes('dee')], is: ['waiting', [['dee'], []]] },
  'a viewer does not count': { intent: eight, votes: [begin, yes('eve'), yes('ann')], is: ['waiting', [['ann']]] },
  'a removed member does not count': {
    intent: eight,
    votes: [begin, [passkey('fay'), 'fay', 'approve'], yes('ann')],
    is: ['waiting', [['ann']]],
  },
  'a stranger does not count': { votes: [begin, [keys.stranger, 'ann', 'approve']], is: ['waiting', [[], []]] },
  'who is not in the node does not count': {
    intent: other,
    votes: [begin, yes('dee')],
    is: ['waiting', [[]]],
    more: { rule: '*' },
  },
  'the default rule': { intent: other, votes: [begin, yes('bob')], is: ['satisfied', [['bob']]], more: { rule: '*' } },
  'without protection the initiator may approve': {
    intent: eight,
    votes: [yes('cem'), yes('dee')],
    is: ['satisfied', [['cem', 'dee']]],
  },
  'without protection initiate alone is no approval': {
    intent: eight,
    votes: [begin, yes('dee')],
    is: ['waiting', [['dee']]],
  },
  'refused by an approver': {
    votes: [...ordered(3), no('bob')],
    is: ['refused', [['ann', 'dee'], ['ann']]],
    more: { refusedBy: 'bob' },
  },
  'refused by who also approved': {
    votes: [...ordered(3), no('dee')],
    is: ['refused', [['ann', 'dee'], ['ann']]],
    more: { refusedBy: 'dee' },
  },
  'taken back by the initiator': {
    votes: [...ordered(3), no('cem')],
    is: ['refused', [['ann', 'dee'], ['ann']]],
    more: { refusedBy: 'cem' },
  },
  'refused by two': { votes: [no('dee'), no('ann')], is: ['refused', [[], []]], more: { refusedBy: 'ann' } },
  'a viewer cannot refuse': { votes: [...ordered(3), no('eve')], is: ['satisfied', [['ann', 'dee'], ['ann']]] },
  'who has no say cannot refuse': {
    intent: other,
    votes: [begin, yes('bob'), no('dee')],
    is: ['satisfied', [['bob']]],
  },
  'a false refusal does not count': {
    votes: [...ordered(3), { ...approve(keys.bob, 'bob', eight, 'refuse'), intent: ann().intent }],
    is: ['satisfied', [['ann', 'dee'], ['ann']]],
  },
  'decisions over another intent do not count': {
    votes: [begin, approve(keys.ann, 'ann', eight), approve(keys.dee, 'dee', eight)],
    is: ['waiting', [[], []]],
  },
  'decisions over the same intent with another id do not count': {
    votes: [begin, approve(keys.ann, 'ann', transfer({ id: '6f1c1f5e-8f0f-4c39-9a55-1f0f3e0f9a02' }))],
    is: ['waiting', [[], []]],
  },
  'solo: nothing yet': { policy: solo, intent: soloIntent, votes: [], is: ['waiting', [[]]], more: { solo: true } },
  'solo: initiate is not yet approve': {
    policy: solo,
    intent: soloIntent,
    votes: [[keys.ann, 'ann', 'initiate']],
    is: ['waiting', [[]]],
  },
  'solo: approve is both': {
    policy: solo,
    intent: soloIntent,
    votes: [yes('ann')],
    is: ['satisfied', [['ann']]],
    more: { initiatorSigned: true },
  },
  'solo: refused': {
    policy: solo,
    intent: soloIntent,
    votes: [yes('ann'), no('ann')],
    is: ['refused', [['ann']]],
    more: { refusedBy: 'ann' },
  },
  'solo as long as the other has no credential': {
    policy: waitingFor,
    intent: forPolicy(waitingFor),
    votes: [yes('ann')],
    is: ['satisfied', [['ann']]],
    more: { solo: true },
  },
  'policy change by the rule in force': {
    intent: change,
    votes: [[keys.ann, 'ann', 'initiate'], yes('bob')],
    is: ['satisfied', [['bob']]],
    more: { rule: 'members,strategies,addressBook,keys,api' },
  },
  'policy change by its author alone': {
    intent: change,
    votes: [[keys.ann, 'ann', 'initiate'], yes('ann')],
    is: ['waiting', [[]]],
  },
  'policy change asked by an operator': {
    intent: documentIntent('policy', hashOf('next policy'), { initiator: 'cem' }),
    votes: [begin, yes('ann')],
    is: ['unsatisfiable', [['ann']]],
    more: { problem: 'initiatorNotAllowed' },
  },
  'key ceremony': {
    intent: documentIntent('keygen', hashOf('request')),
    votes: [[keys.ann2, 'ann', 'initiate'], yes('bob')],
    is: ['satisfied', [['bob']]],
  },
  'key material by the default flow': {
    intent: keyMaterial,
    votes: [[keys.ann2, 'ann', 'initiate'], yes('bob')],
    is: ['satisfied', [['bob']]],
    more: { rule: 'keyMaterial' },
  },
  'key material by who asks for it': {
    intent: keyMaterial,
    votes: [[keys.ann2, 'ann', 'initiate'], yes('ann')],
    is: ['waiting', [[]]],
  },
  'key material by its own rule': {
    policy: guarded,
    intent: documentIntent('export', hashOf('request'), { policy: refOf(guarded) }),
    votes: [[keys.ann2, 'ann', 'initiate'], yes('dee')],
    is: ['satisfied', [['dee']]],
    more: { rule: 'keyMaterial' },
  },
  'key material by the rule of the keys': {
    policy: guarded,
    intent: documentIntent('export', hashOf('request'), { policy: refOf(guarded) }),
    votes: [[keys.ann2, 'ann', 'initiate'], yes('bob')],
    is: ['waiting', [[]]],
  },
  'key material, refused by somebody the flow does not name': {
    intent: keyMaterial,
    votes: [[keys.ann2, 'ann', 'initiate'], yes('bob'), no('cem')],
    is: ['refused', [['bob']]],
    more: { refusedBy: 'cem' },
  },
  'key material, refused by a viewer': {
    intent: keyMaterial,
    votes: [[keys.ann2, 'ann', 'initiate'], yes('bob'), no('eve')],
    is: ['satisfied', [['bob']]],
  },
  'key material asked for by an operator': {
    intent: documentIntent('export', hashOf('request'), { initiator: 'cem' }),
    votes: [begin, yes('ann')],
    is: ['unsatisfiable', [['ann']]],
    more: { problem: 'initiatorNotAllowed' },
  },
  'key material asked for by an admin without a key of equal rights': {
    policy: keyless,
    intent: documentIntent('export', hashOf('request'), { policy: refOf(keyless), initiator: 'bob' }),
    votes: [[keys.bob, 'bob', 'initiate'], yes('ann')],
    is: ['unsatisfiable', [['ann']]],
    more: { problem: 'initiatorNotAllowed' },
  },
  'asked by an approver': {
    intent: transfer({ initiator: 'dee' }),
    votes: [[keys.dee, 'dee', 'initiate']],
    is: ['unsatisfiable', [[], []]],
    more: { problem: 'initiatorNotAllowed' },
  },
  'asked by a viewer': {
    intent: transfer({ initiator: 'eve' }),
    votes: [[keys.eve, 'eve', 'initiate']],
    is: ['unsatisfiable', [[], []]],
    more: { problem: 'initiatorNotAllowed', initiatorSigned: true },
  },
  'asked by a removed member': {
    intent: transfer({ initiator: 'fay' }),
    votes: [[passkey('fay'), 'fay', 'initiate']],
    is: ['unsatisfiable', [[], []]],
    more: { problem: 'initiatorNotAllowed', initiatorSigned: false },
  },
  'asked by nobody we know': {
    intent: transfer({ initiator: 'zoe' }),
    votes: [yes('ann')],
    is: ['unsatisfiable', [['ann'], []]],
    more: { problem: 'initiatorNotAllowed' },
  },
  'too few approvers': {
    policy: broken,
    intent: forPolicy(broken),
    votes: [yes('bob')],
    is: ['unsatisfiable', [['bob']]],
    more: { problem: 'tooFewApprovers' },
  },
  'an approver named twice is one': {
    policy: twice,
    intent: forPolicy(twice),
    votes: [yes('ann')],
    is: ['unsatisfiable', [['ann']]],
    more: { problem: 'tooFewApprovers' },
  },
  'no rule': {
    policy: ruleless,
    intent: forPolicy(ruleless, { wallet: '8' }),
    votes: [yes('ann')],
    is: ['unsatisfiable', []],
    more: { problem: 'noStrategy', rule: '' },
  },
  'made under the version before': {
    policy: next,
    votes: ordered(3),
    is: ['unsatisfiable', [['ann', 'dee'], ['ann']]],
    more: { problem: 'otherPolicy' },
  },
  'names the version but another hash': {
    intent: transfer({ policy: { ...refOf(team), hash: hashOf('another document') } }),
    votes: [],
    is: ['unsatisfiable', [[], []]],
    more: { problem: 'otherPolicy' },
  },
  'names another policy': {
    intent: transfer({ policy: { ...refOf(team), id: 'x' } }),
    votes: [],
    is: ['unsatisfiable', [[], []]],
    more: { problem: 'otherPolicy' },
  },
  'of another deployment': {
    intent: transfer({ deployment: hashOf('other') }),
    votes: [],
    is: ['unsatisfiable', [[], []]],
    more: { problem: 'otherPolicy' },
  },
  'of another deployment, and refused': {
    intent: transfer({ deployment: hashOf('other') }),
    votes: [no('ann')],
    is: ['refused', [[], []]],
    more: { problem: 'otherPolicy', refusedBy: 'ann' },
  },
  'by an outsider’s key under a known name': {
    votes: [begin, { ...approve(device('evil'), 'ann', intent), credential: keys.ann2.credential.id }],
    is: ['waiting', [[], []]],
  },
};

function checkCase(name: string, wanted: Case, result: Evaluation): void {
  const got = [result.state, result.nodes.map((n) => n.approved)];
  const told = { ...result, rule: result.rule?.id ?? '' };
  const rest = Object.entries(wanted.more ?? {}).map(([key, value]) => [value, told[key as keyof Evaluation]]);
  if (JSON.stringify(got) !== JSON.stringify(wanted.is) || rest.some(([a, b]) => a !== b))
    throw new Error(`${name}: expected ${JSON.stringify([wanted.is, wanted.more])}, got ${JSON.stringify(result)}`);
}

export function evaluationVectors() {
  return Object.entries<Case>({ ...evaluations, ...pageEvaluations }).map(([name, wanted]) => {
    const [policy, about] = [wanted.policy ?? team, wanted.intent ?? intent];
    const approvals = wanted.votes.map((vote) =>
      Array.isArray(vote) ? approve(vote[0], vote[1], about, vote[2]) : vote,
    );
    const result = evaluate(policy, about, approvals);
    checkCase(name, wanted, result);
    return { name, policy: writtenPolicy(policy), intent: about, approvals, result };
  });
}
