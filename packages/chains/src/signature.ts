import { secp256k1 as points } from '@holdfast/secp256k1';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { ChainError } from './errors.ts';
import type { EcdsaSignature, Scheme, SigHash, Signature } from './types.ts';

/** A signature as signers and server pass it on: numbers and bytes as hex of fixed length. */
export type WireSignature =
  | { readonly scheme: 'ecdsa'; readonly r: string; readonly s: string; readonly recid: 0 | 1 }
  | { readonly scheme: 'ed25519' | 'schnorr'; readonly signature: string };

type Read = {
  readonly [S in Scheme]: (fields: Readonly<Record<string, unknown>>) => Extract<Signature, { scheme: S }>;
};

function hex(value: unknown, bytes: number, what: string): string {
  if (typeof value === 'string' && value.length === 2 * bytes && /^[0-9a-f]*$/.test(value)) return value;
  throw new ChainError('badSignature', what);
}

const read: Read = {
  ecdsa: ({ r, s, recid }) => {
    if (recid !== 0 && recid !== 1) throw new ChainError('badSignature', 'recid');
    return { scheme: 'ecdsa', r: BigInt(`0x${hex(r, 32, 'r')}`), s: BigInt(`0x${hex(s, 32, 's')}`), recid };
  },
  ed25519: ({ signature }) => ({ scheme: 'ed25519', bytes: hexToBytes(hex(signature, 64, 'signature')) }),
  schnorr: ({ signature }) => ({ scheme: 'schnorr', bytes: hexToBytes(hex(signature, 64, 'signature')) }),
};

const isScheme = (value: unknown): value is Scheme => typeof value === 'string' && Object.hasOwn(read, value);

/** Reads what a signer released: its form only, its meaning is checked by `attach`. @throws ChainError `badSignature` */
export function signatureFromWire(value: unknown): Signature {
  const fields: Readonly<Record<string, unknown>> = typeof value === 'object' && value !== null ? { ...value } : {};
  if (!isScheme(fields.scheme)) throw new ChainError('badSignature', 'unknown scheme');
  return read[fields.scheme](fields);
}

/** The bytes that are signed: the digest, or the whole message. */
export const signedBytes = (asked: SigHash): Uint8Array =>
  hexToBytes(asked.scheme === 'ed25519' ? asked.message : asked.digest);

const hex64 = (value: bigint): string => value.toString(16).padStart(64, '0');

export function signatureToWire(signature: Signature): WireSignature {
  if (signature.scheme !== 'ecdsa') return { scheme: signature.scheme, signature: bytesToHex(signature.bytes) };
  const { r, s, recid } = signature;
  return { scheme: 'ecdsa', r: hex64(r), s: hex64(s), recid };
}

/** The signatures of a family that is signed with ECDSA. @throws ChainError `badSignature` for one of another scheme */
export function ecdsaOnly(signatures: readonly Signature[]): EcdsaSignature[] {
  return signatures.map((signature) => {
    if (signature.scheme !== 'ecdsa') throw new ChainError('badSignature', `${signature.scheme} in place of ecdsa`);
    return signature;
  });
}

const { order } = points;

/** Canonical range and low s (EIP-2, BIP146). @throws ChainError `badSignature` */
export function checkedSignature(signature: EcdsaSignature): InstanceType<typeof secp256k1.Signature> {
  const { r, s, recid } = signature;
  if (r <= 0n || r >= order || s <= 0n || s > order / 2n || (recid !== 0 && recid !== 1))
    throw new ChainError('badSignature', 'out of range');
  return new secp256k1.Signature(r, s, recid);
}

/** The compressed key that made the signature over a 32-byte digest. @throws ChainError `badSignature` */
export function recoverKey(signature: EcdsaSignature, digest: Uint8Array): Uint8Array {
  checkedSignature(signature);
  try {
    return points.recover(signature, digest);
  } catch {
    throw new ChainError('badSignature', 'no key recovers');
  }
}
