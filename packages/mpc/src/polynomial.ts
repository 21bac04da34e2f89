import { invert } from '@noble/curves/abstract/modular.js';
import { type Group, mod, type Point } from './group.ts';
import { hedgedScalar, hedgeOf } from './hedge.ts';
import type { PartyId } from './types.ts';

/**
 * Shamir's polynomial of degree t-1 with the given constant term (RFC 9591 appendix C.1), for one run: two dealings of the same share by the same
 * coefficients would tell a receiver of both the difference, and with it the share.
 */
export function randomPolynomial(group: Group, constant: bigint, t: number, run: Uint8Array): bigint[] {
  const hedge = hedgeOf(group, constant, run);
  return [constant, ...Array.from({ length: t - 1 }, (_, i) => hedgedScalar(group, hedge, 'coefficient', i + 1))];
}

export function evaluate(group: Group, coefficients: readonly bigint[], x: PartyId): bigint {
  return coefficients.reduceRight((sum, coefficient) => mod(sum * BigInt(x) + coefficient, group.order), 0n);
}

/** Feldman: the same polynomial in the exponent, on public points (RFC 9591 appendix C.2). */
export function evaluateCommitment(group: Group, commitment: readonly Point[], x: PartyId): Point {
  return commitment.reduceRight((sum, point) => sum.multiplyUnsafe(BigInt(x)).add(point), group.zero);
}

/** The Lagrange coefficient at zero of `me` among `parties` (RFC 9591 §4.2). Ids are distinct and not 0: `checkParties` saw to it. */
export function lagrange(group: Group, parties: readonly PartyId[], me: PartyId): bigint {
  let numerator = 1n;
  let denominator = 1n;
  for (const other of parties) {
    if (other === me) continue;
    numerator = mod(numerator * BigInt(other), group.order);
    denominator = mod(denominator * BigInt(other - me), group.order);
  }
  return mod(numerator * invert(denominator, group.order), group.order);
}
