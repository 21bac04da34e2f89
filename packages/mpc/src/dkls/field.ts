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

/** Of secp256k1's endomorphism: λ times a point costs one multiplication of its x (GLV, CRYPTO 2001). λ² + λ + 1 = 0 modulo N. */
export const lambda = 0x5363ad4cc05c30e0a5261c028812645a122e22ea20816678df02967c1b23bd72n;

/**
 * a + bλ of two numbers of 64 bits: as many scalars as there are 16 bytes, all of them different, and a point is multiplied by one of them with half of the doublings
 * that another scalar of 128 bits needs. Different, since a + bλ = 0 makes N divide a² − ab + b², which is below 3·2^128 for differences of such numbers.
 */
export function scalarOfHalves(bytes: Uint8Array): bigint {
  const view = new DataView(bytes.buffer, bytes.byteOffset, 16);
  return reduce(view.getBigUint64(8) + view.getBigUint64(0) * lambda);
}

/** Words of a scalar. */
const scalarWords = 8;

/**
 * The sum, modulo N, of those scalars whose bit is set. What is chosen is secret: each word of each scalar is masked and added as a number below 2^32, so
 * that neither the number nor the size of the operations follows how many bits are set, as they would with bigints. Up to 2^21 scalars.
 */
export function sumOfChosen(bits: Uint32Array, scalars: Uint32Array): bigint {
  const sums = new Float64Array(scalarWords);
  for (let at = 0; at < scalars.length; at += scalarWords) {
    const j = at / scalarWords;
    const mask = -(((bits[j >>> 5] ?? 0) >>> (j & 31)) & 1);
    for (let k = 0; k < scalarWords; k++) sums[k] = (sums[k] ?? 0) + (((scalars[at + k] ?? 0) & mask) >>> 0);
  }
  return reduce(sums.reduceRight((sum, word) => (sum << 32n) + BigInt(word), 0n));
}

/** More than 2^256, and nought modulo N. */
const lift = 2n * N;
const liftWords = Array.from({ length: scalarWords }, (_, k) => Number((lift >> BigInt(32 * k)) & 0xffffffffn));
const liftTop = Number(lift >> 256n);

/** Of the sum that `addChosen` is at, in words of 32 and of 64 bits: a thousand arrays a signature would be work for nothing. */
const sumWords = new Uint32Array(scalarWords);
const sumWhole = new BigUint64Array(sumWords.buffer);

/**
 * a + (mask is set ? b : 0) + 2N, all of eight words, by the same operations for either mask (0 or -1). With 2N every such sum has five words of 64 bits:
 * without it what was chosen could have one more than what was not, and whatever is done with it would take longer.
 */
export function addChosen(a: Uint32Array, aAt: number, b: Uint32Array, bAt: number, mask: number): bigint {
  let carry = 0;
  for (let k = 0; k < scalarWords; k++) {
    const word = (a[aAt + k] ?? 0) + (((b[bAt + k] ?? 0) & mask) >>> 0) + (liftWords[k] ?? 0) + carry;
    sumWords[k] = word;
    carry = Math.floor(word / 2 ** 32);
  }
  return (BigInt(carry + liftTop) << 256n) | load(sumWhole, 0);
}
