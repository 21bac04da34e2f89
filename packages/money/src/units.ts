/** What is wrong with an amount; the caller turns it into its own refusal. */
export type MoneyFault = 'notANumber' | 'negative' | 'tooManyDecimals' | 'tooLarge';

export class MoneyError extends Error {
  readonly code: MoneyFault;

  constructor(code: MoneyFault, text: string) {
    super(`${code}: ${text.slice(0, 80)}`);
    this.code = code;
  }
}

/** An amount of one asset in its smallest units. Two of them may be added only when `asset` is the same. */
export interface Money {
  readonly units: bigint;
  readonly asset: string;
}

/** Everything we count fits an EVM word; PostgreSQL's numeric(78,0) holds it too. */
export const maxUnits = (1n << 256n) - 1n;

const plainDecimal = /^(-?)(\d+)(?:\.(\d+))?$/;
/** The longest amount has 78 digits and 36 decimals; whatever is much longer is not worth reading. */
const maxTextLength = 200;
const maxDecimals = 36;

function checkDecimals(decimals: number): void {
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > maxDecimals)
    throw new RangeError(`an asset has 0 to ${maxDecimals} decimals, not ${decimals}`);
}

/**
 * Decimal text → smallest units, exactly.
 * @param text digits with at most one point: no sign, exponent, grouping or spaces
 * @param decimals how many decimals the asset has (0–36)
 * @throws MoneyError `tooManyDecimals` instead of rounding; trailing zeros beyond the asset's decimals are no information and pass
 */
export function toUnits(text: string, decimals: number): bigint {
  checkDecimals(decimals);
  if (text.length > maxTextLength) throw new MoneyError('tooLarge', text);
  const [, sign, whole = '', fraction = ''] = plainDecimal.exec(text) ?? [];
  if (sign === undefined) throw new MoneyError('notANumber', text);
  if (sign === '-') throw new MoneyError('negative', text);
  const significant = fraction.replace(/0+$/, '');
  if (significant.length > decimals) throw new MoneyError('tooManyDecimals', text);
  const units = BigInt(whole + significant.padEnd(decimals, '0'));
  if (units > maxUnits) throw new MoneyError('tooLarge', text);
  return units;
}

/** Smallest units → canonical decimal text: no trailing zeros, no exponent, `-` only when below zero. Inverse of `toUnits`. */
export function fromUnits(units: bigint, decimals: number): string {
  checkDecimals(decimals);
  // Most parts of most balances; and no pattern is looked for in the others: lists write thousands of amounts.
  if (units === 0n) return '0';
  const digits = (units < 0n ? -units : units).toString().padStart(decimals + 1, '0');
  const point = digits.length - decimals;
  let end = digits.length;
  while (end > point && digits[end - 1] === '0') end--;
  const fraction = end === point ? '' : `.${digits.slice(point, end)}`;
  return `${units < 0n ? '-' : ''}${digits.slice(0, point)}${fraction}`;
}
