import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { addr } from 'micro-eth-signer';
import type { AddressCheck } from '../types.ts';

const shape = /^0x[0-9a-fA-F]{40}$/;
const nobody = `0x${'00'.repeat(20)}`;

/** @param publicKey 33 or 65 bytes @returns EIP-55 text */
export const evmAddressOf = (publicKey: Uint8Array): string => addr.fromPublicKey(publicKey);

/**
 * Mixed case is a checksum (EIP-55) and must be right; all lower or all upper carries none and is accepted. The zero address
 * is nobody's: what is sent there is burnt.
 */
export function checkEvmAddress(text: string): AddressCheck {
  if (!shape.test(text)) return { ok: false, reason: 'format' };
  if (text === nobody) return { ok: false, reason: 'zero' };
  const digits = text.slice(2);
  const address = addr.addChecksum(text.toLowerCase());
  const withoutChecksum = digits === digits.toLowerCase() || digits === digits.toUpperCase();
  return withoutChecksum || address === text ? { ok: true, address } : { ok: false, reason: 'checksum' };
}

/** As RLP has a number: none of it for 0, itself below 128, else its length before it. */
function rlpOf(number: bigint): Uint8Array {
  const hex = number.toString(16);
  const bytes = hexToBytes(number === 0n ? '' : hex.padStart(hex.length + (hex.length % 2), '0'));
  return number > 0n && number < 128n ? bytes : concatBytes(Uint8Array.of(0x80 + bytes.length), bytes);
}

/** The address of what an account deploys at a nonce: the last 20 bytes of the hash of both (Yellow Paper, 7). EIP-55 */
export function createdAt(account: string, nonce: bigint): string {
  const own = concatBytes(Uint8Array.of(0x80 + 20), hexToBytes(account.slice(2).toLowerCase()));
  const both = concatBytes(own, rlpOf(nonce));
  const hash = keccak_256(concatBytes(Uint8Array.of(0xc0 + both.length), both));
  return addr.addChecksum(`0x${bytesToHex(hash.subarray(12))}`);
}
