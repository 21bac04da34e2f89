import { approvalDigest, type Credential, parsePolicy, policyHash, policyText, verifyApproval } from '@holdfast/policy';
import type { SignerFacts } from '@holdfast/review/facts';
import { firstPolicy, type Genesis, genesisStatement, setupMac, signerInfos } from '@holdfast/review/genesis';
import {
  ask,
  createDeviceKey,
  createPasskey,
  Fault,
  remember,
  signWithDeviceKey,
  signWithPasskey,
} from '@holdfast/signer-ui';
import { rememberKey } from '../request/keys-here.ts';

export const keptGenesis = 'holdfast.genesis';

export interface OwnerWish {
  readonly name: string;
  readonly email: string;
  readonly code: string;
  readonly kind: Credential['type'];
}

/** Progress of the set-up, step by step; a step is `key`, `sign` or the id of a signer. */
export type OnStep = (step: string) => void;

/** Makes the owner's key and the signed first rules. Nothing has left the page after this, except into its own storage. */
export async function makeGenesis(wish: OwnerWish, facts: readonly SignerFacts[], onStep: OnStep): Promise<Genesis> {
  onStep('key');
  const signers = signerInfos(facts);
  const origins = signers.map((signer) => signer.origin);
  const user = { name: wish.email || wish.name, displayName: wish.name };
  const credential = wish.kind === 'passkey' ? await createPasskey(user, origins) : await createDeviceKey();
  rememberKey(credential.id);
  onStep('sign');
  const policy = firstPolicy(wish.name, credential, signers);
  const statement = genesisStatement(policy);
  const challenge = approvalDigest(statement);
  const proof =
    credential.type === 'passkey'
      ? await signWithPasskey(credential, challenge)
      : await signWithDeviceKey(credential, challenge);
  const approval = { ...statement, proof };
  const verdict = verifyApproval(policy, approval);
  if (!verdict.ok) throw new Fault('faultUnexpected', { message: verdict.reason });
  const genesis = { document: policyText(policy), proof: approval };
  remember(keptGenesis, JSON.stringify(genesis));
  return genesis;
}

/** Gives every signer the same rules. Doing it again is right: a signer that has them already says so. */
export async function handOver(
  genesis: Genesis,
  code: string,
  facts: readonly SignerFacts[],
  onStep: OnStep,
): Promise<void> {
  const hash = policyHash(parsePolicy(genesis.document));
  for (const signer of facts) {
    onStep(signer.signer);
    const body = { document: genesis.document, mac: setupMac(code, hash), proof: genesis.proof };
    const reply = await ask<{ policyHash: string }>(signer.origin, '/api/genesis', body);
    if (reply.policyHash !== hash)
      throw new Fault('faultUnexpected', { message: `${signer.name}: ${reply.policyHash}` });
  }
  remember(keptGenesis, null);
}
