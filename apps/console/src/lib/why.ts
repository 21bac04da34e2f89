import { cleanAmount, compare, divide, exactAmount, multiply, round, toFixed, writtenDollars } from '@holdfast/money';
import { about } from './about.ts';

/** Why a row of a list fits what was searched for: what the lists that say so have in common. */

/** So much of an address stands at either end in a row. */
const endsShown = 6;
const around = 4;

/** The part of an address that was searched for, with what stands beside it; undefined where a row shows it. */
function partOf(address: string, word: string): string | undefined {
  const at = address.toLowerCase().indexOf(word);
  const end = at + word.length;
  if (at < 0 || end <= endsShown || at >= address.length - endsShown) return undefined;
  const [from, to] = [Math.max(0, at - around), Math.min(address.length, end + around)];
  return `${from > 0 ? '…' : ''}${address.slice(from, to)}${to < address.length ? '…' : ''}`;
}
/** There is room for few words. */
const isNear = 12;
/** A text from the word on, where that stands far back in it. */
export function fromWord(text: string, word: string): string {
  const at = text.toLowerCase().indexOf(word);
  return at <= isNear ? text : `…${text.slice(text.lastIndexOf(' ', at) + 1)}`;
}
export const isAmount = (amount: string, word: string): boolean => {
  const clean = cleanAmount(word);
  return clean !== undefined && /\d/.test(clean) && compare(clean, amount) === 0;
};
export const isDollars = (word: string): boolean => writtenDollars(word) !== undefined;
/** Is so much in US dollars what was searched for, to the nearest cent: "$40" is what begins so, "$40.01" that alone? */
export function isWorth(usd: string, word: string): boolean {
  const dollars = writtenDollars(word);
  if (dollars === undefined) return false;
  const places = dollars.split('.')[1]?.length ?? 0;
  return compare(round(toFixed(usd, 2), places, 0), dollars) === 0;
}

/** What all payees of a payment get together. */
interface Whole {
  readonly amount: string;
  /** What that is worth in US dollars, as its row tells it; '' where nobody knows. */
  readonly worth: string;
}
/** What a part of it is worth; '' where nobody knows. */
const partWorth = (part: string, { amount, worth }: Whole): string =>
  worth === '' || compare(amount, '0') === 0 ? '' : toFixed(divide(multiply(part, worth), amount), 2);

interface Payees extends Whole {
  readonly outputs: readonly { readonly address: string; readonly amount: string }[];
  readonly symbol: string;
  /** Who is on the other side. */
  readonly address: string;
  /** A row shows the ends of that address. Of several who are paid it shows none. */
  readonly isShown: boolean;
}
/** Of whom it pays: what one of several gets, or a part of an address; null where a row shows it, undefined where none has the word. */
export function whyPayees(
  word: string,
  { outputs, symbol, address: other, isShown, ...whole }: Payees,
): { readonly field: 'payeeAmount' | 'address'; readonly text: string } | null | undefined {
  const several = outputs.length > 1 ? outputs : [];
  for (const { amount } of several) {
    const worth = isDollars(word) ? partWorth(amount, whole) : '';
    if (isAmount(amount, word) || (worth !== '' && isWorth(worth, word)))
      return { field: 'payeeAmount', text: `${exactAmount(amount)} ${symbol}${about(worth)}` };
  }
  const all = [other, ...outputs.map(({ address }) => address)];
  const addresses = all.filter((address) => address.toLowerCase().includes(word));
  for (const address of addresses) {
    const text = partOf(address, word);
    if (text !== undefined || !isShown) return { field: 'address', text: text ?? address };
  }
  return addresses.length > 0 ? null : undefined;
}

/**
 * Why something fits the words: by all of them as one text, or else by the first of them that its row does not show.
 * @param of why it fits one of these, in small letters: null where its row shows that, undefined where nothing of it has them
 * @param unknown why it fits where nothing that is known of it has any of the words
 */
export function whyWords<Why>(
  words: string,
  of: (word: string) => Why | null | undefined,
  unknown?: (whole: string) => Why | undefined,
): Why | undefined {
  const whole = words.trim().toLowerCase();
  const all = [whole, ...whole.split(/\s+/)].map(of);
  if (all[0] !== undefined) return all[0] ?? undefined;
  const told = all.find((why) => why !== null && why !== undefined);
  return told ?? (all.every((why) => why === undefined) ? unknown?.(whole) : undefined);
}
