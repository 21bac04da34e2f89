import { expect, test } from 'vitest';
import { chainLimits, type InPool, inTurn, mayBuildOn } from './chain-limits.ts';

const parent = (more: Partial<InPool> = {}): InPool => ({ count: 1, size: 200, after: 1, ...more });
const { ancestors, ancestorSize, descendants } = chainLimits;

test.each<[string, readonly InPool[], boolean]>([
  ['nothing', [], true],
  ['one that waits for nothing', [parent()], true],
  ['one at the end of the longest row', [parent({ count: ancestors })], true],
  ['one of a longer row', [parent({ count: ancestors + 1 })], false],
  ['two whose rows are as long together', [parent({ count: ancestors - 1 }), parent()], true],
  ['two whose rows are longer together', [parent({ count: ancestors }), parent()], false],
  ['as much as fits', [parent({ size: ancestorSize })], true],
  ['more than fits', [parent({ size: ancestorSize + 1 })], false],
  ['two that are too large together', [parent({ size: ancestorSize }), parent()], false],
  ['one that the last place is left of', [parent({ after: descendants - 1 })], true],
  ['one that others have built on', [parent({ after: descendants })], false],
])('a payment is built on %s: %j is %s', (_, parents, expected) => {
  expect(mayBuildOn(parents)).toBe(expected);
});

test('stays below what nodes take', () => {
  expect(ancestors + 1).toBeLessThan(25);
  expect(ancestorSize).toBeLessThan(101_000);
  expect(descendants).toBeLessThan(25);
});

test('coins that wait for least come first, of these the largest, and what does not fit beside them is left out', () => {
  const coin = (name: string, amount: bigint, count: number) => ({ name, amount, on: parent({ count }) });
  const named = (...coins: ReturnType<typeof coin>[]): string[] => inTurn(coins).map(({ name }) => name);
  expect(named(coin('a', 9n, 3), coin('b', 1n, 1), coin('c', 2n, 1))).toEqual(['c', 'b', 'a']);
  expect(named(coin('a', 9n, ancestors), coin('b', 1n, 2))).toEqual(['b']);
  expect(named(coin('far', 9n, ancestors + 1))).toEqual([]);
  expect(named()).toEqual([]);
});
