import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  add,
  compare,
  decimalErrors,
  divide,
  isDecimal,
  multiply,
  round,
  squareRoot,
  subtract,
  toFixed,
} from '../src/index.ts';

describe('decimal arithmetic of spec §9', () => {
  it('is exact where binary floats are not', () => {
    expect(add('0.1', '0.2')).toBe('0.3');
    expect(add('999999999999999999999999999999', '1')).toBe('1000000000000000000000000000000');
    expect(subtract('1', '0.9')).toBe('0.1');
    expect(multiply('1.1', '1.1')).toBe('1.21');
    expect(compare('99999999999999999', '100000000000000000')).toBe(-1);
  });

  it('keeps 20 decimal places and rounds half up by default', () => {
    expect(divide('1', '3')).toBe('0.33333333333333333333');
    expect(divide('2', '3')).toBe('0.66666666666666666667');
    expect(squareRoot('2')).toBe('1.4142135623730950488');
    expect(round('2.345', 2)).toBe('2.35');
    expect(round('-2.345', 2)).toBe('-2.35');
    expect(round('2.345', 2, 0)).toBe('2.34');
    expect(round('2.345', 2, 2)).toBe('2.34');
    expect(round('2.341', 2, 3)).toBe('2.35');
    expect(toFixed('2', 3)).toBe('2.000');
  });

  it('has the five errors, each with its own message', () => {
    expect(() => add('abc', '1')).toThrow(decimalErrors.number);
    expect(() => round('1', 0.5)).toThrow(decimalErrors.places);
    expect(() => toFixed('1', -1)).toThrow(decimalErrors.places);
    expect(() => round('1', 1, 9 as 1)).toThrow(decimalErrors.mode);
    expect(() => divide('1', '0')).toThrow(decimalErrors.zero);
    expect(() => squareRoot('-1')).toThrow(decimalErrors.root);
    expect(new Set(Object.values(decimalErrors)).size).toBe(5);
  });

  it.each(['', ' ', '1,000', '--1', '0x1', 'Infinity', 'NaN', '1 '])('does not take %j for a number', (text) => {
    expect(isDecimal(text)).toBe(false);
    expect(() => add(text, '1')).toThrow(decimalErrors.number);
  });

  it('agrees with integers on sums, differences and products', () => {
    const integer = fc.bigInt({ min: -(2n ** 256n), max: 2n ** 256n });
    fc.assert(
      fc.property(integer, integer, (a, b) => {
        const [x, y] = [a.toString(), b.toString()];
        expect([add(x, y), subtract(x, y), multiply(x, y)]).toEqual([`${a + b}`, `${a - b}`, `${a * b}`]);
        expect(compare(x, y)).toBe(a < b ? -1 : a > b ? 1 : 0);
      }),
      { numRuns: 500 },
    );
  });
});
