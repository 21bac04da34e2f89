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

/** What tells the kind of address: `0x`, or the network and version of a segwit address (BIP 173). Every address of the kind has it. */
export const addressHead = (text: string): string => /^(0x|bc1|tb1|bcrt1)/.exec(text)?.[0] ?? '';

/** Blocks of four characters; what tells the kind of address stays with the first. Joined they are the address again. */
export function blocksOf(text: string): string[] {
  const head = addressHead(text).length;
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

/** How long until `until`, rounded down: better too early than too late. A week that has just begun is seven days, though: the last hour of a day is not waited for. */
export function timeLeft(until: number, now: number): TimeLeft {
  const left = until - now;
  if (left <= 0) return { unit: 'none', amount: '0' };
  if (left >= 2 * day) return { unit: 'days', amount: String(Math.floor((left + hour) / day)) };
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

/**
 * Characters that change how others are shown without being seen, or are not seen themselves: controls, bidirectional marks and overrides, zero widths, tags,
 * fillers (Unicode TR36, UAX 31 "default ignorable", "Trojan Source" CVE-2021-42574). Line feeds stay, as do the variants of emoji, and joiners where a script or
 * an emoji joins by them: between letters that never join they only tell two names apart that look the same.
 */
const unseen =
  /(?!\n|\u200c|\u200d|\ufe0e|\ufe0f)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?<=^|[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{N}\p{P}\s])(?:\u200c|\u200d)/gu;
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]|[\u{10800}-\u{10fff}]|[\u{1e800}-\u{1efff}]/u;

/** Text that somebody else wrote, made honest: what is invisible is named, and right-to-left text cannot reorder what stands beside it. */
export function honestText(text: string): string {
  // Nearly every text, and pages ask of thousands.
  if (/^[\n\x20-\x7e]*$/.test(text)) return text;
  const named = text.replace(
    unseen,
    (c) => `⟨U+${(c.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`,
  );
  // Line by line: the end of a line ends what was begun in it (UAX 9, P1).
  return named
    .split('\n')
    .map((line) => (rightToLeft.test(line) ? `\u2068${line}\u2069` : line))
    .join('\n');
}
