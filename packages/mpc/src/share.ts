import { bytesToHex, concatBytes } from '@noble/hashes/utils.js';
import { sha256 } from '#sha2';
import { fault } from './abort.ts';
import { type Group, groupFor, type Point } from './group.ts';
import { at, checkParties, checkThreshold } from './parties.ts';
import { lagrange } from './polynomial.ts';
import { equalBytes, hash } from './transcript.ts';
import type { KeyPublic, KeyShare, PartyId } from './types.ts';

/** The public part alone, for what may leave the party. */
export function publicOf({ curve, t, n, groupPublic, verifyingShares, chainCode, epoch }: KeyPublic): KeyPublic {
  return { curve, t, n, groupPublic, verifyingShares, chainCode, epoch };
}

/** The parties of the present sharing, sorted. */
export function holdersOf(key: Pick<KeyPublic, 'verifyingShares'>): PartyId[] {
  return checkParties(Object.keys(key.verifyingShares).map(Number));
}

/** Binds a message to exactly this key, sharing and epoch. */
export function publicHash(key: KeyPublic): Uint8Array {
  const shares = holdersOf(key).flatMap((party) => [party, at(key.verifyingShares, party)]);
  return hash('key', key.curve, key.t, key.epoch, key.groupPublic, key.chainCode, ...shares);
}

/** The group's name: the first 16 bytes of SHA-256 over both public keys and chain codes, as hex. */
export function keyGroupId(secp256k1: KeyPublic, ed25519: KeyPublic): string {
  const parts = [secp256k1.groupPublic, secp256k1.chainCode, ed25519.groupPublic, ed25519.chainCode];
  return bytesToHex(sha256(concatBytes(...parts))).slice(0, 32);
}

/** Throws a fault unless the share, the verifying shares and the group key belong together. */
export function checkShare(key: KeyShare): KeyShare {
  const group = groupFor(key.curve);
  checkParties(holdersOf(key), key.me);
  if (key.share <= 0n || key.share >= group.order) throw fault('share out of range');
  const mine = group.base.multiply(key.share).toBytes();
  if (!equalBytes(mine, at(key.verifyingShares, key.me))) throw fault('share and verifying share differ');
  checkPublic(key);
  return key;
}

/**
 * The verifying shares lie on one polynomial of degree t-1 whose value at zero is the group key: the first t-1 of them together with any
 * one other interpolate to it, and the first t-1 alone do not (the key would need fewer parties than it says).
 */
export function checkPublic(key: KeyPublic): void {
  const group = groupFor(key.curve);
  const parties = holdersOf(key);
  checkThreshold(key.t, parties.length);
  if (key.n !== parties.length || key.chainCode.length !== 32) throw fault('malformed key');
  if (!Number.isSafeInteger(key.epoch) || key.epoch < 0) throw fault('malformed epoch');
  const points = new Map(
    parties.map((party): [PartyId, Point] => [party, point(group, at(key.verifyingShares, party))]),
  );
  const whole = point(group, key.groupPublic);
  const first = parties.slice(0, key.t - 1);
  if (interpolate(group, points, first).equals(whole)) throw fault('fewer parties than the threshold make the key');
  for (const last of parties.slice(key.t - 1)) {
    const chosen = [...first, last];
    if (!interpolate(group, points, chosen).equals(whole)) throw fault('verifying shares do not make the group key');
  }
}

function interpolate(group: Group, points: ReadonlyMap<PartyId, Point>, chosen: readonly PartyId[]): Point {
  const terms = chosen.map((party) => points.get(party)?.multiplyUnsafe(lagrange(group, chosen, party)) ?? group.zero);
  return terms.reduce((sum, term) => sum.add(term), group.zero);
}

function point(group: Group, bytes: Uint8Array): Point {
  try {
    return group.decode(bytes);
  } catch {
    throw fault('malformed point in a key');
  }
}
