import path from 'node:path';
import { expect, test } from 'vitest';
import { otherThirds } from './thirds.ts';

const root = path.resolve(import.meta.dirname, '../..');

test('three seeds in a row leave out every long file twice together, and none else', () => {
  const left = [6, 7, 8].map((seed) => otherThirds(root, seed));
  const times = new Map<string, number>();
  for (const file of left.flat()) times.set(file, (times.get(file) ?? 0) + 1);
  expect(times.size).toBeGreaterThan(40);
  expect(new Set(times.values())).toEqual(new Set([2]));
  expect([...times.keys()].filter((file) => !/\.long\.(test|spec)\.ts$/.test(file))).toEqual([]);
});
