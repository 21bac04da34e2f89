import { randomBytes } from 'node:crypto';
import { type ChainConfig, childPublicKey, familyOf } from '@holdfast/chains';
import {
  type Approval,
  type BookChange,
  type BookEntry,
  bodyHash,
  canonicalText,
  type Intent,
  intentDigestHex,
  intentText,
  type KeyExportRequest,
  type KeygenRequest,
  type PolicyDocument,
  policyHash,
  policyText,
} from '@holdfast/policy';
import {
  baseIntent,
  btcPayee,
  btcPlan,
  decide,
  evmPayee,
  evmPlan,
  fundingTx,
  newMember,
  p2wpkh,
  type TestMember,
  testChains,
} from '@holdfast/testkit/signer';
import { ed25519 } from '@noble/curves/ed25519.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { admissionSteps, admit } from '../src/admission/admit.ts';
import { type Standing, standingDigest, standingOf } from '../src/admission/standing.ts';
import type { AdmissionRequest, Draft, Facts, Step } from '../src/admission/types.ts';
import { createChildKeys } from '../src/children.ts';
import { Refusal } from '../src/errors.ts';
import { boundBy, type ConflictClass, type StoredGroup } from '../src/state/entries.ts';
import { accountOf } from '../src/state/open.ts';
import { emptyState, requestKey, type SignerState } from '../src/state/state.ts';
import { type Statement, stated } from '../src/statements.ts';
import { createVerify } from '../src/verdicts.ts';

/** Everything an admission looks at, whole and right; a test breaks one thing in it. No process and no key ceremony is needed for that. */
export interface Scenario {
  request: AdmissionRequest;
  state: SignerState;
  now: number;
  chains: Map<string, ChainConfig>;
  velocity: Facts['velocity'];
  feeBudget: Facts['feeBudget'];
  maxBid: Facts['maxBid'];
  longestLifeMs: Facts['longestLifeMs'];
  callback: Facts['callback'];
  codeSeen: Facts['codeSeen'];
  familyOf: Facts['familyOf'];
}

export const people = {
  olga: newMember('olga', 'owner'),
  adam: newMember('adam', 'admin'),
  anna: newMember('anna', 'approver'),
  omar: newMember('omar', 'operator'),
  vera: newMember('vera', 'viewer'),
} satisfies Record<string, TestMember>;

const root = secp256k1.keygen();
export const rootKey = { publicKey: bytesToHex(root.publicKey), chainCode: bytesToHex(randomBytes(32)) };
export const groupId = 'ab'.repeat(16);

export const group: StoredGroup = {
  ceremony: '00000000-0000-4000-8000-000000000000',
  public: {
    id: groupId,
    threshold: 2,
    parties: ['1', '2', '3'],
    secp256k1: rootKey,
    ed25519: { publicKey: '00'.repeat(32), chainCode: '00'.repeat(32) },
    epoch: 0,
    createdAt: 0,
    active: true,
  },
  recovery: 3,
  verifying: { secp256k1: {}, ed25519: {} },
  sealed: { secp256k1: '', ed25519: '', pairs: {} },
};

/** The other signer's identity: what it says of itself counts. */
const peer = ed25519.keygen();

/** Adam or Anna first, then two of three. Omar asks. */
export const policy: PolicyDocument = {
  v: '1',
  domain: 'holdfast/policy/v1',
  deployment: '11'.repeat(32),
  id: 'policy',
  version: '3',
  prev: '22'.repeat(32),
  members: Object.values(people).map(({ member }) => member),
  senior: [],
  workspace: [],
  book: { mode: 'off', coolingHours: '24' },
  strategies: [
    {
      wallet: '*',
      signProtection: 'on',
      nodes: [
        { kind: 'approve', name: 'desk', approvers: ['adam', 'anna'], threshold: '1' },
        { kind: 'sign', name: 'board', approvers: ['olga', 'adam', 'anna'], threshold: '2' },
      ],
    },
  ],
  signers: ['1', '2'].map((id) => ({
    id,
    name: id,
    identity: id === '2' ? bytesToHex(peer.publicKey) : id.repeat(64),
    channel: id.repeat(64),
    origin: `http://s${id}`,
  })),
};

export const now = 1_800_000_000_000;

const chainOf = (family: 'evm' | 'bitcoin'): ChainConfig => {
  const chain = testChains.find((candidate) => candidate.family === family);
  if (!chain) throw new Error('no such chain');
  return chain;
};
export const addressOf = (family: 'evm' | 'bitcoin', path: string): string =>
  familyOf(chainOf(family)).addressOf(chainOf(family), childPublicKey(rootKey, path));

export function payment(family: 'evm' | 'bitcoin', changes: Partial<Intent> = {}): Intent {
  const chain = chainOf(family);
  const evm = family === 'evm';
  const native = { symbol: chain.baseSymbol, contract: '', decimals: evm ? '18' : '8' };
  const path = evm ? 'm/60/7/0/0' : 'm/0/7/0/0';
  return {
    ...baseIntent(policy, 'omar', now - 1_000),
    workspace: '1',
    wallet: '7',
    keyGroup: groupId,
    path,
    chain: chain.id,
    asset: native,
    feeAsset: native,
    from: addressOf(family, path),
    outputs: [
      { address: evm ? evmPayee : btcPayee, amount: evm ? '1000000000000000' : '50000', memo: '', entry: '', path: '' },
    ],
    maxFee: evm ? '10000000000000000' : '100000',
    conflict: evm ? 'evm-nonce' : 'bitcoin-inputs',
    ...changes,
  };
}

export const coinOf = (salt: number, sats = 80_000n, path = 'm/0/7/0/0') => ({
  path,
  ...fundingTx(p2wpkh(childPublicKey(rootKey, path)), sats, salt),
});
export const outpointOf = (salt: number): string => `bitcoin:regtest|${coinOf(salt).txid}:0`;

/** Olga asks, Adam and Anna agree: for what only an owner or admin may ask. */
const governed = (intent: Intent): Approval[] => [
  decide(intent, people.olga, 'initiate'),
  decide(intent, people.adam, 'approve'),
  decide(intent, people.anna, 'approve'),
];

/** Omar asks, Adam and Olga agree. */
export const approved = (intent: Intent): Approval[] => [
  decide(intent, people.omar, 'initiate'),
  decide(intent, people.adam, 'approve'),
  decide(intent, people.olga, 'approve'),
];

function scenario(request: AdmissionRequest): Scenario {
  const state = emptyState();
  state.policy = { text: policyText(policy), document: policy, hash: policyHash(policy), approvals: [] };
  state.groups.set(groupId, group);
  state.lastAt = now - 5_000;
  const chains = new Map(testChains.map((chain) => [chain.id, chain]));
  return {
    request,
    state,
    now,
    chains,
    velocity: [],
    feeBudget: [],
    maxBid: [],
    callback: undefined,
    codeSeen: async () => 'there',
    longestLifeMs: 600_000,
    familyOf,
  };
}

export function paying(intent: Intent = payment('evm'), approvals: readonly unknown[] = approved(intent)): Scenario {
  const plan = intent.chain.startsWith('evm') ? evmPlan(5) : btcPlan([coinOf(1)], 'm/0/7/1/0');
  return scenario({
    peer: 'server',
    purpose: 'transfer',
    intent: intentText(intent),
    attachments: {},
    approvals,
    plan,
    parties: ['1', '2'],
  });
}

export const nextPolicy = (changes: Partial<PolicyDocument> = {}): PolicyDocument => ({
  ...policy,
  version: '4',
  prev: policyHash(policy),
  ...changes,
});

export function changing(next: PolicyDocument = nextPolicy(), changes: Partial<Intent> = {}): Scenario {
  const intent: Intent = {
    ...baseIntent(policy, 'olga', now - 1_000),
    kind: 'policy',
    body: bodyHash(next),
    ...changes,
  };
  const attachments = { document: policyText(next) };
  return scenario({
    peer: 'server',
    purpose: 'policy',
    intent: intentText(intent),
    attachments,
    approvals: governed(intent),
  });
}

const payee: BookEntry = { chains: ['evm:31337'], address: evmPayee, memo: '', assets: [], label: 'Payee' };

/** Olga asks to put a payee into the address book; Adam and Anna agree. */
export function listing(changes: Partial<BookChange> = {}): Scenario {
  const change: BookChange = {
    v: '1',
    domain: 'holdfast/book/v1',
    deployment: policy.deployment,
    prev: '',
    add: [payee],
    remove: [],
    ...changes,
  };
  const intent: Intent = { ...baseIntent(policy, 'olga', now - 1_000), kind: 'book', body: bodyHash(change) };
  return scenario({
    peer: 'server',
    purpose: 'book',
    intent: intentText(intent),
    attachments: { book: canonicalText(change) },
    approvals: governed(intent),
  });
}

/** A request under another policy: the intent names it, and it is in force. */
export function under(changes: Partial<PolicyDocument>, make: (policyRef: Partial<Intent>) => Scenario): Scenario {
  const document = { ...policy, ...changes };
  const hash = policyHash(document);
  const s = make({ policy: { id: document.id, version: document.version, hash } });
  s.state.policy = { text: policyText(document), document, hash, approvals: [] };
  return s;
}

export function generating(changes: Partial<Intent> = {}): Scenario {
  const request: KeygenRequest = {
    v: '1',
    domain: 'holdfast/keygen/v1',
    deployment: policy.deployment,
    ceremony: '00000000-0000-4000-8000-000000000001',
    threshold: '2',
    parties: ['1', '2', '3'],
    recovery: { identity: '33'.repeat(32), channel: '44'.repeat(32) },
  };
  const intent: Intent = {
    ...baseIntent(policy, 'olga', now - 1_000),
    kind: 'keygen',
    body: bodyHash(request),
    ...changes,
  };
  return scenario({
    peer: 'page',
    purpose: 'keygen',
    intent: intentText(intent),
    attachments: { request: canonicalText(request) },
    approvals: governed(intent),
  });
}

/** A recipient of nobody: its secret was never kept. */
export const recipient = 'age17yl03pymfak0yf4hq6v6xvd6pwhj9tts8cjheyyd92k3utd7jfhq6v8q9v';

/** Olga asks for the share of signer 1; Adam and Anna agree. */
export function exporting(asked: Partial<KeyExportRequest> = {}, changes: Partial<Intent> = {}): Scenario {
  const request: KeyExportRequest = {
    v: '1',
    domain: 'holdfast/export/v1',
    deployment: policy.deployment,
    keyGroup: groupId,
    epoch: '0',
    signer: '1',
    recipient,
    ...asked,
  };
  const intent: Intent = {
    ...baseIntent(policy, 'olga', now - 1_000),
    kind: 'export',
    body: bodyHash(request),
    ...changes,
  };
  return scenario({
    peer: 'server',
    purpose: 'export',
    intent: intentText(intent),
    attachments: { export: canonicalText(request) },
    approvals: governed(intent),
  });
}

const childKey = createChildKeys();
const verify = createVerify();

/** What signer 2 says of itself; unless told otherwise it stands where signer 1 does and is ready for the change asked for. */
export function saysTwo(
  s: Scenario,
  standing: Partial<Standing> = {},
  { signer = '2', at = s.now, deployment = policy.deployment, secret = peer.secretKey as Uint8Array } = {},
): Statement {
  const { body } = JSON.parse(s.request.intent) as Intent;
  const digest = standingDigest(deployment, { ...standingOf(s.state, body), ...standing }, signer, at);
  return stated({ me: signer, identity: { sign: { secret, public: peer.publicKey } } }, at, digest);
}

/** Where nothing else is said, the other signer is ready too. */
function facts(s: Scenario): Facts {
  const { purpose, standings } = s.request;
  const changes = purpose === 'policy' || purpose === 'book';
  const request = changes && !standings ? { ...s.request, standings: [saysTwo(s)] } : s.request;
  return { ...s, request, me: '1', childKey, verify };
}

/** @returns 'admitted', or the code of the refusal; anything else is a bug and shows as its message */
export async function outcome(s: Scenario, steps: readonly Step[] = admissionSteps): Promise<string> {
  try {
    await admit(
      steps,
      () => facts(s),
      (draft: Draft) => draft,
    );
    return 'admitted';
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    return error instanceof Error ? `bug: ${error.message}` : 'bug';
  }
}

export const draftOf = (s: Scenario): Promise<Draft> =>
  admit(
    admissionSteps,
    () => facts(s),
    (draft) => draft,
  );

export const remember = (s: Scenario, intent: Intent, conflict: ConflictClass): Scenario => {
  s.state.decided.set(intent.id, {
    id: intent.id,
    digest: intentDigestHex(intent),
    conflict,
    workspace: intent.workspace,
    wallet: intent.wallet,
    asset: `${intent.chain}|${intent.asset.contract}`,
    amount: '1',
    account: accountOf(intent),
    pays: intent.outputs.map(({ address, amount }) => ({ address, amount })),
    initiator: intent.initiator,
    request: intent.request,
    expires: Number(intent.expires),
  });
  s.state.requests.set(requestKey(intent), intent.id);
  for (const key of boundBy(conflict)) s.state.bound.set(key, intent.id);
  return s;
};
export const laneOf = (nonce: number): string => `evm:31337|${addressOf('evm', 'm/60/7/0/0').toLowerCase()}|${nonce}`;
