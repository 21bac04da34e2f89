import { attachedText, domainDigest, PolicyError } from '@holdfast/policy';
import type { SignerState } from '../state/state.ts';
import { verifies } from '../statements.ts';
import { type AdmissionFacts, clockToleranceMs, type Draft, type Facts, type Standing } from './types.ts';

export type { Standing };

/** How long a signer goes by what another said of itself. */
export const standingMs = 60_000;

export const standingOf = ({ policy, book }: Readonly<SignerState>, next = ''): Standing => ({
  policy: policy?.hash ?? '',
  book: book.hash,
  next,
});

/** The 32 bytes a signer signs when it says where it stands. */
export const standingDigest = (deployment: string, standing: Standing, signer: string, at: number): Uint8Array =>
  domainDigest('holdfast/standing/v1', { deployment, ...standing, signer, at: String(at) });

/** Where a signer stands that stood where this one does and has taken the change over; undefined for a change that cannot be read. */
export function standingAfter({ kind, state, request }: AdmissionFacts): Standing | undefined {
  try {
    return kind.change?.after(standingOf(state), attachedText(request.purpose, request.attachments) ?? '');
  } catch (error) {
    if (!(error instanceof PolicyError)) throw error;
    return undefined;
  }
}

/** The other signers of the rules in force. */
export const othersOf = ({ state, me }: Facts) => (state.policy?.document.signers ?? []).filter(({ id }) => id !== me);

/** Has that signer said, just now, that it stands there? */
export function stands(
  { request: { standings = [] }, state, now }: Facts,
  { id, identity }: { readonly id: string; readonly identity: string },
  where: Standing,
): boolean {
  const deployment = state.policy?.document.deployment ?? '';
  return standings.some(
    ({ signer, at, signature }) =>
      signer === id &&
      now <= at + standingMs &&
      at <= now + clockToleranceMs &&
      verifies(signature, standingDigest(deployment, where, signer, at), identity),
  );
}

/**
 * Was this signer ready for the change, and has another taken it over since? Then it is decided: what was refused here afterwards, or ran out, came too
 * late, and only the same rules at every signer are of use to anybody. A signer that was never ready has not agreed, whatever the others did.
 */
export function isTakenElsewhere(facts: AdmissionFacts, { digest = '' }: Draft): boolean {
  if (!facts.state.readied.has(digest)) return false;
  const after = standingAfter(facts);
  return after !== undefined && othersOf(facts).some((other) => stands(facts, other, after));
}
