import { type ApprovalFault, type Verdict, verifyMember } from './approval.ts';
import { domainDigest } from './canonical.ts';
import { type PolicyDocument, policyHash } from './document.ts';
import { limits } from './limits.ts';
import { proof } from './proof.ts';
import { mayFreeze } from './roles.ts';
import { type Checked, emptyOr, patterns, record, text } from './schema.ts';
import { readVersion } from './versions.ts';

const statement = {
  deployment: text(patterns.hash),
  /**
   * Hash of the rules in force. A freeze is lifted by a next version of them only, so that what stopped the signers once does not stop them again
   * after the members let them go on.
   */
  policy: text(patterns.hash),
  member: text(patterns.id),
  credential: text(/^[A-Za-z0-9._:-]{1,1364}$/),
  /** Epoch milliseconds, by the clock of the signer it is for. */
  time: text(patterns.digits),
  /** For people; may be empty. */
  reason: emptyOr(text(patterns.remark)),
};
const check = record({ ...statement, proof });

/** A member's order to a signer to sign nothing more, proven by the member's own key: no server has a part in it. */
export type Freeze = ReturnType<typeof check>;
/** What is signed, before it is signed. */
export type FreezeStatement = Checked<typeof statement>;

/** The first version has no `v`. @throws PolicyError for anything that is not exactly a freeze */
export const checkFreeze = (value: unknown): Freeze => readVersion({ '1': { read: check } }, value);

/** 32 bytes that a member signs: the WebAuthn challenge, or the Ed25519 message. */
export function freezeDigest({ deployment, policy, member, credential, time, reason }: FreezeStatement): Uint8Array {
  return domainDigest('holdfast/freeze/v1', { deployment, policy, member, credential, time, reason });
}

export type FreezeFault = ApprovalFault | 'otherDeployment' | 'otherRules' | 'mayNotFreeze';

/** Is this the word of a member who may freeze, under exactly these rules? Whether it is a recent one, `freezeTiming` says. */
export function verifyFreeze(
  policy: PolicyDocument,
  freeze: Freeze,
): Extract<Verdict, { ok: true }> | { readonly ok: false; readonly reason: FreezeFault } {
  if (freeze.deployment !== policy.deployment) return { ok: false, reason: 'otherDeployment' };
  if (freeze.policy !== policyHash(policy)) return { ok: false, reason: 'otherRules' };
  const verdict = verifyMember(policy, freeze, freezeDigest(freeze));
  return !verdict.ok || mayFreeze(verdict.member) ? verdict : { ok: false, reason: 'mayNotFreeze' };
}

/** A freeze is for now: not for later, and nothing to be kept. @param toleranceMs how far clocks may differ */
export function freezeTiming(
  { time }: Pick<Freeze, 'time'>,
  now: number,
  toleranceMs: number,
): 'expired' | 'notYetValid' | undefined {
  if (Number(time) > now + toleranceMs) return 'notYetValid';
  return now - Number(time) >= limits.freezeMs ? 'expired' : undefined;
}
