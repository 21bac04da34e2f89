import { formatAmount, shortenHash } from '@holdfast/money';
import { honestText } from '@holdfast/review/format';
import type { useTranslation } from 'react-i18next';
import { exactAmount } from '../../lib/amount.ts';
import { changeText, type Say } from '../../lib/change-text.ts';
import type { TodoItem } from '../../lib/inbox-item.ts';
import { stakeSentence } from '../../lib/stake-text.ts';
import { kinds, type Payment } from './view.ts';

type Translate = ReturnType<typeof useTranslation<['translation', 'tools']>>['t'];

export function kindText(t: Translate, type: number): string {
  const kind = kinds.find((one) => one.type === type);
  return t(kind?.text ?? 'tools:todo.kind.other');
}

/** A change as one sentence; of a kind that this page does not know, the kind of item. */
export const changeTitle = (
  t: Translate,
  { item_type }: Pick<TodoItem, 'item_type'>,
  subject: Readonly<Record<string, string>>,
): string => changeText(t as unknown as Say, subject) ?? kindText(t, item_type);

const amountOf = ({ amount, symbol }: Payment, write: (amount: string) => string): string =>
  `${write(amount)} ${symbol}`;

/** Whom it names stands below it in a list, as who is paid does: with the address before it the amount would be cut. */
const shortTexts: Readonly<Partial<Record<NonNullable<Payment['stake']>['kind'], 'todo.rowAllow'>>> = {
  allowance: 'todo.rowAllow',
};

/** What is asked, for a line of the list. */
export function rowTitle(t: Translate, item: TodoItem): string {
  const { payment, change } = item;
  const short = payment?.stake ? shortTexts[payment.stake.kind] : undefined;
  if (payment && short) return t(short, { amount: amountOf(payment, formatAmount) });
  if (payment?.stake)
    return stakeSentence(t, { ...payment, stake: payment.stake, amount: amountOf(payment, formatAmount) });
  if (payment) return t('todo.rowTitle', { amount: formatAmount(payment.amount), symbol: payment.symbol });
  return changeTitle(t, item, change?.subject ?? {});
}

/** Who is paid, by name and by the ends of the address; of several how many they are. */
function paid(t: Translate, { payee_label, address_to, outputs }: Payment): string {
  if (outputs.length > 1) return t('tx.payees', { count: outputs.length });
  const short = shortenHash(address_to);
  return payee_label === '' ? short : `${honestText(payee_label)} (${short})`;
}

/** What is asked, as a headline. */
export function headline(t: Translate, item: TodoItem): string {
  const { payment, change } = item;
  if (!payment) return changeTitle(t, item, change?.subject ?? {});
  const amount = amountOf(payment, exactAmount);
  if (payment.stake) {
    const what = stakeSentence(t, { ...payment, stake: payment.stake, amount });
    return t('stake.sentence', { what, wallet: payment.sub_wallet_name });
  }
  return t('todo.sentence', { amount, wallet: payment.sub_wallet_name, address: paid(t, payment) });
}
