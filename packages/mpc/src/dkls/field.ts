import { secp256k1 } from '@noble/curves/secp256k1.js';

/** Order of secp256k1's group. */
export const N: bigint = secp256k1.Point.Fn.ORDER;

/** A scalar as four little-endian 64-bit words: the form in which the thousand scalars of a multiplication travel. */
export function load(array: BigUint64Array, at: number): bigint {
  const low = ((array[at + 1] ?? 0n) << 64n) | (array[at] ?? 0n);
  const high = ((array[at + 3] ?? 0n) << 64n) | (array[at + 2] ?? 0n);
  return (high << 128n) | low;
}

/** Stores a value below 2^256; a BigUint64Array keeps the low 64 bits of what it is given. */
export function store(array: BigUint64Array, at: number, value: bigint): void {
  array[at] = value;
  array[at + 1] = value >> 64n;
  array[at + 2] = value >> 128n;
  array[at + 3] = value >> 192n;
}

/** The representative in 0..N-1. */
export function reduce(value: bigint): bigint {
  const remainder = value % N;
  return remainder < 0n ? remainder + N : remainder;
}
