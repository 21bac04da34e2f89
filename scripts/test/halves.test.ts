import path from 'node:path';
import { expect, test } from 'vitest';
import { otherHalf } from './halves.ts';

const root = path.resolve(import.meta.dirname, '../..');

test('two seeds of different parity leave out every long file once together, and none else', () => {
  const [even, odd] = [otherHalf(root, 4), otherHalf(root, 7)];
  expect(new Set([...even, ...odd]).size).toBe(even.length + odd.length);
  expect(even.length + odd.length).toBeGreaterThan(40);
  expect([...even, ...odd].filter((file) => !/\.long\.(test|spec)\.ts$/.test(file))).toEqual([]);
  expect(Math.abs(even.length - odd.length)).toBeLessThanOrEqual(2);
});
