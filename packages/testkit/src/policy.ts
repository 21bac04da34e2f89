import { randomBytes } from 'node:crypto';
import { type Identity, publicKeysOf } from '@holdfast/channel';
import {
  type Approval,
  approvalDigest,
  type Decision,
  deviceCredentialId,
  type Intent,
  intentDigestHex,
  type PolicyDocument,
} from '@holdfast/policy';
import { type DeviceKey, newDeviceKey } from './keys.ts';

/** A member of a test policy together with what signs for them. */
export interface TestMember {
  readonly id: string;
  readonly role: 'owner' | 'admin' | 'operator' | 'approver' | 'viewer' | 'api';
  readonly credential: string;
  readonly key: DeviceKey;
}
export function newTestMember(id: string, role: TestMember['role']): TestMember {
  const key = newDeviceKey();
  return { id, role, credential: deviceCredentialId(key.publicKey), key };
}

export interface SignerPlace {
  readonly id: string;
  readonly name: string;
  readonly origin: string;
  readonly identity: Identity;
}

/** The first policy document: these members, one approval by any of the deciding ones, for every wallet. */
export function genesisDocument(
  members: readonly TestMember[],
  signers: readonly SignerPlace[],
  threshold = 1,
): PolicyDocument {
  const deciders = members.filter(({ role }) => role === 'owner' || role === 'admin' || role === 'approver');
  return {
    v: '1',
    domain: 'holdfast/policy/v1',
    deployment: randomBytes(32).toString('hex'),
    id: 'policy-1',
    version: '1',
    prev: '',
    members: members.map(({ id, role, credential, key }) => ({
      id,
      name: id,
      role,
      status: 'active',
      keyHolder: 'yes',
      wallets: [],
      credentials: [{ id: credential, type: 'device', publicKey: key.publicKey }],
    })),
    strategies: [
      {
        wallet: '*',
        signProtection: 'on',
        nodes: [
          { kind: 'sign', name: 'Approval', approvers: deciders.map(({ id }) => id), threshold: String(threshold) },
        ],
      },
    ],
    senior: [],
    workspace: [],
    book: { mode: 'off', coolingHours: '24' },
    signers: signers.map(({ id, name, origin, identity }) => ({ id, name, origin, ...publicKeysOf(identity) })),
  };
}

/** A member's decision on an intent, signed by their device key. @param remark why, of a refusal */
export function decide(member: TestMember, intent: Intent, decision: Decision, remark?: string): Approval {
  const said = remark === undefined ? {} : { remark };
  const { id, credential } = member;
  const statement = { intent: intentDigestHex(intent), decision, member: id, credential, ...said };
  return { ...statement, proof: { type: 'device', signature: member.key.sign(approvalDigest(statement)) } };
}
