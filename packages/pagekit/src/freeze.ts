import {
  type Credential,
  checkFreeze,
  type Freeze,
  type FreezeStatement,
  freezeDigest,
  type Member,
  mayFreeze,
  type PolicyDocument,
  PolicyError,
  type Proof,
  parsePolicy,
  verifyFreeze,
} from '@holdfast/policy';
import { Fault } from './fault.ts';
import { type SignerFacts, sendFreeze, signerFacts } from './signer-api.ts';

/** A member who may stop the signers, and one of their keys. */
export interface Freezer {
  readonly member: Member;
  readonly credential: Credential;
}

export const freezersOf = (policy: PolicyDocument): Freezer[] =>
  policy.members
    .filter(mayFreeze)
    .flatMap((member) => member.credentials.map((credential) => ({ member, credential })));

/** The rules that this signer has in force; undefined before its set-up. */
export const rulesOf = ({ policyText }: Pick<SignerFacts, 'policyText'>): PolicyDocument | undefined =>
  policyText === null ? undefined : parsePolicy(policyText);

/**
 * What stands behind a freeze that a signer shows. `proven`: the member's own order, checked here. `earlier`: an order under rules that are no longer in
 * force, which this signer checked then. `said`: the word of a server. `false`: an order that does not hold.
 */
export type FreezeStanding = 'proven' | 'earlier' | 'said' | 'false';

export function standingOf({
  freeze,
  policy,
  policyText,
}: Pick<SignerFacts, 'freeze' | 'policy' | 'policyText'>): FreezeStanding {
  if (!freeze?.proof) return 'said';
  if (freeze.proof.policy !== policy?.hash) return 'earlier';
  const rules = rulesOf({ policyText });
  try {
    const proof = checkFreeze(freeze.proof);
    const same = proof.member === freeze.by && proof.reason === freeze.reason;
    return rules && same && verifyFreeze(rules, proof).ok ? 'proven' : 'false';
  } catch (error) {
    if (error instanceof PolicyError) return 'false';
    throw error;
  }
}

/**
 * Has one signer stop, by a member's key. The order names the rules in force there, and the time by its clock: one's own may be wrong.
 * @param prove signs 32 bytes
 * @returns what the signer then says of itself
 * @throws Fault when the key was not used, or the signer does not answer or refuses
 */
export async function orderFreeze(
  origin: string,
  { member, credential }: Freezer,
  reason: string,
  prove: (challenge: Uint8Array) => Promise<Proof>,
): Promise<SignerFacts> {
  const { deployment, policy, time } = await signerFacts(origin);
  if (!deployment || !policy) throw new Fault('faultRefused', { message: 'not set up' }, 'notInitialised');
  const statement: FreezeStatement = {
    deployment,
    policy: policy.hash,
    member: member.id,
    credential: credential.id,
    time: String(time),
    reason,
  };
  const freeze: Freeze = { ...statement, proof: await prove(freezeDigest(statement)) };
  await sendFreeze(origin, freeze);
  return signerFacts(origin);
}
