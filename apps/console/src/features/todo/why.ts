import { shownNumber, todoType } from '@holdfast/contract';
import type { TodoItem } from '../../lib/inbox-item.ts';
import { fromWord, isAmount, isWorth, whyPayees, whyWords } from '../../lib/why.ts';
import type { Payment } from './view.ts';
import { worthText } from './worth.ts';

/** What of an item a search has found where its row does not show it. */
export interface Why {
  readonly field: 'address' | 'batch' | 'number' | 'payeeAmount' | 'payeeName' | 'rowRemark';
  /** As it stands there, from the word on that was searched for; of an address the part around it. */
  readonly text: string;
}
type Row = Pick<TodoItem, 'item_id' | 'item_type' | 'remark' | 'initiator' | 'payment'>;

/** It stands in nearly every text: the server looks for it as a number and an amount alone. */
const isDigit = (word: string): boolean => /^\d$/.test(word);

/** A row shows the name of a batch beside how many it pays, and who is paid where that is one. */
function whyPaid(payment: Payment, word: string): Why | null | undefined {
  const { outputs, symbol, amount, batch_name, payee_label, address_to } = payment;
  const worth = worthText(payment) === '' ? '' : (payment.worth_usd ?? '');
  if (isAmount(amount, word) || (worth !== '' && isWorth(worth, word))) return null;
  const has = (text: string): boolean => !isDigit(word) && text.toLowerCase().includes(word);
  const isSeveral = outputs.length > 1;
  if ([symbol, isSeveral ? batch_name : payee_label].some(has)) return null;
  if (has(batch_name)) return { field: 'batch', text: fromWord(batch_name, word) };
  const row = outputs.find(({ remark }) => has(remark));
  if (row) return { field: 'rowRemark', text: fromWord(row.remark, word) };
  const payee = outputs.find(({ label }) => has(label));
  if (payee) return { field: 'payeeName', text: fromWord(payee.label, word) };
  const isShown = !isSeveral && payee_label === '';
  const paid = whyPayees(word, { outputs, symbol, amount, worth, address: address_to, isShown });
  return paid?.field === 'address' && isDigit(word) ? undefined : paid;
}

/** By its number as screens show it: of a change none is that of a payment. */
function whyNumber({ item_id, item_type }: Row, word: string): Why | undefined {
  const number = shownNumber(word);
  const isIts = number?.id === item_id && !(number.isPayment && item_type !== todoType.withdraw);
  return isIts ? { field: 'number', text: String(item_id) } : undefined;
}

function whyWord(row: Row, word: string): Why | null | undefined {
  const { remark, initiator, payment } = row;
  if (!isDigit(word) && [remark, initiator.name].some((text) => text.toLowerCase().includes(word))) return null;
  const paid = payment ? whyPaid(payment, word) : undefined;
  return paid === undefined ? whyNumber(row, word) : paid;
}

/** Why an item fits the words that were searched for, where its row does not show that by itself. What a change says beside its title is in no list. */
export const whyOf = (row: Row, words: string): Why | undefined => whyWords(words, (word) => whyWord(row, word));
