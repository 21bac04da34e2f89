import { isPrice } from '@holdfast/policy';

const places = 18;
/** Of a sum of money nobody writes more; it bounds what an exponent can make. */
const mostDigits = 60;

/** Nothing is worth less than what one says of it: a further digit makes the last one higher. */
function cut(whole: string, fraction: string): string {
  const scaled = BigInt(whole + fraction.slice(0, places).padEnd(places, '0'));
  const up = /[1-9]/.test(fraction.slice(places)) ? scaled + 1n : scaled;
  const digits = up.toString().padStart(places + 1, '0');
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`.replace(/\.?0+$/, '');
}

/**
 * A number of JSON, letter by letter, as a price: rounded up at 18 decimals, never through floating point.
 * @returns undefined for what is no price: zero, less than zero, 10^18 and more
 */
export function priceOfNumber(source: string): string | undefined {
  const [, whole = '', fraction = '', exponent = '0'] =
    /^(\d{1,40})(?:\.(\d{1,60}))?(?:[eE]([+-]?\d{1,3}))?$/.exec(source) ?? [];
  if (whole === '') return undefined;
  const shift = Number(exponent);
  if (Math.abs(shift) > mostDigits) return undefined;
  const point = whole.length + shift;
  const digits = '0'.repeat(Math.max(1 - point, 0)) + whole + fraction;
  const at = Math.max(point, 1);
  return sound(cut(digits.padEnd(at, '0').slice(0, at), digits.slice(at)));
}

/** So many units of a feed with so many decimals as a price, rounded up. @returns undefined for what is no price */
export function priceOfUnits(units: bigint, decimals: number): string | undefined {
  if (units <= 0n) return undefined;
  const digits = units.toString().padStart(decimals + 1, '0');
  return sound(cut(digits.slice(0, digits.length - decimals), digits.slice(digits.length - decimals)));
}

/** A price of zero would let everything through: it is none. */
const sound = (text: string): string | undefined => (isPrice(text) && /[1-9]/.test(text) ? text : undefined);
