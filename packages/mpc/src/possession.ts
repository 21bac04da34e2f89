import { groupFor } from './group.ts';
import { prove, verify } from './proof.ts';
import { publicHash } from './share.ts';
import type { KeyPublic, KeyShare, PartyId } from './types.ts';

/** Proves that I hold my share of this key, for one purpose (`context`), without telling anything about it: kit verification, drills. */
export function provePossession(key: KeyShare, context: Uint8Array): Uint8Array {
  const group = groupFor(key.curve);
  const point = group.base.multiply(key.share).toBytes();
  return prove(group, 'possession', [publicHash(key), key.me, context], key.share, point);
}

/** True when `party` proved to hold its share of `key` in this context; false for a wrong or malformed proof. */
export function verifyPossession(key: KeyPublic, party: PartyId, context: Uint8Array, proof: Uint8Array): boolean {
  const group = groupFor(key.curve);
  const share = Object.hasOwn(key.verifyingShares, party) ? key.verifyingShares[party] : undefined;
  if (!share) return false;
  try {
    return verify(group, 'possession', [publicHash(key), party, context], group.decode(share), proof);
  } catch {
    return false;
  }
}
