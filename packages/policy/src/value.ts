/** A price is decimal text: USD per whole coin, no sign, no exponent, at most 18 decimals. */
export const pricePattern = /^(0|[1-9]\d{0,17})(\.\d{1,18})?$/;

export const isPrice = (text: string): boolean => pricePattern.test(text);

const scale = 18;

function scaled(price: string): bigint {
  const [whole = '', fraction = ''] = price.split('.');
  return BigInt(whole + fraction.padEnd(scale, '0'));
}

/**
 * Value in cents, rounded up: a value never looks smaller than it is.
 * @param units base units @param decimals of the asset @param price USD per whole coin
 */
export function centsOf(units: bigint, decimals: number, price: string): bigint {
  if (!isPrice(price)) throw new RangeError('not a price');
  const unit = 10n ** BigInt(decimals + scale);
  return (units * scaled(price) * 100n + unit - 1n) / unit;
}

/**
 * The most that is worth no more than so many cents, by `centsOf`; undefined where that is worth nothing at any amount.
 * @param decimals of the asset @param price USD per whole coin
 */
export function unitsWithin(cents: bigint, decimals: number, price: string): bigint | undefined {
  if (!isPrice(price)) throw new RangeError('not a price');
  const each = scaled(price) * 100n;
  return each === 0n ? undefined : (cents * 10n ** BigInt(decimals + scale)) / each;
}

/**
 * The value to the nearest cent, for people to read: pages that tell what a payment is about worth say one number. Rules never go by it.
 * @param units base units @param decimals of the asset @param price USD per whole coin
 */
export function nearestCents(units: bigint, decimals: number, price: string): bigint {
  if (!isPrice(price)) throw new RangeError('not a price');
  const unit = 10n ** BigInt(decimals + scale);
  return (units * scaled(price) * 100n + unit / 2n) / unit;
}

/** So many base units of something, at a price. */
interface Priced {
  readonly units: bigint;
  readonly decimals: number;
  /** USD per whole coin. */
  readonly price: string;
}
/** Hundredths of a percent. */
const wholeLoss = 10_000n;

/** How much less one is worth than the other, in hundredths of a percent of the other, rounded up; nothing where it is worth more. @param given worth something */
export function lossOf(given: Priced, brought: Priced): bigint {
  const worth = (one: Priced, other: Priced): bigint => one.units * scaled(one.price) * 10n ** BigInt(other.decimals);
  const [gives, brings] = [worth(given, brought), worth(brought, given)];
  if (gives === 0n) throw new RangeError('worth nothing');
  return brings >= gives ? 0n : ((gives - brings) * wholeLoss + gives - 1n) / gives;
}

/** The higher of two prices. */
export const higherPrice = (a: string, b: string): string => (scaled(a) >= scaled(b) ? a : b);
