import { add, formatAmount } from '@holdfast/money';
import type { useTranslation } from 'react-i18next';
import { about } from '../../lib/about.ts';
import { isAmount } from '../../lib/amount.ts';
import type { TodoItem } from '../../lib/inbox-item.ts';
import { hasAmount } from '../../lib/stake-text.ts';
import { coinKey } from '../../lib/wallets.ts';
import type { Payment } from './view.ts';

type Translate = ReturnType<typeof useTranslation<['translation', 'tools']>>['t'];

const pays = ({ stake, amount }: Payment): boolean => hasAmount(stake) && isAmount(amount);
const sum = (amounts: readonly string[]): string => amounts.reduce(add, '0');

/** What a payment is worth, behind its amount; '' where nothing is paid, or nobody knows. */
export const worthText = (payment: Payment | null): string =>
  payment && pays(payment) ? about(payment.worth_usd ?? '') : '';

/** What ticked items come to: in coin where all that they pay is of one, and in US dollars, of those whose price is known. */
export function sumsOf(t: Translate, items: readonly Pick<TodoItem, 'payment'>[]): readonly string[] {
  const paid = items.flatMap(({ payment }) => (payment && pays(payment) ? [payment] : []));
  const [first] = paid;
  if (!first) return [];
  const isOneCoin = paid.every((payment) => coinKey(payment) === coinKey(first));
  const priced = paid.flatMap(({ worth_usd }) => worth_usd ?? []);
  const worth = about(sum(priced)).trim();
  return [
    ...(isOneCoin ? [`${formatAmount(sum(paid.map(({ amount }) => amount)))} ${first.symbol}`] : []),
    ...(priced.length === 0
      ? []
      : [priced.length === paid.length ? worth : t('tools:todo.worthOfPriced', { worth, count: priced.length })]),
  ];
}
