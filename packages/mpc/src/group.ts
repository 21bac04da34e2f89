import { type Point, secp256k1 } from '@holdfast/secp256k1';
import { ed25519, ristretto255 } from '@noble/curves/ed25519.js';
import { secp256k1 as curve } from '@noble/curves/secp256k1.js';
import { bytesToHex, randomBytes } from '@noble/hashes/utils.js';
import type { Curve } from './types.ts';

export type { Point };

/** Of noble: a point that is multiplied again and again may have a table. */
interface NoblePoint extends Point {
  precompute(windowSize?: number, isLazy?: boolean): NoblePoint;
}

/** A prime-order group with one strict encoding for points and scalars. */
export interface Group<P extends Point = Point> {
  readonly name: string;
  readonly order: bigint;
  readonly base: P;
  readonly zero: P;
  readonly pointBytes: number;
  /** Throws for anything but the canonical encoding of a point of the prime-order group other than the identity. */
  decode(bytes: Uint8Array): P;
  /** The same for a point of our own key, checked when it was loaded: leaves out ed25519's costly subgroup check. */
  decodeOwn(bytes: Uint8Array): P;
  encodeScalar(scalar: bigint): Uint8Array;
  /** Throws for a value at or above the order. */
  decodeScalar(bytes: Uint8Array): bigint;
}

interface ScalarCodec {
  toBytes(scalar: bigint): Uint8Array;
  fromBytes(bytes: Uint8Array): bigint;
  readonly ORDER: bigint;
}

function groupOf<P extends Point>(
  name: string,
  points: { base: P; zero: P; Fn: ScalarCodec },
  decode: Group<P>['decode'],
  decodeOwn = decode,
): Group<P> {
  const { base, zero, Fn } = points;
  return {
    name,
    order: Fn.ORDER,
    base,
    zero,
    pointBytes: base.toBytes().length,
    decode,
    decodeOwn,
    encodeScalar: (scalar) => Fn.toBytes(scalar),
    decodeScalar: (bytes) => Fn.fromBytes(bytes),
  };
}

const nobles = ({ BASE: base, ZERO: zero, Fn }: { BASE: NoblePoint; ZERO: NoblePoint; Fn: ScalarCodec }) => ({
  base,
  zero,
  Fn,
});

const secp256k1Group = groupOf('secp256k1', { ...secp256k1, Fn: curve.Point.Fn }, secp256k1.decode);

const ed25519Group = groupOf(
  'ed25519',
  nobles(ed25519.Point),
  (bytes) => {
    const point = ed25519.Point.fromBytes(bytes, false);
    if (point.is0() || !point.isTorsionFree()) throw new Error('point outside the prime-order group');
    return point;
  },
  (bytes) => ed25519.Point.fromBytes(bytes, false),
);

/** Used inside the base OT only: cheap arithmetic, no cofactor. */
export const ristrettoGroup = groupOf('ristretto255', nobles(ristretto255.Point), (bytes) => {
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
