import { randomBytes, randomUUID } from 'node:crypto';
import { newIdentity, publicKeysOf } from '@holdfast/channel';
import {
  bodyHash,
  type Intent,
  type KeygenRequest,
  type PolicyDocument,
  policyHash,
  policyText,
} from '@holdfast/policy';
import { setupMac } from '@holdfast/review/genesis';
import { baseIntent, decideOn, type TestMember } from './fixtures.ts';
import { ask, asked, type Link, originOf, setupCode } from './link.ts';

/** A policy with an owner alone, or with an owner and others of whom one must approve. */
export function newPolicy(
  pair: { readonly places: readonly Link[] },
  members: readonly TestMember[],
  approvers: readonly string[],
): PolicyDocument {
  return {
    v: '1',
    domain: 'holdfast/policy/v1',
    deployment: randomBytes(32).toString('hex'),
    id: 'policy',
    version: '1',
    prev: '',
    members: members.map(({ member }) => member),
    strategies: [
      {
        wallet: '*',
        signProtection: 'on',
        nodes: [{ kind: 'sign', name: 'approve', approvers: [...approvers], threshold: '1' }],
      },
    ],
    senior: [],
    workspace: [],
    book: { mode: 'off', coolingHours: '24' },
    signers: pair.places.map(({ id, keys }) => ({ id, name: `Signer ${id}`, ...keys, origin: originOf(id) })),
  };
}

export function genesisBody(policy: PolicyDocument, owner: TestMember, code = setupCode) {
  const hash = policyHash(policy);
  return { document: policyText(policy), mac: setupMac(code, hash), proof: decideOn(hash, owner, 'approve') };
}

export async function genesis(
  pair: { readonly places: readonly Link[] },
  policy: PolicyDocument,
  owner: TestMember,
): Promise<void> {
  for (const place of pair.places) await asked(ask(place, 'POST', '/api/genesis', genesisBody(policy, owner)));
}

/** What the owner asks for when keys are to be made, and the keys of the recovery party. */
export function keygenIntent(policy: PolicyDocument, initiator: string, now = Date.now()) {
  const recovery = newIdentity();
  const request: KeygenRequest = {
    v: '1',
    domain: 'holdfast/keygen/v1',
    deployment: policy.deployment,
    ceremony: randomUUID(),
    threshold: '2',
    parties: ['1', '2', '3'],
    recovery: publicKeysOf(recovery),
  };
  const intent: Intent = { ...baseIntent(policy, initiator, now), kind: 'keygen', body: bodyHash(request) };
  return { recovery, request, intent };
}
