import { randomBytes } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import { addChosen, lambda, load, N, scalarOfHalves, store, sumOfChosen } from '../src/dkls/field.ts';
import { bytesOf, words } from '../src/ot/xof.ts';
import { watched } from './watched.ts';

const count = 416;
const scalars = Array.from({ length: count }, () => load(new BigUint64Array(randomBytes(32).buffer), 0) % N);
const wordsOf = (values: readonly bigint[]): Uint32Array => {
  const array = new BigUint64Array(values.length * 4);
  values.forEach((value, i) => {
    store(array, i * 4, value);
  });
  return words(bytesOf(array));
};
const terms = wordsOf(scalars);
const patterns: [string, (j: number) => boolean][] = [
  ['none', () => false],
  ['one', (j) => j === 200],
  ['every second', (j) => j % 2 === 1],
  ['all but one', (j) => j !== 0],
  ['all', () => true],
];
const bitsOf = (isSet: (j: number) => boolean): Uint32Array => {
  const bits = new Uint32Array(count / 32);
  for (let j = 0; j < count; j++) if (isSet(j)) bits[j >>> 5] = (bits[j >>> 5] ?? 0) | (1 << (j & 31));
  return bits;
};

describe('sums of secretly chosen scalars', () => {
  it.each(patterns)('are right with %s chosen', (_, isSet) => {
    const expected = scalars.reduce((sum, value, j) => (isSet(j) ? sum + value : sum), 0n) % N;
    expect(sumOfChosen(bitsOf(isSet), terms)).toBe(expected);
  });

  it('take the same operations in the same order whatever is chosen', () => {
    const traces = patterns.map(([, isSet]) => {
      const [bits, values] = [watched(bitsOf(isSet)), watched(terms)];
      sumOfChosen(bits.array, values.array);
      return { bits: bits.reads.join(), values: values.reads.join() };
    });
    expect(traces[0]?.values.split(',').length).toBe(count * 8);
    expect(traces[0]?.bits.split(',').length).toBe(count);
    for (const trace of traces) expect(trace).toEqual(traces[0]);
  });
});

describe('adding a secretly chosen scalar', () => {
  const extremes = [0n, 1n, 2n ** 32n - 1n, N - 1n, 2n ** 256n - 1n, scalars[0] ?? 0n];

  it('is right with and without it, carries and all', () => {
    for (const a of extremes)
      for (const b of extremes) {
        const [x, y] = [wordsOf([7n, a]), wordsOf([9n, 9n, b])];
        expect(addChosen(x, 8, y, 16, -1)).toBe(a + b + 2n * N);
        expect(addChosen(x, 8, y, 16, 0)).toBe(a + 2n * N);
      }
  });

  it('has a result of the same length whether it is chosen or not: what is done with it takes as long', () => {
    const lengths = extremes.flatMap((a) =>
      extremes.flatMap((b) => {
        const [x, y] = [wordsOf([a]), wordsOf([b])];
        return [0, -1].map((mask) => Math.ceil(addChosen(x, 0, y, 0, mask).toString(2).length / 64));
      }),
    );
    expect(new Set(lengths)).toEqual(new Set([5]));
  });

  it('takes the same operations in the same order whether it is chosen or not', () => {
    const traces = [0, -1].map((mask) => {
      const [x, y] = [watched(wordsOf([5n])), watched(wordsOf([6n]))];
      addChosen(x.array, 0, y.array, 0, mask);
      return [x.reads.join(), y.reads.join()];
    });
    expect(traces[0]).toEqual(['0,1,2,3,4,5,6,7', '0,1,2,3,4,5,6,7']);
    expect(traces[1]).toEqual(traces[0]);
  });
});

describe('a scalar of two halves', () => {
  const halves = (a: bigint, b: bigint): Uint8Array => {
    // Behind other bytes, as a part of a longer hash lies.
    const bytes = new Uint8Array(24);
    new DataView(bytes.buffer).setBigUint64(8, b);
    new DataView(bytes.buffer).setBigUint64(16, a);
    return bytes.subarray(8);
  };
  const last = 2n ** 64n - 1n;

  it.each([
    ['the first alone', 5n, 0n, 5n],
    ['the second alone', 0n, 1n, lambda],
    ['both', last, last, (last + last * lambda) % N],
  ])('is a + bλ: %s', (_, a, b, expected) => {
    expect(scalarOfHalves(halves(a, b))).toBe(expected);
  });

  it('differs for different halves: λ² + λ + 1 is 0 modulo N, and what N would divide is below it', () => {
    expect((lambda * lambda + lambda + 1n) % N).toBe(0n);
    expect(3n * 2n ** 128n).toBeLessThan(N);
  });
});
