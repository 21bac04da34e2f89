import { isLE } from '@noble/hashes/utils.js';
import { keccak } from '#keccak';

/**
 * TurboSHAKE128 (RFC 9861) of one block, on 32-bit words and without allocation: the pads of the OT extension need some thousand hashes
 * a signature. A test compares it with noble's turboshake128.
 */
const { state } = keccak;
const rateWords = 42;

/** The output of the last call, as 32-bit words and as 64-bit words; overwritten by the next. */
export const output = state.subarray(0, rateWords);
export const output64 = new BigUint64Array(state.buffer, state.byteOffset, rateWords / 2);

if (!isLE) throw new Error('this library needs a little-endian machine');

/** `input` has at most 41 words; `domain` (1..127) separates uses. */
export function turboShake(input: Uint32Array, domain: number): void {
  state.fill(0);
  state.set(input);
  state[input.length] = domain;
  state[rateWords - 1] = (state[rateWords - 1] ?? 0) ^ 0x80000000;
  keccak.permute();
}

/** Bytes as little-endian words, copied. */
export function words(bytes: Uint8Array): Uint32Array {
  return new Uint32Array(bytes.slice().buffer);
}

/** The bytes behind words, not copied. */
export function bytesOf(array: Uint32Array | BigUint64Array): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}
