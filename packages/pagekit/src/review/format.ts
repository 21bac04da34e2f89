import { fromUnits } from '@holdfast/money';

/** Exact decimal text with the whole part in groups of three. Nothing is ever rounded or cut here: this is what somebody signs. */
export function amountText(units: string, decimals: string): string {
  const [whole = '', fraction] = fromUnits(BigInt(units), Number(decimals)).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/** Sum of outputs of one asset. */
export const totalUnits = (outputs: readonly { readonly amount: string }[]): string =>
  outputs.reduce((sum, output) => sum + BigInt(output.amount), 0n).toString();

/** Blocks of four characters; what tells the kind of address (`0x`) stays with the first. Joined they are the address again. */
export function blocksOf(text: string): string[] {
  const head = text.startsWith('0x') ? 2 : 0;
  const blocks = text.slice(head).match(/.{1,4}/gsu) ?? [''];
  return blocks.map((block, i) => (i === 0 ? text.slice(0, head) + block : block));
}

export interface TimeLeft {
  readonly unit: 'days' | 'hours' | 'minutes' | 'seconds' | 'none';
  /** `2` or `1:05`, by the unit. */
  readonly amount: string;
}

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const two = (value: number): string => String(value).padStart(2, '0');

/** How long until `until`, always rounded down: better too early than too late. */
export function timeLeft(until: number, now: number): TimeLeft {
  const left = until - now;
  if (left <= 0) return { unit: 'none', amount: '0' };
  if (left >= 2 * day) return { unit: 'days', amount: String(Math.floor(left / day)) };
  if (left >= hour)
    return { unit: 'hours', amount: `${Math.floor(left / hour)}:${two(Math.floor((left % hour) / minute))}` };
  const seconds = two(Math.floor((left % minute) / second));
  if (left >= minute) return { unit: 'minutes', amount: `${Math.floor(left / minute)}:${seconds}` };
  return { unit: 'seconds', amount: String(Math.floor(left / second)) };
}

/** `2026-11-20 09:30:05 UTC`: one zone, the same for everybody who compares. */
export const timeText = (ms: string): string =>
  new Date(Number(ms))
    .toISOString()
    .replace('T', ' ')
    .replace(/\.\d+Z$/, ' UTC');
