import { secp256k1 as noble } from '@noble/curves/secp256k1.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { secp256k1 as native } from '../src/node.ts';
import { secp256k1 as portable } from '../src/portable.ts';
import type { Point, Secp256k1 } from '../src/types.ts';

const order = noble.Point.Fn.ORDER;
const prime = noble.Point.Fp.ORDER;
const implementations = [
  ['in Node', native],
  ['in browsers', portable],
] as const;

/** What a point is, as text. */
const told = (point: Point): string => (point.is0() ? '0' : bytesToHex(point.toBytes()));
const outcome = (f: () => Point | Uint8Array): string => {
  try {
    const made = f();
    return made instanceof Uint8Array ? bytesToHex(made) : told(made);
  } catch {
    return 'throws';
  }
};
const bytes32 = (value: bigint): Uint8Array => hexToBytes(value.toString(16).padStart(64, '0'));

const edges = [0n, 1n, 2n, 3n, order / 2n, order / 2n + 1n, order - 2n, order - 1n];
const scalar = fc.oneof(fc.constantFrom(...edges), fc.bigInt({ min: 0n, max: order - 1n }));
const out = fc.constantFrom(-1n, order, order + 1n, 2n ** 256n - 1n, 2n ** 256n);

/** Points by two programs that share nothing but these scalars. */
const pointOf = (of: Secp256k1, k: bigint): Point => of.base.multiplyUnsafe(k);

/** SEC 2 §2.4.1, and twice and three times it as listed for BIP 340 and by Bitcoin Core's tests. */
const published: readonly (readonly [bigint, string])[] = [
  [1n, '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798'],
  [2n, '02c6047f9441ed7d6d3045406e95c07cd85c778e4b8cef3ca7abac09b95c709ee5'],
  [3n, '02f9308a019258c31049344f85f89d5229b531c845836f99b08601f113bce036f9'],
  [order - 1n, '0379be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798'],
];

describe.each(implementations)('secp256k1 %s', (_, of) => {
  it('has the published multiples of its base, by either multiplication, and has no other order', () => {
    for (const [k, point] of published) {
      expect(told(of.base.multiply(k))).toBe(point);
      expect(told(of.base.multiplyUnsafe(k))).toBe(point);
      expect(told(of.decode(hexToBytes(point)))).toBe(point);
    }
    expect(of.order).toBe(order);
    expect(
      of.base
        .multiply(order - 1n)
        .add(of.base)
        .is0(),
    ).toBe(true);
  });

  it('is a group: sums of multiples are multiples of sums', () => {
    fc.assert(
      fc.property(scalar, scalar, scalar, (a, b, k) => {
        const [P, Q, sum] = [pointOf(of, a), pointOf(of, b), pointOf(of, (a + b) % order)];
        expect(told(P.add(Q))).toBe(told(sum));
        expect(told(P.subtract(Q))).toBe(told(pointOf(of, (a - b + order) % order)));
        expect(told(P.negate())).toBe(told(pointOf(of, (order - a) % order)));
        expect(P.equals(Q)).toBe(a === b);
        expect(P.add(Q).equals(sum)).toBe(true);
        expect(told(P.multiplyUnsafe(k))).toBe(told(pointOf(of, (a * k) % order)));
        if (k > 0n) expect(told(P.multiply(k))).toBe(told(P.multiplyUnsafe(k)));
      }),
      { numRuns: 60 },
    );
  });

  it('refuses scalars that are none, and nought where a secret is expected', () => {
    for (const point of [of.base, pointOf(of, 7n), of.zero]) {
      fc.assert(
        fc.property(out, (k) => {
          expect(() => point.multiply(k)).toThrow();
          expect(() => point.multiplyUnsafe(k)).toThrow();
        }),
      );
      expect(() => point.multiply(0n)).toThrow();
      expect(point.multiplyUnsafe(0n).is0()).toBe(true);
    }
  });

  it('has no encoding for its neutral element, and none is read as it', () => {
    expect(() => of.zero.toBytes()).toThrow();
    expect(of.zero.toAffine()).toEqual({ x: 0n, y: 0n });
    for (const length of [1, 33, 65]) expect(() => of.decode(new Uint8Array(length))).toThrow();
  });

  it('changes nothing of what it is given, and takes Buffers, which share their bytes', () => {
    const given = Buffer.from(pointOf(of, 11n).toBytes());
    const before = given.toString('hex');
    const point = of.decode(given);
    expect(told(point.multiply(5n))).toBe(told(pointOf(of, 55n)));
    expect(given.toString('hex')).toBe(before);
    given.fill(0);
    expect(told(point)).toBe(before);
  });
});

describe('secp256k1 in Node and in browsers', () => {
  it('agree on every encoding: of points, of none, of others', () => {
    const x = fc.oneof(
      fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
      fc.constantFrom(0n, 1n, 5n, prime - 1n, prime, prime + 1n, 2n ** 256n - 1n),
    );
    const head = fc.oneof(fc.constantFrom(2, 3), fc.nat(255));
    const length = fc.constantFrom(33, 33, 33, 0, 1, 32, 34, 64, 65);
    fc.assert(
      fc.property(head, x, length, (first, value, size) => {
        const bytes = new Uint8Array(size);
        bytes.set([first, ...bytes32(value)].slice(0, size));
        expect(outcome(() => native.decode(bytes))).toBe(outcome(() => portable.decode(bytes)));
      }),
      { numRuns: 1_000 },
    );
    const whole = noble.Point.BASE.toBytes(false);
    for (const mixed of [4, 6, 7]) {
      whole[0] = mixed;
      for (const of of [native, portable]) expect(() => of.decode(whole)).toThrow();
    }
  });

  it('agree on coordinates', () => {
    fc.assert(
      fc.property(scalar, (k) => {
        expect(pointOf(native, k).toAffine()).toEqual(pointOf(portable, k).toAffine());
      }),
      { numRuns: 50 },
    );
  });

  it('recover the key of a signature alike, or none', () => {
    const secret = fc.bigInt({ min: 1n, max: order - 1n });
    const digest = fc.uint8Array({ minLength: 32, maxLength: 32 });
    const change = fc.constantFrom('none', 'r', 's', 'recid', 'digest', 'random') as fc.Arbitrary<string>;
    const any = fc.oneof(scalar, out);
    fc.assert(
      fc.property(secret, digest, change, any, (key, hash, changed, value) => {
        const bytes = noble.sign(hash, bytes32(key), { prehash: false, format: 'recovered' });
        const { r, s, recovery } = noble.Signature.fromBytes(bytes, 'recovered');
        const told = {
          r: changed === 'r' || changed === 'random' ? value : r,
          s: changed === 's' || changed === 'random' ? (value + 1n) % 2n ** 256n : s,
          recid: ((recovery ?? 0) ^ (changed === 'recid' ? 1 : 0)) as 0 | 1,
        };
        const over = changed === 'digest' ? bytes32(value < 0n ? 0n : value % 2n ** 256n) : hash;
        const [ours, theirs] = [native, portable].map((of) => outcome(() => of.recover(told, over)));
        expect(ours).toBe(theirs);
        if (changed === 'none') expect(ours).toBe(bytesToHex(noble.getPublicKey(bytes32(key))));
      }),
      { numRuns: 200 },
    );
    for (const of of [native, portable])
      for (const length of [0, 31, 33])
        expect(() => of.recover({ r: 1n, s: 1n, recid: 0 }, new Uint8Array(length))).toThrow();
  });
});
