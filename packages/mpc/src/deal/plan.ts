import { type Group, groupFor, mod } from '../group.ts';
import { checkParties, checkThreshold } from '../parties.ts';
import { evaluate, randomPolynomial } from '../polynomial.ts';
import { hash } from '../transcript.ts';
import type { Curve, PartyId } from '../types.ts';

/**
 * One run of verifiable dealing: each dealer shares a secret of its own by Feldman's scheme, and each receiver's share is the sum of what
 * it gets. Key generation deals fresh random secrets; refresh, re-issue and reshare deal lambda_i * x_i, whose commitment is known.
 */
export interface Plan {
  readonly curve: Curve;
  /** Hash of everything the participants must agree upon. */
  readonly context: Uint8Array;
  readonly me: PartyId;
  readonly dealers: readonly PartyId[];
  readonly receivers: readonly PartyId[];
  /** Threshold of the new sharing. */
  readonly t: number;
  readonly epoch: number;
  /** The sharing polynomial of mine; empty when I do not deal. */
  readonly coefficients: readonly bigint[];
  /** Resharing: the constant-term commitment each dealer must show, and the chain code that stays. */
  readonly expected: Readonly<Record<PartyId, Uint8Array>> | null;
  readonly chainCode: Uint8Array | null;
}

type Setup = Omit<Plan, 'coefficients'> & { readonly secret: bigint | null };

/** Checks ids and threshold, then draws my polynomial when I deal. */
export function makePlan({ secret, ...setup }: Setup): Plan {
  const receivers = checkParties(setup.receivers);
  const dealers = checkParties(setup.dealers);
  checkThreshold(setup.t, receivers.length);
  checkParties(participantsOf({ dealers, receivers }), setup.me);
  const group = groupFor(setup.curve);
  const coefficients = secret === null ? [] : randomPolynomial(group, mod(secret, group.order), setup.t, setup.context);
  return { ...setup, receivers, dealers, coefficients };
}

export function participantsOf(plan: Pick<Plan, 'dealers' | 'receivers'>): PartyId[] {
  return [...new Set([...plan.dealers, ...plan.receivers])].sort((a, b) => a - b);
}

export function shareFor(group: Group, plan: Plan, receiver: PartyId): bigint {
  return evaluate(group, plan.coefficients, receiver);
}

/** All contributions enter the chain code; each was committed to before any was shown. */
export function chainCodeOf(plan: Plan, contributions: readonly Uint8Array[]): Uint8Array {
  return plan.chainCode ?? hash('deal/chain', plan.context, ...contributions);
}
