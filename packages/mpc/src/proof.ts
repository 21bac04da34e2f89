import { type Group, mod, type Point } from './group.ts';
import { hedgedScalar } from './hedge.ts';
import { hashToScalar, type Item } from './transcript.ts';

/**
 * Schnorr's proof of knowledge of a discrete logarithm, made non-interactive (Fiat-Shamir), with the context inside the challenge.
 * Encoding: R (a point), z (a scalar).
 */
function challenge(
  group: Group,
  tag: string,
  context: readonly Item[],
  publicPoint: Uint8Array,
  nonce: Uint8Array,
): bigint {
  return hashToScalar(group.order, `proof/${tag}`, group.name, ...context, publicPoint, nonce);
}

export function proofBytes(group: Group): number {
  return group.pointBytes + 32;
}

export function prove(
  group: Group,
  tag: string,
  context: readonly Item[],
  secret: bigint,
  publicPoint: Uint8Array,
): Uint8Array {
  // One nonce under two challenges would give the secret away.
  const k = hedgedScalar(group, group.encodeScalar(secret), `proof/${tag}`, ...context, publicPoint);
  const nonce = group.base.multiply(k).toBytes();
  const z = mod(k + challenge(group, tag, context, publicPoint, nonce) * secret, group.order);
  const out = new Uint8Array(proofBytes(group));
  out.set(nonce);
  out.set(group.encodeScalar(z), nonce.length);
  return out;
}

/** False for a wrong proof; throws for a malformed one (bad length, point or scalar). */
export function verify(
  group: Group,
  tag: string,
  context: readonly Item[],
  publicPoint: Point,
  proof: Uint8Array,
): boolean {
  if (proof.length !== proofBytes(group)) throw new Error('proof length');
  const nonceBytes = proof.subarray(0, group.pointBytes);
  const nonce = group.decode(nonceBytes);
  const z = group.decodeScalar(proof.subarray(group.pointBytes));
  const c = challenge(group, tag, context, publicPoint.toBytes(), nonceBytes);
  return group.base.multiplyUnsafe(z).equals(nonce.add(publicPoint.multiplyUnsafe(c)));
}
