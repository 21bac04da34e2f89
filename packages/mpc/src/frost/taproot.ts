import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToNumberBE } from '@noble/curves/utils.js';
import { fault } from '../abort.ts';
import { groupFor, mod } from '../group.ts';

/** How a share or key of the child becomes one of the taproot output key: value -> sign * value + add. */
export interface OutputTweak {
  readonly negate: boolean;
  readonly add: bigint;
}

/** BIP 341 taproot_tweak_seckey: the internal key taken with even y, plus hash_TapTweak(x(P) || merkle root). */
export function outputTweak(publicKey: Uint8Array, merkleRoot: Uint8Array): OutputTweak {
  if (merkleRoot.length !== 0 && merkleRoot.length !== 32) throw fault('a merkle root has 32 bytes');
  const add = bytesToNumberBE(schnorr.utils.taggedHash('TapTweak', publicKey.subarray(1), merkleRoot));
  if (add >= groupFor('secp256k1').order) throw fault('no taproot tweak for this key');
  return { negate: publicKey[0] === 3, add };
}

/** The x-only key (32 bytes) that locks a taproot output; an empty merkle root means key path only (BIP 86). */
export function taprootOutputKey(publicKey: Uint8Array, merkleRoot: Uint8Array = new Uint8Array()): Uint8Array {
  const { negate, add } = outputTweak(publicKey, merkleRoot);
  const point = secp256k1.Point.fromBytes(publicKey);
  const even = negate ? point.negate() : point;
  return even.add(secp256k1.Point.BASE.multiplyUnsafe(add)).toBytes().slice(1);
}

export function applyToScalar({ negate, add }: OutputTweak, value: bigint): bigint {
  return mod((negate ? -value : value) + add, groupFor('secp256k1').order);
}
