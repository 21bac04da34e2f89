import type { AddressCheck } from '@holdfast/chains';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';

/** Bytes of an address: twenty of a hash, four of a check over them. */
export const addressBytes = 24;
export const addressPattern = '^slt[0-9a-f]{48}$';
const shape = new RegExp(addressPattern);

const checkOf = (body: string): string => bytesToHex(sha256(utf8ToBytes(`slate ${body}`))).slice(0, 8);

function addressFrom(seed: Uint8Array): string {
  const body = bytesToHex(sha256(seed)).slice(0, 40);
  return `slt${body}${checkOf(body)}`;
}

/** @param publicKey secp256k1, 33 bytes */
export const slateAddressOf = (publicKey: Uint8Array): string => addressFrom(publicKey);

/** The address of a token's contract, or of somebody nobody here knows. */
export const namedAddress = (name: string): string => addressFrom(utf8ToBytes(`named ${name}`));

export function checkSlateAddress(text: string): AddressCheck {
  if (!shape.test(text)) return { ok: false, reason: 'format' };
  const body = text.slice(3, 43);
  return text.slice(43) === checkOf(body) ? { ok: true, address: text } : { ok: false, reason: 'checksum' };
}

export const addressToBytes = (address: string): Uint8Array => hexToBytes(address.slice(3));
export const addressFromBytes = (bytes: Uint8Array): string => `slt${bytesToHex(bytes)}`;
