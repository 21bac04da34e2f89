import { fault } from './abort.ts';
import { groupFor, mod } from './group.ts';
import { checkParties } from './parties.ts';
import { lagrange } from './polynomial.ts';
import { checkShare, publicHash } from './share.ts';
import { equalBytes } from './transcript.ts';
import type { Curve, KeyShare } from './types.ts';

/**
 * Puts the whole key together from t or more shares: for the offline recovery tool only. Throws a fault for too few, doubled or unfit
 * shares, and for shares of different keys or epochs.
 */
export function recoverSecret(shares: readonly KeyShare[]): bigint {
  const [first] = shares;
  if (!first || shares.length < first.t) throw fault('not enough shares');
  const parties = checkParties(shares.map((share) => share.me));
  const group = groupFor(first.curve);
  let secret = 0n;
  for (const share of shares) {
    if (!equalBytes(publicHash(share), publicHash(first))) throw fault('share of another key or epoch', share.me);
    secret = mod(secret + lagrange(group, parties, share.me) * checkShare(share).share, group.order);
  }
  if (!equalBytes(group.base.multiply(secret).toBytes(), first.groupPublic))
    throw fault('the shares do not make the key');
  return secret;
}

/** The secret of a child: the key plus its tweak, as 32 bytes in the curve's own order (big-endian secp256k1, little-endian ed25519). */
export function childSecret(curve: Curve, secret: bigint, tweak: bigint): Uint8Array {
  const group = groupFor(curve);
  return group.encodeScalar(mod(secret + tweak, group.order));
}
