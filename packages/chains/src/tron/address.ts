import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js';
import { createBase58check } from '@scure/base';
import type { AddressCheck } from '../types.ts';

/** Before the twenty bytes of every address, on the main network and the test networks alike. */
const version = 0x41;
const base58check = createBase58check(sha256);
const shape = /^T[1-9A-HJ-NP-Za-km-z]{33}$/;
/** The form that nodes write: the same bytes without a checksum. */
const hexShape = /^(0x)?41[0-9a-fA-F]{40}$/;
const nobody = '0'.repeat(40);

/** @param body the twenty bytes of an address, as contracts have them */
export const addressOfBody = (body: Uint8Array): string =>
  base58check.encode(concatBytes(Uint8Array.of(version), body));

/** @param publicKey 33 or 65 bytes */
export function tronAddressOf(publicKey: Uint8Array): string {
  const point = secp256k1.Point.fromBytes(publicKey).toBytes(false);
  return addressOfBody(keccak_256(point.subarray(1)).subarray(12));
}

function bytesOf(address: string): Uint8Array | undefined {
  try {
    return base58check.decode(address);
  } catch {
    return undefined;
  }
}

/**
 * Only the form with a checksum is taken: a slip in the hexadecimal one would be another address. The address of nobody is refused: what is sent there is
 * burnt.
 */
export function checkTronAddress(text: string): AddressCheck {
  if (hexShape.test(text)) return { ok: false, reason: 'hexadecimal' };
  if (!shape.test(text)) return { ok: false, reason: 'format' };
  const bytes = bytesOf(text);
  if (!bytes) return { ok: false, reason: 'checksum' };
  if (bytes.length !== 21 || bytes[0] !== version) return { ok: false, reason: 'format' };
  if (bytesToHex(bytes.subarray(1)) === nobody) return { ok: false, reason: 'zero' };
  return { ok: true, address: text };
}

/** The 21 bytes of an address that was checked. */
export const addressBytes = (address: string): Uint8Array => base58check.decode(address);

/** The address of 21 bytes; undefined where they are none, or nobody's. */
export function addressFrom(bytes: Uint8Array): string | undefined {
  const address = base58check.encode(bytes);
  return checkTronAddress(address).ok ? address : undefined;
}
