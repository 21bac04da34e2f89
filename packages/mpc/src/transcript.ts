import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { sha256, sha512 } from '#sha2';

/** A hashed item: text, bytes, or a small number (4 bytes big-endian). */
export type Item = string | Uint8Array | number;

export function u32(value: number): Uint8Array {
  return new Uint8Array([value >>> 24, value >>> 16, value >>> 8, value]);
}

/** Each item is preceded by its length, so that no two lists share an encoding (TSSHOCK's ambiguous transcripts, threats T15). */
function encode(tag: string, items: readonly Item[]): Uint8Array {
  const parts: Uint8Array[] = [];
  for (const item of [`holdfast/mpc/1/${tag}`, ...items]) {
    const bytes = typeof item === 'string' ? utf8ToBytes(item) : typeof item === 'number' ? u32(item) : item;
    parts.push(u32(bytes.length), bytes);
  }
  return concatBytes(...parts);
}

/** SHA-256 of a tag and items: 32 bytes. */
export function hash(tag: string, ...items: Item[]): Uint8Array {
  return sha256(encode(tag, items));
}

/** SHA-512 of a tag and items reduced by `order` (255 or 256 bits: the bias is below 2^-255). */
export function hashToScalar(order: bigint, tag: string, ...items: Item[]): bigint {
  let value = 0n;
  for (const byte of sha512(encode(tag, items))) value = (value << 8n) | BigInt(byte);
  return value % order;
}

/** Equality without an early exit. */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  let difference = 0;
  for (let i = 0; i < a.length; i++) difference |= (a[i] ?? 0) ^ (b[i] ?? 0);
  return difference === 0;
}
