import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  add,
  avatarColor,
  avatarColors,
  compare,
  decimalErrors,
  divide,
  formatAmount,
  formatNumber,
  isDecimal,
  multiply,
  round,
  shortenHash,
  squareRoot,
  subtract,
  toFixed,
} from '../src/index.ts';

const threshold = 99_999_999_999_999_999n;
/** Decimal text with up to 18 decimals, below the threshold. */
const amounts = fc
  .tuple(fc.bigInt({ min: 0n, max: threshold - 1n }), fc.bigInt({ min: 0n, max: 10n ** 18n - 1n }))
  .map(([whole, fraction]) => `${whole}.${String(fraction).padStart(18, '0')}`);

describe('infinity begins at exactly 99999999999999999', () => {
  it.each([
    ['99999999999999998.99', '99,999,999,999,999,998.99', '99,999,999,999,999,998.99'],
    ['99999999999999998.999999999999999999', '99,999,999,999,999,999.00', '99,999,999,999,999,999'],
    ['99999999999999999', '∞', '∞'],
    ['99999999999999999.000000000000000001', '∞', '∞'],
    ['100000000000000000', '∞', '∞'],
  ])('%s is %s', (value, number, amount) => {
    expect(formatNumber(value)).toBe(number);
    expect(formatNumber(value, { short: true }) === '∞').toBe(number === '∞');
    expect(formatAmount(value)).toBe(amount);
  });

  it('for every whole number: nothing below shows it, everything from there does', () => {
    const whole = fc.bigInt({ min: threshold - 1_000n, max: threshold + 1_000n });
    fc.assert(
      fc.property(whole, (value) => {
        expect(formatNumber(String(value)) === '∞').toBe(value >= threshold);
        expect(formatAmount(String(value)) === '∞').toBe(value >= threshold);
        expect(formatNumber(`-${value}`) === '-∞').toBe(value >= threshold);
      }),
    );
  });
});

describe('numbers', () => {
  it('group thousands by commas and nothing else: without them the digits are those of the rounded value', () => {
    fc.assert(
      fc.property(amounts, fc.integer({ min: 0, max: 6 }), (value, decimals) => {
        const shown = formatNumber(value, { decimals });
        expect(shown).toMatch(/^\d{1,3}(,\d{3})*(\.\d+)?$/);
        expect(shown.replaceAll(',', '')).toBe(toFixed(value, decimals));
        expect(formatNumber(value, { decimals, grouping: false })).toBe(toFixed(value, decimals));
      }),
    );
  });

  it('are shortened with M from a million and B from a thousand million, never off by more than half of the last place', () => {
    fc.assert(
      fc.property(amounts, (value) => {
        const shown = formatNumber(value, { short: true, grouping: false });
        const unit = { M: '1000000', B: '1000000000' }[shown.at(-1) ?? ''] ?? '1';
        const expected = compare(value, '1000000000') >= 0 ? 'B' : compare(value, '1000000') >= 0 ? 'M' : '';
        expect(shown.replace(/[\d.]/g, '')).toBe(expected);
        const off = subtract(multiply(shown.replace(/[MB]/, ''), unit), value).replace('-', '');
        expect(compare(off, multiply(unit, '0.005'))).toBeLessThanOrEqual(0);
      }),
    );
  });

  it('never show a minus before nothing', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10_000n }), (thousandths) => {
        const value = `-${thousandths / 1_000n}.${String(thousandths % 1_000n).padStart(3, '0')}`;
        expect(formatNumber(value).startsWith('-')).toBe(compare(toFixed(value.slice(1), 2), '0') > 0);
      }),
    );
  });

  it('that are missing, or none, show --', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(!isDecimal(text));
        expect([formatNumber(text), formatAmount(text)]).toEqual(['--', '--']);
      }),
    );
  });
});

describe('amounts', () => {
  it('show at most 10 decimals: those of the value rounded half-up', () => {
    fc.assert(
      fc.property(amounts, (value) => {
        const shown = formatAmount(value).replaceAll(',', '');
        fc.pre(shown !== '<1e-10');
        expect(shown).toMatch(/^\d+(\.\d{0,9}[1-9])?$/);
        expect(shown).toBe(round(value, 10));
      }),
    );
  });

  it.each([
    ['0.0000000001', '0.0000000001'],
    ['0.00000000009999999999', '<1e-10'],
    ['0.000000000000000001', '<1e-10'],
    ['-0.00000000001', '<1e-10'],
    ['0', '0'],
    ['-0', '0'],
  ])('%s is %s', (value, shown) => expect(formatAmount(value)).toBe(shown));
});

describe('hashes', () => {
  it('keep as many characters at each side as asked, six by default, and are never made longer', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), maxLength: 80 }),
        fc.integer({ min: 1, max: 20 }),
        (hash, keep) => {
          const short = shortenHash(hash, keep);
          expect(short.length).toBeLessThanOrEqual(hash.length);
          expect(short === hash || short === `${hash.slice(0, keep)}…${hash.slice(-keep)}`).toBe(true);
          if (keep === 6) expect(shortenHash(hash)).toBe(short);
        },
      ),
    );
  });
});

describe('avatar colours', () => {
  it('every letter has one of eight, and each is used; everything else is grey', () => {
    fc.assert(
      fc.property(fc.string(), (name) => {
        const isLetter = /^[a-z]/i.test(name.trim());
        expect((avatarColors as readonly string[]).includes(avatarColor(name))).toBe(isLetter);
        expect(avatarColor(name)).toBe(avatarColor(`  ${name}`));
      }),
    );
    expect(new Set([...'abcdefghijklmnopqrstuvwxyz'].map(avatarColor)).size).toBe(8);
    expect(avatarColors).toHaveLength(8);
  });
});

describe('the five errors', () => {
  const noNumber = fc.string().filter((text) => !isDecimal(text));

  it('invalid number: whatever is none, on either side of every operation', () => {
    fc.assert(
      fc.property(noNumber, (text) => {
        for (const run of [add, subtract, multiply, divide, compare])
          for (const sides of [() => run(text, '1'), () => run('1', text)]) expect(sides).toThrow(decimalErrors.number);
        expect(() => squareRoot(text)).toThrow(decimalErrors.number);
        expect(() => round(text, 2)).toThrow(decimalErrors.number);
      }),
    );
  });

  it.each([0.5, -1, Number.NaN, Number.POSITIVE_INFINITY, 1e7])('invalid decimal places: %d', (places) =>
    expect(() => toFixed('1.5', places)).toThrow(decimalErrors.places),
  );

  it.each([-1, 4, 0.5, Number.NaN])('invalid rounding mode: %d', (mode) =>
    expect(() => round('1.55', 1, mode as 1)).toThrow(decimalErrors.mode),
  );

  it('division by zero: by every zero, nothing by nothing too', () => {
    for (const zero of ['0', '-0', '0.000']) {
      expect(() => divide('1', zero)).toThrow(decimalErrors.zero);
      expect(() => divide('0', zero)).toThrow(decimalErrors.zero);
    }
  });

  it('no square root of a negative', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 30n }), (value) => {
        expect(() => squareRoot(`-${value}`)).toThrow(decimalErrors.root);
        expect(squareRoot(String(value * value))).toBe(String(value));
      }),
      { numRuns: 50 },
    );
  });

  it('quotients have 20 decimals, rounded half up', () => {
    expect(divide('1', '7')).toBe('0.14285714285714285714');
    expect(divide('5', '100000000000000000000000')).toBe('0');
    expect(divide('5', '1000000000000000000000')).toBe('0.00000000000000000001');
    expect(divide('-5', '1000000000000000000000')).toBe('-0.00000000000000000001');
  });
});
