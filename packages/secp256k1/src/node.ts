import { randomBytes } from 'node:crypto';
import { secp256k1 as noble } from '@noble/curves/secp256k1.js';
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js';
import * as library from 'tiny-secp256k1';
import type { Point, Secp256k1 } from './types.ts';

const { Fn, Fp } = noble.Point;
/** SEC 1 uncompressed: 4, x, y. */
const [xAt, yAt, end] = [1, 33, 65];

function scalarBytes(scalar: bigint, least: bigint): Uint8Array {
  if (scalar < least || scalar >= Fn.ORDER) throw new Error('scalar out of range');
  return Fn.toBytes(scalar);
}

const numberOf = (bytes: Uint8Array): bigint => BigInt(`0x${bytesToHex(bytes)}`);

/** Uniform in 0..order-1 from 48 bytes (bias below 2^-128). */
const anyScalar = (): bigint => Fn.create(BigInt(`0x${randomBytes(48).toString('hex')}`));

/** Bitcoin Core's libsecp256k1 as WebAssembly (tiny-secp256k1), in a half to an eighth of the time. The library has no neutral element, so it is told apart here. */
class NativePoint implements Point {
  /** SEC 1 uncompressed, which is read without a square root; undefined for the neutral element. */
  readonly #bytes: Uint8Array | undefined;

  constructor(bytes: Uint8Array | null | undefined) {
    this.#bytes = bytes ?? undefined;
  }

  add(other: NativePoint): NativePoint {
    if (!this.#bytes) return other;
    return other.#bytes ? new NativePoint(library.pointAdd(this.#bytes, other.#bytes, false)) : this;
  }

  subtract(other: NativePoint): NativePoint {
    return this.add(other.negate());
  }

  negate(): NativePoint {
    if (!this.#bytes) return this;
    const y = Fp.toBytes(Fp.neg(numberOf(this.#bytes.subarray(yAt))));
    return new NativePoint(concatBytes(this.#bytes.subarray(0, yAt), y));
  }

  equals(other: NativePoint): boolean {
    const [mine, theirs] = [this.#bytes, other.#bytes];
    if (!mine || !theirs) return mine === theirs;
    return mine.every((byte, at) => byte === theirs[at]);
  }

  is0(): boolean {
    return this.#bytes === undefined;
  }

  /**
   * The library multiplies its base in uniform steps, and any other point in variable time. So each secret is cut into two parts anew, either of which is random by
   * itself. Whoever could see both of one multiplication would know it: a guard against many measurements, and against none that sees each step.
   */
  multiply(scalar: bigint): NativePoint {
    scalarBytes(scalar, 1n);
    const first = anyScalar();
    return this.multiplyUnsafe(first).add(this.multiplyUnsafe(Fn.sub(scalar, first)));
  }

  multiplyUnsafe(scalar: bigint): NativePoint {
    const factor = scalarBytes(scalar, 0n);
    if (!this.#bytes || scalar === 0n) return zero;
    return new NativePoint(library.pointMultiply(this.#bytes, factor, false));
  }

  toAffine(): { x: bigint; y: bigint } {
    if (!this.#bytes) return { x: 0n, y: 0n };
    return { x: numberOf(this.#bytes.subarray(xAt, yAt)), y: numberOf(this.#bytes.subarray(yAt)) };
  }

  toBytes(): Uint8Array {
    if (!this.#bytes) throw new Error('the neutral element has no encoding');
    const odd = (this.#bytes[end - 1] ?? 0) & 1;
    return concatBytes(Uint8Array.of(2 + odd), this.#bytes.subarray(xAt, yAt));
  }
}

/** The library has a table of its base, and reads all of it at each step. */
class Base extends NativePoint {
  override multiplyUnsafe(scalar: bigint): NativePoint {
    const factor = scalarBytes(scalar, 0n);
    return scalar === 0n ? zero : new NativePoint(library.pointFromScalar(factor, false));
  }
}

const zero = new NativePoint(undefined);

export const secp256k1: Secp256k1 = {
  order: Fn.ORDER,
  base: new Base(noble.Point.BASE.toBytes(false)),
  zero,
  decode: (bytes) => {
    if (!library.isPointCompressed(bytes)) throw new Error('expected a compressed point');
    return new NativePoint(library.pointCompress(bytes, false));
  },
  recover: ({ r, s, recid }, digest) => {
    const signature = concatBytes(scalarBytes(r, 1n), scalarBytes(s, 1n));
    const key = library.recover(digest, signature, recid, true);
    if (!key) throw new Error('no key made this signature');
    return key;
  },
};
