import { secp256k1 } from '@noble/curves/secp256k1.js';
import { ChainError } from './errors.ts';
import type { EcdsaSignature } from './types.ts';

const order = secp256k1.Point.Fn.ORDER;

/** Canonical range and low s (EIP-2, BIP146). @throws ChainError `badSignature` */
export function checkedSignature(signature: EcdsaSignature): InstanceType<typeof secp256k1.Signature> {
  const { r, s, recid } = signature;
  if (r <= 0n || r >= order || s <= 0n || s > order / 2n || (recid !== 0 && recid !== 1))
    throw new ChainError('badSignature', 'out of range');
  return new secp256k1.Signature(r, s, recid);
}

/** The compressed key that made the signature over a 32-byte digest. @throws ChainError `badSignature` */
export function recoverKey(signature: EcdsaSignature, digest: Uint8Array): Uint8Array {
  try {
    return checkedSignature(signature).recoverPublicKey(digest).toBytes(true);
  } catch (error) {
    if (error instanceof ChainError) throw error;
    throw new ChainError('badSignature', 'no key recovers');
  }
}
