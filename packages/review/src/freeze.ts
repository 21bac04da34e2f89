import {
  type Credential,
  checkFreeze,
  type Member,
  mayFreeze,
  type PolicyDocument,
  PolicyError,
  parsePolicy,
  verifyFreeze,
} from '@holdfast/policy';
import type { SignerFacts } from './facts.ts';

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
