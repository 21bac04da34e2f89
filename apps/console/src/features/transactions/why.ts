import { shownNumber, type TransactionRecord } from '@holdfast/contract';
import { cleanAmount, compare, writtenDollars } from '@holdfast/money';
import { counterparty, paysSeveral } from './view.ts';

/** What of a row a search has found where the row itself does not show it. */
export interface Why {
  readonly field: 'remark' | 'note' | 'tag' | 'address' | 'payeeAmount' | 'payee' | 'number' | 'request' | 'value';
  /** As it stands there, from the word on that was searched for; of an address the part around it. */
  readonly text: string;
  /** Rows show remarks on a phone and, with tags, where there is room for that column. */
  readonly shown: 'always' | 'notWide' | 'between';
}
type Row = Pick<
  TransactionRecord,
  | 'id'
  | 'type'
  | 'direction'
  | 'address_from'
  | 'address_to'
  | 'amount'
  | 'symbol_alias'
  | 'outputs'
  | 'counterparty_label'
  | 'batch_name'
  | 'remark'
  | 'note'
  | 'tags'
  | 'request_id'
>;

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
function fromWord(text: string, word: string): string {
  const at = text.toLowerCase().indexOf(word);
  return at <= isNear ? text : `…${text.slice(text.lastIndexOf(' ', at) + 1)}`;
}
const isAmount = (amount: string, word: string): boolean => {
  const clean = cleanAmount(word);
  return clean !== undefined && /\d/.test(clean) && compare(clean, amount) === 0;
};

const shown = 'always';
const isDollars = (word: string): boolean => writtenDollars(word) !== undefined;
function whyWord(row: Row, word: string, worth: string | null): Why | null | undefined {
  if (isDollars(word)) return worth === null ? undefined : { field: 'value', text: worth, shown: 'notWide' };
  const has = (text: string): boolean => text.toLowerCase().includes(word);
  if ([row.counterparty_label, row.batch_name, row.symbol_alias].some(has) || isAmount(row.amount, word)) return null;
  if (has(row.remark)) return { field: 'remark', text: fromWord(row.remark, word), shown: 'between' };
  if (has(row.note))
    return { field: 'note', text: fromWord(row.note, word), shown: row.remark === '' ? 'between' : 'always' };
  const tag = row.tags.find(has);
  if (tag !== undefined) return { field: 'tag', text: tag, shown: 'notWide' };
  const paid = paysSeveral(row) ? row.outputs.find(({ amount }) => isAmount(amount, word)) : undefined;
  if (paid) return { field: 'payeeAmount', text: `${paid.amount} ${row.symbol_alias}`, shown };
  const addresses = [counterparty(row), ...row.outputs.map(({ address }) => address)].filter(has);
  for (const address of addresses) {
    const text = partOf(address, word);
    // Of several who are paid a row shows no address at all.
    if (text !== undefined || paysSeveral(row)) return { field: 'address', text: text ?? address, shown };
  }
  if (addresses.length > 0) return null;
  if (shownNumber(word)?.id === row.id) return { field: 'number', text: String(row.id), shown };
  return word === row.request_id.toLowerCase() ? { field: 'request', text: row.request_id, shown } : undefined;
}

/**
 * Why a row fits the words that were searched for, where it does not show that by itself.
 * @param worth in US dollars, as the row tells it; null where nobody knows
 */
export function whyOf(row: Row, words: string, worth: string | null): Why | undefined {
  const whole = words.trim().toLowerCase();
  const each = [whole, ...whole.split(/\s+/)];
  const all = each.map((word) => whyWord(row, word, worth));
  if (all[0] !== undefined) return all[0] ?? undefined;
  const told = all.find((why) => why !== null && why !== undefined);
  if (told) return told;
  // The names of further payees are not in a row, nor what a batch remarks of each: one of them is called so, or that is said of it.
  const isName = !isDollars(whole) && cleanAmount(whole) === undefined;
  const isNowhere = isName && all.every((why) => why === undefined);
  return isNowhere && paysSeveral(row) ? { field: 'payee', text: '', shown } : undefined;
}
