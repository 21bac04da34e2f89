import { ed25519 } from '@noble/curves/ed25519.js';
import { schnorr } from '@noble/curves/secp256k1.js';
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js';
import { sha512 } from '#sha2';
import { fault } from './abort.ts';
import { applyToScalar, outputTweak, taprootOutputKey } from './frost/taproot.ts';
import { groupFor, mod } from './group.ts';
import { hedgedScalar, hedgeOf } from './hedge.ts';
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

/**
 * An Ed25519 signature (RFC 8032, 5.1.6) by a whole secret scalar: for the offline recovery tool only. Keys made by shares have no seed, so the nonce
 * hangs on the secret, the message and fresh randomness. @param secret as `childSecret` gives it, 32 bytes little-endian
 */
export function ed25519SignWhole(secret: Uint8Array, message: Uint8Array): Uint8Array {
  const group = groupFor('ed25519');
  const littleEndian = (bytes: Uint8Array): bigint => mod(BigInt(`0x${bytesToHex(bytes.toReversed())}`), group.order);
  const scalar = littleEndian(secret);
  const nonce = hedgedScalar(group, hedgeOf(group, scalar, message), 'whole ed25519', message);
  const [R, A] = [group.base.multiply(nonce).toBytes(), group.base.multiply(scalar).toBytes()];
  const challenge = littleEndian(sha512(concatBytes(R, A, message)));
  const signature = concatBytes(R, group.encodeScalar(mod(nonce + challenge * scalar, group.order)));
  if (!ed25519.verify(signature, message, A, { zip215: false })) throw fault('the signature does not verify');
  return signature;
}

/**
 * A BIP 340 signature by the taproot output key of a whole secret, without scripts (BIP 86): for the offline recovery tool only.
 * @param secret as `childSecret` gives it, 32 bytes big-endian @param digest 32 bytes
 */
export function taprootSignWhole(secret: Uint8Array, digest: Uint8Array): Uint8Array {
  const group = groupFor('secp256k1');
  const scalar = group.decodeScalar(secret);
  const publicKey = group.base.multiply(scalar).toBytes();
  const noScripts = new Uint8Array();
  const signing = group.encodeScalar(applyToScalar(outputTweak(publicKey, noScripts), scalar));
  const signature = schnorr.sign(digest, signing);
  if (!schnorr.verify(signature, digest, taprootOutputKey(publicKey, noScripts)))
    throw fault('the signature does not verify');
  return signature;
}
