import fc from 'fast-check';
import { expect, it } from 'vitest';
import { centsOf, unitsWithin } from '../src/value.ts';

const price = fc
  .tuple(fc.bigInt({ min: 0n, max: 10n ** 9n }), fc.bigInt({ min: 1n, max: 10n ** 18n - 1n }))
  .map(([whole, fraction]) => `${whole}.${String(fraction).padStart(18, '0')}`);

it('of what a bound in dollars leaves, the most is worth no more than it, and one unit more is worth more', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 10n ** 12n }),
      fc.integer({ min: 0, max: 24 }),
      price,
      (cents, decimals, at) => {
        const most = unitsWithin(cents, decimals, at) ?? 0n;
        expect(centsOf(most, decimals, at)).toBeLessThanOrEqual(cents);
        expect(centsOf(most + 1n, decimals, at)).toBeGreaterThan(cents);
      },
    ),
  );
});

it('what is worth nothing has no most', () => {
  expect(unitsWithin(100n, 18, '0')).toBeUndefined();
});
