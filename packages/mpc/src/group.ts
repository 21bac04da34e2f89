import { ed25519, ristretto255 } from '@noble/curves/ed25519.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToHex, randomBytes } from '@noble/hashes/utils.js';
import type { Curve } from './types.ts';

/** What we use of noble's points. `multiply` is for secrets, `multiplyUnsafe` (variable time) for public scalars only. */
export interface Point {
  add(other: Point): Point;
  subtract(other: Point): Point;
  negate(): Point;
  equals(other: Point): boolean;
  is0(): boolean;
  multiply(scalar: bigint): Point;
  multiplyUnsafe(scalar: bigint): Point;
  precompute(windowSize?: number, isLazy?: boolean): Point;
  toAffine(): { x: bigint; y: bigint };
  toBytes(): Uint8Array;
}

/** A prime-order group with one strict encoding for points and scalars. */
export interface Group {
  readonly name: string;
  readonly order: bigint;
  readonly base: Point;
  readonly zero: Point;
  readonly pointBytes: number;
  /** Throws for anything but the canonical encoding of a point of the prime-order group other than the identity. */
  decode(bytes: Uint8Array): Point;
  /** The same for a point of our own key, checked when it was loaded: leaves out ed25519's costly subgroup check. */
  decodeOwn(bytes: Uint8Array): Point;
  encodeScalar(scalar: bigint): Uint8Array;
  /** Throws for a value at or above the order. */
  decodeScalar(bytes: Uint8Array): bigint;
}

interface ScalarCodec {
  toBytes(scalar: bigint): Uint8Array;
  fromBytes(bytes: Uint8Array): bigint;
  readonly ORDER: bigint;
}

function groupOf(
  name: string,
  points: { BASE: Point; ZERO: Point; Fn: ScalarCodec },
  decode: Group['decode'],
  decodeOwn = decode,
): Group {
  const { BASE, ZERO, Fn } = points;
  return {
    name,
    order: Fn.ORDER,
    base: BASE,
    zero: ZERO,
    pointBytes: BASE.toBytes().length,
    decode,
    decodeOwn,
    encodeScalar: (scalar) => Fn.toBytes(scalar),
    decodeScalar: (bytes) => Fn.fromBytes(bytes),
  };
}

const secp256k1Group = groupOf('secp256k1', secp256k1.Point, (bytes) => {
  if (bytes.length !== 33) throw new Error('expected a compressed point');
  return secp256k1.Point.fromBytes(bytes);
});

const ed25519Group = groupOf(
  'ed25519',
  ed25519.Point,
  (bytes) => {
    const point = ed25519.Point.fromBytes(bytes, false);
    if (point.is0() || !point.isTorsionFree()) throw new Error('point outside the prime-order group');
    return point;
  },
  (bytes) => ed25519.Point.fromBytes(bytes, false),
);

/** Used inside the base OT only: cheap arithmetic, no cofactor. */
export const ristrettoGroup = groupOf('ristretto255', ristretto255.Point, (bytes) => {
  const point = ristretto255.Point.fromBytes(bytes);
  if (point.is0()) throw new Error('identity point');
  return point;
});

export function groupFor(curve: Curve): Group {
  return curve === 'secp256k1' ? secp256k1Group : ed25519Group;
}

/** A uniform scalar in 1..order-1, from 48 bytes of the platform's generator (bias below 2^-128). */
export function randomScalar(group: Group): bigint {
  return (BigInt(`0x${bytesToHex(randomBytes(48))}`) % (group.order - 1n)) + 1n;
}

export function mod(value: bigint, order: bigint): bigint {
  const remainder = value % order;
  return remainder < 0n ? remainder + order : remainder;
}
