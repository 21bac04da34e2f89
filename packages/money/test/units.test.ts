import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromUnits, MoneyError, type MoneyFault, maxUnits, toUnits } from '../src/index.ts';

function fault(run: () => unknown): MoneyFault | string {
  try {
    run();
  } catch (error) {
    return error instanceof MoneyError ? error.code : `other: ${error}`;
  }
  return 'no refusal';
}

describe('toUnits', () => {
  it.each([
    ['0', 18, 0n],
    ['1', 18, 10n ** 18n],
    ['1.0', 0, 1n],
    ['007.50', 2, 750n],
    ['0.000000000000000001', 18, 1n],
    ['1.500000', 2, 150n],
    ['21000000', 8, 2_100_000_000_000_000n],
    ['99999999999999999.999999999999999999', 18, 99999999999999999999999999999999999n],
    [fromUnits(maxUnits, 18), 18, maxUnits],
  ])('%s with %i decimals is %s', (text, decimals, units) => expect(toUnits(text, decimals)).toBe(units));

  it.each<[string, number, MoneyFault]>([
    ['', 2, 'notANumber'],
    [' 1', 2, 'notANumber'],
    ['1\n', 2, 'notANumber'],
    ['1,000', 2, 'notANumber'],
    ['1e3', 2, 'notANumber'],
    ['.5', 2, 'notANumber'],
    ['5.', 2, 'notANumber'],
    ['+1', 2, 'notANumber'],
    ['0x10', 2, 'notANumber'],
    ['١', 2, 'notANumber'],
    ['1.2.3', 2, 'notANumber'],
    ['NaN', 2, 'notANumber'],
    ['Infinity', 2, 'notANumber'],
    ['-1', 2, 'negative'],
    ['-0', 2, 'negative'],
    ['1.001', 2, 'tooManyDecimals'],
    ['0.1', 0, 'tooManyDecimals'],
    [`0.${'0'.repeat(18)}1`, 18, 'tooManyDecimals'],
    [(maxUnits + 1n).toString(), 0, 'tooLarge'],
    ['9'.repeat(78), 18, 'tooLarge'],
    ['9'.repeat(150), 0, 'tooLarge'],
    ['1'.repeat(201), 0, 'tooLarge'],
  ])('refuses %j with %i decimals as %s', (text, decimals, code) =>
    expect(fault(() => toUnits(text, decimals))).toBe(code),
  );

  it.each([-1, 37, 1.5, Number.NaN])('refuses %s as a number of decimals', (decimals) => {
    expect(() => toUnits('1', decimals)).toThrow(RangeError);
    expect(() => fromUnits(1n, decimals)).toThrow(RangeError);
  });
});

describe('fromUnits', () => {
  it.each([
    [0n, 18, '0'],
    [1n, 18, '0.000000000000000001'],
    [10n ** 18n, 18, '1'],
    [0n, 0, '0'],
    [100_500n, 3, '100.5'],
    [-(10n ** 20n), 18, '-100'],
    [150n, 2, '1.5'],
    [150n, 0, '150'],
    [-150n, 2, '-1.5'],
    [-1n, 2, '-0.01'],
  ])('%s with %i decimals is %s', (units, decimals, text) => expect(fromUnits(units, decimals)).toBe(text));
});

describe('amounts', () => {
  it('come back byte for byte: 100,000 random ones up to 2^256-1', () => {
    const amount = fc.bigInt({ min: 0n, max: maxUnits });
    const decimals = fc.integer({ min: 0, max: 36 });
    fc.assert(
      fc.property(amount, decimals, (units, places) => {
        const text = fromUnits(units, places);
        return toUnits(text, places) === units && fromUnits(toUnits(text, places), places) === text;
      }),
      { numRuns: 100_000 },
    );
  });

  it('are the same number whatever zeros are written around them', () => {
    const zeros = fc.integer({ min: 0, max: 20 });
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: maxUnits }), zeros, zeros, (units, before, after) => {
        const text = fromUnits(units, 18);
        const padded = `${'0'.repeat(before)}${text.includes('.') ? text : `${text}.0`}${'0'.repeat(after)}`;
        return toUnits(padded, 18) === units;
      }),
    );
  });

  it('are refused rather than rounded: any digit beyond the asset’s decimals', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 40n }),
        fc.integer({ min: 0, max: 35 }),
        fc.integer({ min: 1, max: 9 }),
        (units, places, digit) => {
          const text = fromUnits(units, places);
          const [whole, fraction = ''] = text.split('.');
          const longer = `${whole}.${fraction.padEnd(places, '0')}${digit}`;
          return fault(() => toUnits(longer, places)) === 'tooManyDecimals';
        },
      ),
    );
  });

  it('never come from text that is not plain decimal', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), fc.integer({ min: 0, max: 36 }), (text, places) => {
        const code = fault(() => toUnits(text, places));
        return /^\d+(\.\d+)?$/.test(text) || code === (/^-\d+(\.\d+)?$/.test(text) ? 'negative' : 'notANumber');
      }),
    );
  });
});
