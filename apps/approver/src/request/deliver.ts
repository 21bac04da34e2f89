import type { Approval, PolicyDocument } from '@holdfast/policy';
import { Fault, sendApproval } from '@holdfast/signer-ui';

/** How long the signer of this page alone is waited for. */
export const patienceMs = 4_000;
/** How often it is given what another one has, and how long at most, while the page is there. */
const [againMs, mostMs] = [6_000, 15 * 60_000];

type Signer = PolicyDocument['signers'][number];

/** A decision that the signer of this page has not told of yet. */
export interface Taken {
  /** The other signer that has it; `own` where the one of this page does. */
  readonly by: Signer | 'own';
  /** Of the decision: no other one has the same. */
  readonly signature: string;
}

const isAway = (error: unknown): boolean => error instanceof Fault && error.key === 'faultOffline';

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Gives it to the signer of this page once that answers, whatever the server carries. @returns whether it was taken; what else it says of it, the next look tells */
async function handOver(approval: Approval): Promise<boolean> {
  const end = performance.now() + mostMs;
  while (performance.now() < end) {
    await wait(againMs);
    try {
      await sendApproval(location.origin, approval);
      return true;
    } catch (error) {
      if (!isAway(error)) return false;
    }
  }
  return false;
}

/**
 * Hands a signed decision to the signer of this page. Where that does not answer it goes to the others too: it is the same decision wherever it arrives.
 * What the own signer has taken the others are told, so that their pages tell of it, but for refusals.
 * @param patience for the signer of this page, in milliseconds @param handed called once that has what another one took @returns the other signer that has it; undefined where the own one does
 * @throws Fault what the own signer says of it, also where nobody has taken it
 */
export async function deliver(
  { signers }: PolicyDocument,
  approval: Approval,
  patience = patienceMs,
  handed: () => void = () => undefined,
): Promise<Signer | undefined> {
  const giveOthers = (): Promise<Signer>[] =>
    signers
      .filter(({ origin }) => origin !== location.origin)
      .map((signer) => sendApproval(signer.origin, approval).then(() => signer));
  const own = sendApproval(location.origin, approval).then(() => undefined);
  const said = own.catch((error: unknown) => {
    if (!isAway(error)) throw error;
    return 'away' as const;
  });
  if ((await Promise.race([said, wait(patience).then(() => 'away' as const)])) === undefined) {
    if (approval.decision !== 'refuse') void Promise.allSettled(giveOthers());
    return undefined;
  }
  const elsewhere = Promise.any(giveOthers()).catch(() => own);
  const taker = await Promise.race([elsewhere, said.then((word) => (word === 'away' ? elsewhere : undefined))]);
  if (taker) void handOver(approval).then((isThere) => isThere && handed());
  return taker;
}
