import Big from 'big.js';

/** Decimal arithmetic of the console (spec §9): 20 decimal places, half-up. The five errors are big.js's own, by their messages. */
const D = Big();
D.DP = 20;
D.RM = 1;
/** Text only: a number has lost its digits before it comes here. */
D.strict = true;

export type RoundingMode = 0 | 1 | 2 | 3;
export const decimalErrors = {
  number: '[big.js] Invalid number',
  places: '[big.js] Invalid decimal places',
  mode: '[big.js] Invalid rounding mode',
  zero: '[big.js] Division by zero',
  root: '[big.js] No square root',
} as const;

const text = (value: Big): string => value.toFixed();

export const add = (a: string, b: string): string => text(new D(a).plus(b));
export const subtract = (a: string, b: string): string => text(new D(a).minus(b));
export const multiply = (a: string, b: string): string => text(new D(a).times(b));
/** @throws Division by zero */
export const divide = (a: string, b: string): string => text(new D(a).div(b));
/** @throws No square root of a negative number */
export const squareRoot = (a: string): string => text(new D(a).sqrt());
/** -1, 0 or 1. */
export const compare = (a: string, b: string): -1 | 0 | 1 => new D(a).cmp(b);
/** Rounds to `places` decimals, half-up unless told otherwise. @throws Invalid decimal places | Invalid rounding mode */
export const round = (a: string, places: number, mode: RoundingMode = 1): string => text(new D(a).round(places, mode));
/** Exactly `places` decimals, padded with zeros. */
export const toFixed = (a: string, places: number, mode: RoundingMode = 1): string => new D(a).toFixed(places, mode);
/** Is this text a number that the functions here accept? */
export function isDecimal(value: string): boolean {
  try {
    new D(value);
    return true;
  } catch {
    return false;
  }
}
