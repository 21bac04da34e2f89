/** Display rules of spec §9. For lists and dashboards only: where somebody signs, amounts are shown in full. */
export interface NumberFormat {
  /** Decimals shown; default 2. */
  readonly decimals?: number;
  /** Group thousands with commas; default true. */
  readonly grouping?: boolean;
  /** Shorten millions and billions to M and B; default false. */
  readonly short?: boolean;
}

/** A decimal without its sign: `digits` with `scale` of them behind the point. */
interface Magnitude {
  readonly digits: bigint;
  readonly scale: number;
}

const plainDecimal = /^(-?)(\d{1,200})(?:\.(\d{1,200}))?$/;
const infinityFrom = 99_999_999_999_999_999n;
const amountDecimals = 10;
const shortenings = [
  [9, 'B'],
  [6, 'M'],
] as const;

export const missing = '--';

const atLeast = ({ digits, scale }: Magnitude, whole: bigint): boolean => digits >= whole * 10n ** BigInt(scale);

/** Decimal text with exactly `places` decimals, rounded half-up. Not by big.js, which every page would wait for. */
function fixed({ digits, scale }: Magnitude, places: number): string {
  const cut = 10n ** BigInt(Math.max(scale - places, 0));
  const rounded = ((digits * 2n + cut) / (cut * 2n)) * 10n ** BigInt(Math.max(places - scale, 0));
  const text = `${rounded}`.padStart(places + 1, '0');
  return places === 0 ? text : `${text.slice(0, -places)}.${text.slice(-places)}`;
}

/** Exact decimal text with grouped thousands and nothing cut: where no digit may be missing. */
export function exactAmount(text: string): string {
  const [whole = '', fraction] = text.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/** What `show` says of the magnitude, with its sign unless it is shown as zero; missing or no plain decimal → `--`; too much to be read → `∞`. */
function signed(value: string | null | undefined, show: (magnitude: Magnitude) => string): string {
  const [, sign, whole = '', fraction = ''] = plainDecimal.exec(value ?? '') ?? [];
  if (sign === undefined) return missing;
  const magnitude = { digits: BigInt(whole + fraction), scale: fraction.length };
  const shown = atLeast(magnitude, infinityFrom) ? '∞' : show(magnitude);
  return `${/^[^<]*[1-9∞]/.test(shown) ? sign : ''}${shown}`;
}

/** `1234.5` → `1,234.50`; missing → `--`; at or above 99999999999999999 → `∞`, never compared as a float. */
export function formatNumber(value: string | null | undefined, format: NumberFormat = {}): string {
  const { decimals = 2, grouping = true, short = false } = format;
  return signed(value, (size) => {
    const [zeros, unit] = shortenings.find(([zeros]) => short && atLeast(size, 10n ** BigInt(zeros))) ?? [0, ''];
    const shown = fixed({ ...size, scale: size.scale + zeros }, decimals);
    return `${grouping ? exactAmount(shown) : shown}${unit}`;
  });
}

/** What one coin is worth: two decimals, and of less than 1 four significant digits, since many tokens are worth a fraction of a cent. */
export function formatPrice(value: string | null | undefined): string {
  return signed(value, (size) => {
    const zeros = size.scale - String(size.digits).length;
    const shown = fixed(size, zeros < 0 ? 2 : Math.min(zeros + 4, amountDecimals));
    return exactAmount(shown.replace(/(\.\d\d+?)0+$/, '$1'));
  });
}

/** Amounts of coins: at most 10 decimals, half-up, without trailing zeros; what is smaller than 1e-10 is said to be so. */
export function formatAmount(value: string | null | undefined, grouping = true): string {
  return signed(value, (size) => {
    if (size.digits === 0n) return '0';
    if (!atLeast({ ...size, digits: size.digits * 10n ** BigInt(amountDecimals) }, 1n)) return '<1e-10';
    const shown = fixed(size, amountDecimals).replace(/\.?0+$/, '');
    return grouping ? exactAmount(shown) : shown;
  });
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
