import { shownNumber, type TransactionRecord } from '@holdfast/contract';
import { cleanAmount } from '@holdfast/money';
import { fromWord, isAmount, isDollars, isWorth, whyPayees, whyWords } from '../../lib/why.ts';
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

const shown = 'always';
function whyWord(row: Row, word: string, worth: string | null): Why | null | undefined {
  const isWhole = worth !== null && isWorth(worth, word);
  if (isWhole) return { field: 'value', text: worth, shown: 'notWide' };
  const has = (text: string): boolean => text.toLowerCase().includes(word);
  if ([row.counterparty_label, row.batch_name, row.symbol_alias].some(has) || isAmount(row.amount, word)) return null;
  if (has(row.remark)) return { field: 'remark', text: fromWord(row.remark, word), shown: 'between' };
  if (has(row.note))
    return { field: 'note', text: fromWord(row.note, word), shown: row.remark === '' ? 'between' : 'always' };
  const tag = row.tags.find(has);
  if (tag !== undefined) return { field: 'tag', text: tag, shown: 'notWide' };
  const { outputs, symbol_alias: symbol } = row;
  // Of several who are paid a row shows no address at all.
  const several = { outputs, symbol, amount: row.amount, worth: worth ?? '' };
  const paid = whyPayees(word, { ...several, address: counterparty(row), isShown: !paysSeveral(row) });
  if (paid !== undefined) return paid && { ...paid, shown };
  if (shownNumber(word)?.id === row.id) return { field: 'number', text: String(row.id), shown };
  return word === row.request_id.toLowerCase() ? { field: 'request', text: row.request_id, shown } : undefined;
}

/**
 * Why a row fits the words that were searched for, where it does not show that by itself.
 * @param worth in US dollars, as the row tells it; null where nobody knows
 */
export function whyOf(row: Row, words: string, worth: string | null): Why | undefined {
  // The names of further payees are not in a row, nor what a batch remarks of each: one of them is called so, or that is said of it.
  const unknown = (whole: string): Why | undefined =>
    paysSeveral(row) && !isDollars(whole) && cleanAmount(whole) === undefined
      ? { field: 'payee', text: '', shown }
      : undefined;
  return whyWords(words, (word) => whyWord(row, word, worth), unknown);
}
