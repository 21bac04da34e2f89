import { useTranslation } from 'react-i18next';
import { useSay } from '../../lib/i18n.ts';
import { addressFaultText } from '../../lib/payee-name.ts';
import { bothMeanings, isPayeeName, isUncut } from './rows-of-text.ts';
import type { Row, RowFinding } from './view.ts';

/** What is wrong with a field of a row, in the server's words where they say enough; of an address why, as the withdraw form says it. */
export function useFaultText(): (row: Pick<Row, 'address' | 'amount'>, error: RowFinding['errors'][number]) => string {
  const { t } = useTranslation(['translation', 'tools']);
  const say = useSay();
  return ({ address: payee, amount }, { field, msg, address }) => {
    if (address) {
      const isNoName = ['network', 'token', 'checksum'].includes(address.reason);
      if (!isNoName && isPayeeName(payee)) return t('tools:batch.notOnePayee', { name: payee });
      const { key, values } = addressFaultText(address);
      return say(key, values);
    }
    if (field === 'amount' && amount.trim() === '') return t('stake.fault.amountMissing');
    if (field === 'amount' && isUncut(amount)) return t('tools:batch.uncut', { text: amount });
    const both = field === 'amount' ? bothMeanings(amount) : undefined;
    return both ? t('tools:batch.twoMeanings', { text: amount, ...both }) : msg;
  };
}
