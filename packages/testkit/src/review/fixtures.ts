import {
  type Approval,
  approvalDigest,
  bodyHash,
  type Decision,
  type DeviceCredential,
  deviceCredentialId,
  type Intent,
  intentDigestHex,
  intentText,
  type Member,
  noAsset,
  type PolicyDocument,
  policyHash,
  policyText,
  readMessage,
  remarkHash,
} from '@holdfast/policy';
import type { IntentReply } from '@holdfast/review/facts';
import { signWithSecret } from '@holdfast/review/keyfile';
import { ed25519 } from '@noble/curves/ed25519.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { testChains } from './chains.ts';

/** A member with a device key of a known secret: everything here is signed for real. */
export interface Person {
  readonly member: Member;
  readonly secret: Uint8Array;
}

export function person(id: string, name: string, role: Member['role'], seed: number): Person {
  const secret = new Uint8Array(32).fill(seed);
  const publicKey = bytesToHex(ed25519.getPublicKey(secret));
  const credential: DeviceCredential = { id: deviceCredentialId(publicKey), type: 'device', publicKey };
  return {
    member: { id, name, role, status: 'active', keyHolder: 'yes', wallets: [], credentials: [credential] },
    secret,
  };
}

export const ada = person('m-ada', 'Ada', 'owner', 1);
export const bob = person('m-bob', 'Bob', 'approver', 2);
export const cleo = person('m-cleo', 'Cleo', 'approver', 3);

const signer = (id: string, digit: string) => ({
  id,
  name: `Signer ${id}`,
  identity: digit.repeat(64),
  channel: digit.repeat(64),
  origin: `http://localhost:870${id}`,
});

export function policyOf(people: readonly Person[], change: Partial<PolicyDocument> = {}): PolicyDocument {
  const approvers = people.map((one) => one.member.id);
  return {
    v: '1',
    domain: 'holdfast/policy/v1',
    deployment: 'd'.repeat(64),
    id: 'main',
    version: '1',
    prev: '',
    members: people.map((one) => one.member),
    strategies: [
      { wallet: '*', signProtection: 'on', nodes: [{ kind: 'sign', name: 'Approvers', approvers, threshold: '1' }] },
    ],
    senior: [],
    workspace: [],
    book: { mode: 'off', coolingHours: '24' },
    signers: [signer('1', 'a'), signer('2', 'b')],
    ...change,
  };
}

export const recipient = '0x90F79bf6EB2c4f870365E785982E1f101E93b906';
const now = 1_760_000_000_000;
export const fixtureNow = now;

export function transferOf(policy: PolicyDocument, change: Partial<Intent> = {}): Intent {
  return {
    v: '1',
    domain: 'holdfast/intent/v1',
    kind: 'transfer',
    deployment: policy.deployment,
    workspace: '1',
    wallet: '7',
    keyGroup: 'c'.repeat(32),
    path: 'm/60/7/0/0',
    chain: 'evm:31337',
    asset: { symbol: 'ETH', contract: '', decimals: '18' },
    from: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    outputs: [{ address: recipient, amount: '1234567890123456789012', memo: '', entry: '', path: '' }],
    maxFee: '2100000000000001',
    feeAsset: { symbol: 'ETH', contract: '', decimals: '18' },
    call: '',
    conflict: 'evm-nonce',
    policy: { id: policy.id, version: policy.version, hash: policyHash(policy) },
    body: '',
    id: '0195b2c4-7e11-7c3a-9f00-1c2d3e4f5a6b',
    request: 'req-1',
    created: String(now - 120_000),
    notBefore: String(now - 120_000),
    expires: String(now + 3_600_000),
    initiator: policy.members[0]?.id ?? '',
    remarkHash: '',
    ...change,
  };
}

/** A message that is to be signed, with whom it concerns. @param call `text …` or `typed …` */
export function messageOf(policy: PolicyDocument, call: string): Intent {
  const { chain, from, path, ...rest } = transferOf(policy, { kind: 'message', maxFee: '0', conflict: 'none' });
  const read = readMessage({ call, chain, from });
  const names = typeof read === 'string' ? [from] : read.names;
  const outputs = names.map((address) => ({
    ...{ address, amount: '0', memo: '', entry: '' },
    path: address === from ? path : '',
  }));
  return { ...rest, chain, from, path, call, outputs };
}

/** An intent that proposes `next`. */
export const policyChangeOf = (policy: PolicyDocument, next: PolicyDocument): Intent =>
  transferOf(policy, {
    kind: 'policy',
    workspace: '',
    wallet: '',
    keyGroup: '',
    path: '',
    chain: '',
    asset: noAsset,
    feeAsset: noAsset,
    from: '',
    outputs: [],
    maxFee: '0',
    conflict: 'none',
    body: bodyHash(next),
  });

export function signed(who: Person, intent: Intent, decision: Decision, remark?: string): Approval {
  const credential = who.member.credentials[0]?.id ?? '';
  const said = remark === undefined ? {} : { remark };
  const statement = { intent: intentDigestHex(intent), decision, member: who.member.id, credential, ...said };
  return { ...statement, proof: signWithSecret(who.secret, approvalDigest(statement)) };
}

export function replyOf(policy: PolicyDocument, intent: Intent, change: Partial<IntentReply> = {}): IntentReply {
  return {
    intent: intentText(intent),
    attachments: {},
    remark: '',
    approvals: [],
    policy: policyText(policy),
    ...change,
  };
}

export const withRemark = (policy: PolicyDocument, remark: string, change: Partial<Intent> = {}) => {
  const intent = transferOf(policy, { remarkHash: remarkHash(remark), ...change });
  return { intent, reply: replyOf(policy, intent, { remark }) };
};

export const expectedOf = (intent: Intent) => ({ id: intent.id, deployment: intent.deployment, chains: testChains });
