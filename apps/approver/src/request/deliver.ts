import type { Approval, PolicyDocument } from '@holdfast/policy';
import { Fault, sendApproval } from '@holdfast/signer-ui';

/** How long the signer of this page alone is waited for. */
export const patienceMs = 4_000;

export type Taker = PolicyDocument['signers'][number];

/** What does not answer is waited for no longer than what is late. @throws Fault what it says itself */
function lateWhenAway(error: unknown): 'late' {
  if (error instanceof Fault && error.key === 'faultOffline') return 'late';
  throw error;
}

/**
 * Hands a signed decision to the signer of this page. Where that does not answer it goes to the others too: it is the same decision wherever it arrives,
 * and the server carries it from there to all. What the own signer has taken the others are told, so that their pages tell of it, but for refusals.
 * @param patience for the signer of this page, in milliseconds @returns the other signer that has it; undefined where the own one does
 * @throws Fault the own signer's, where nobody has taken it
 */
export async function deliver(
  { signers }: PolicyDocument,
  approval: Approval,
  patience = patienceMs,
): Promise<Taker | undefined> {
  const own = sendApproval(location.origin, approval).then(() => undefined);
  const late = new Promise<'late'>((resolve) => setTimeout(resolve, patience, 'late'));
  const others = (): Promise<Taker>[] =>
    signers
      .filter(({ origin }) => origin !== location.origin)
      .map((signer) => sendApproval(signer.origin, approval).then(() => signer));
  if ((await Promise.race([own.catch(lateWhenAway), late])) === 'late')
    return Promise.any([own, ...others()]).catch(() => own);
  if (approval.decision !== 'refuse') void Promise.allSettled(others());
  return undefined;
}
