import {
  type Credential,
  type Member,
  mayInitiate,
  type PolicyDocument,
  parsePolicy,
  policyHash,
} from '@holdfast/policy';
import type { SignerFacts } from '@holdfast/review/facts';
import { allSignerFacts, Fault, hasDeviceKey } from '@holdfast/signer-ui';

/** What the signers say, read together. */
export interface Surroundings {
  readonly signers: readonly SignerFacts[];
  /** The rules in force, the same at every signer; undefined while there are none, `differ` when they do not agree. */
  readonly policy: PolicyDocument | undefined;
  readonly differ: boolean;
}

function readPolicy(facts: SignerFacts): PolicyDocument | undefined {
  try {
    const policy = parsePolicy(facts.policyText ?? '');
    return policyHash(policy) === facts.policy?.hash ? policy : undefined;
  } catch {
    return undefined;
  }
}

/** This signer first, then the others at their own origins. @throws Fault */
export async function surroundings(): Promise<Surroundings> {
  const signers = await allSignerFacts(location.origin);
  const [mine] = signers;
  if (!mine) throw new Fault('faultUnexpected', { message: 'no signer' });
  const hashes = new Set(signers.map((signer) => signer.policy?.hash));
  const policy = readPolicy(mine);
  if (mine.policy && !policy) throw new Fault('faultUnexpected', { message: 'policy' });
  return { signers, policy, differ: hashes.size > 1 };
}

export interface Owner {
  readonly member: Member;
  readonly credential: Credential;
}

/** Somebody who may ask for a ceremony and whose key can be used in this browser; passkeys before device keys. */
export async function usableOwner(policy: PolicyDocument): Promise<Owner | undefined> {
  const owners = policy.members
    .filter((member) => mayInitiate(member, 'keygen'))
    .flatMap((member) => member.credentials.map((credential) => ({ member, credential })));
  const passkey = owners.find(
    ({ credential }) => credential.type === 'passkey' && credential.origins.includes(location.origin),
  );
  if (passkey) return passkey;
  for (const owner of owners)
    if (owner.credential.type === 'device' && (await hasDeviceKey(owner.credential.id).catch(() => false)))
      return owner;
  return undefined;
}

/** The active group that every signer holds, and who lacks it. */
export function activeGroup(signers: readonly SignerFacts[]): {
  group: SignerFacts['keyGroups'][number] | undefined;
  behind: string[];
} {
  const group = signers.flatMap((signer) => signer.keyGroups).find((one) => one.active);
  const has = (signer: SignerFacts): boolean => signer.keyGroups.some((one) => one.active && one.id === group?.id);
  return { group, behind: group ? signers.filter((signer) => !has(signer)).map((signer) => signer.name) : [] };
}
