import { isPrice } from '@holdfast/policy';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { priceOfNumber, priceOfUnits } from '../src/decimal.ts';

describe('a number of JSON', () => {
  it.each([
    ['2000', '2000'],
    ['67187.3358936566', '67187.3358936566'],
    ['0.00000001234', '0.00000001234'],
    ['1.234e-8', '0.00000001234'],
    ['1E3', '1000'],
    ['1.5e+2', '150'],
    ['12.50', '12.5'],
    ['0.1e1', '1'],
    ['123e-2', '1.23'],
    ['123e-3', '0.123'],
    // Nineteen places: the eighteenth is made higher, never lower.
    ['0.0000000000000000001', '0.000000000000000001'],
    ['1.0000000000000000001', '1.000000000000000001'],
    ['0.9999999999999999999', '1'],
    ['999999999999999999', '999999999999999999'],
  ])('%s is the price %s, to its last digit', (source, price) => expect(priceOfNumber(source)).toBe(price));

  it.each(['0', '0.0', '0e5', '-1', '-0.5', '1e18', '1e400', 'NaN', 'Infinity', '', '1,5', ' 1', '1 ', '0x10', '+1'])(
    '%j is none',
    (source) => expect(priceOfNumber(source)).toBeUndefined(),
  );

  it('is never less than it says, and at most a unit of the last place more', () => {
    const digits = fc.tuple(fc.bigInt({ min: 1n, max: 10n ** 30n }), fc.integer({ min: -30, max: 5 }));
    fc.assert(
      fc.property(digits, ([mantissa, exponent]) => {
        const price = priceOfNumber(`${mantissa}e${exponent}`);
        if (price === undefined) return mantissa * 10n ** BigInt(exponent + 30) >= 10n ** 48n;
        const [whole = '', fraction = ''] = price.split('.');
        const scaled = BigInt(whole + fraction.padEnd(18, '0')) * 10n ** 12n;
        const exact = mantissa * 10n ** BigInt(exponent + 30);
        return isPrice(price) && scaled >= exact && scaled - exact < 10n ** 12n;
      }),
    );
  });
});

describe('units of a feed', () => {
  it.each([
    [200_012_345_678n, 8, '2000.12345678'],
    [1n, 8, '0.00000001'],
    [5n, 0, '5'],
    [1n, 20, '0.000000000000000001'],
  ])('%s with %s decimals are the price %s', (units, decimals, price) =>
    expect(priceOfUnits(units, decimals)).toBe(price),
  );

  it.each([
    [0n, 8],
    [-1n, 8],
    [10n ** 30n, 8],
  ])('%s with %s decimals are none', (units, decimals) => expect(priceOfUnits(units, decimals)).toBeUndefined());
});
