import { compare, divide, isDecimal, toFixed } from './decimal.ts';

/** Display rules of spec §9. For lists and dashboards only: where somebody signs, amounts are shown in full. */
export interface NumberFormat {
  /** Decimals shown; default 2. */
  readonly decimals?: number;
  /** Group thousands with commas; default true. */
  readonly grouping?: boolean;
  /** Shorten millions and billions to M and B; default false. */
  readonly short?: boolean;
}

const infinityFrom = '99999999999999999';
const tiny = '0.0000000001';
const shortenings = [
  ['1000000000', 'B'],
  ['1000000', 'M'],
] as const;

export const missing = '--';

function group(fixed: string): string {
  const [whole = '', fraction] = fixed.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

const magnitude = (value: string): string => (value.startsWith('-') ? value.slice(1) : value);

/** `1234.5` → `1,234.50`; missing → `--`; at or above 99999999999999999 → `∞`, compared on the text, never on a float. */
export function formatNumber(value: string | null | undefined, format: NumberFormat = {}): string {
  if (value === null || value === undefined || !isDecimal(value)) return missing;
  const { decimals = 2, grouping = true, short = false } = format;
  const sign = value.startsWith('-') ? '-' : '';
  const size = magnitude(value);
  if (compare(size, infinityFrom) >= 0) return `${sign}∞`;
  const unit = short ? shortenings.find(([from]) => compare(size, from) >= 0) : undefined;
  const shown = toFixed(unit ? divide(size, unit[0]) : size, decimals);
  const isZero = compare(shown, '0') === 0;
  return `${isZero ? '' : sign}${grouping ? group(shown) : shown}${unit?.[1] ?? ''}`;
}

/** Amounts of coins: at most 10 decimals without trailing zeros; what is smaller than 1e-10 is said to be so. */
export function formatAmount(value: string | null | undefined, grouping = true): string {
  if (value === null || value === undefined || !isDecimal(value)) return missing;
  const sign = value.startsWith('-') ? '-' : '';
  const size = magnitude(value);
  if (compare(size, '0') === 0) return '0';
  if (compare(size, tiny) < 0) return '<1e-10';
  if (compare(size, infinityFrom) >= 0) return `${sign}∞`;
  const shown = toFixed(size, 10, 0).replace(/\.?0+$/, '');
  return `${sign}${grouping ? group(shown) : shown}`;
}

/** `0x1234567890abcdef…` → `0x1234…abcdef` with `keep` characters on each side; for lists, never where somebody signs. */
export function shortenHash(hash: string, keep = 6): string {
  return hash.length <= keep * 2 + 1 ? hash : `${hash.slice(0, keep)}…${hash.slice(-keep)}`;
}

export const avatarColors = ['red', 'orange', 'amber', 'green', 'teal', 'blue', 'violet', 'pink'] as const;
export type AvatarColor = (typeof avatarColors)[number] | 'grey';

/** The colour group of a name by its first letter, grey when it does not begin with one (spec §3). */
export function avatarColor(name: string): AvatarColor {
  const letter = name.trim().charAt(0).toLowerCase();
  if (letter < 'a' || letter > 'z' || letter === '') return 'grey';
  const index = Math.floor(((letter.charCodeAt(0) - 97) * avatarColors.length) / 26);
  return avatarColors[index] ?? 'grey';
}
