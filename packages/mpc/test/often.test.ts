import { describe, expect, it } from 'vitest';
import { signingKey } from '../src/dkls/often.ts';
import { groupFor, randomScalar } from '../src/group.ts';

const group = groupFor('secp256k1');
const newKey = (): Uint8Array => group.base.multiply(randomScalar(group)).toBytes();

describe('a key that signs often', () => {
  it('gives the same multiples with its table as without', () => {
    const [key, scalar] = [newKey(), randomScalar(group)];
    const expected = group.decode(key).multiplyUnsafe(scalar);
    for (let n = 0; n < 6; n++) expect(signingKey(key).multiplyUnsafe(scalar).equals(expected)).toBe(true);
  });

  it('is kept as long as it is among the 64 that were asked for last', () => {
    const [kept, left] = [newKey(), newKey()];
    const points = [signingKey(left), signingKey(kept)];
    for (let n = 0; n < 62; n++) signingKey(newKey());
    expect([signingKey(left) === points[0], signingKey(kept) === points[1]]).toEqual([true, true]);
    for (let n = 0; n < 63; n++) signingKey(newKey());
    expect([signingKey(kept) === points[1], signingKey(left) === points[0]]).toEqual([true, false]);
  });

  it('has to be a point of the curve', () => {
    expect(() => signingKey(new Uint8Array(33))).toThrow();
    expect(() => signingKey(new Uint8Array(32))).toThrow();
  });
});
