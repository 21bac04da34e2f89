import { cleanAmount, compare, exactAmount, writtenDollars } from '@holdfast/money';

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

interface Payees {
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
  { outputs, symbol, address: other, isShown }: Payees,
): { readonly field: 'payeeAmount' | 'address'; readonly text: string } | null | undefined {
  const paid = outputs.length > 1 ? outputs.find(({ amount }) => isAmount(amount, word)) : undefined;
  if (paid) return { field: 'payeeAmount', text: `${exactAmount(paid.amount)} ${symbol}` };
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
