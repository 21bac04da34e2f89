import path from 'node:path';
import { expect, test } from 'vitest';
import { otherParts, parts } from './part.ts';

const root = path.resolve(import.meta.dirname, '../..');

test('as many seeds in a row as there are parts take every long file once together, and no other', () => {
  const left = Array.from({ length: parts }, (_, seed) => otherParts(root, 20 + seed));
  const times = new Map<string, number>();
  for (const file of left.flat()) times.set(file, (times.get(file) ?? 0) + 1);
  expect(times.size).toBeGreaterThan(40);
  expect(new Set(times.values())).toEqual(new Set([parts - 1]));
  expect([...times.keys()].filter((file) => !/\.long\.(test|spec)\.ts$/.test(file))).toEqual([]);
});
