import { useTranslation } from 'react-i18next';
import { useSay } from '../../lib/i18n.ts';
import { addressFaultText, looksLikeLink } from '../../lib/payee-name.ts';
import { isLinkFault, linkFaults } from '../../lib/payment-link.ts';
import { dollarsOf } from './dollars.ts';
import { linksMost } from './payees-of-links.ts';
import { bothMeanings, isPayeeName, isUncut, withoutPoints } from './rows-of-text.ts';
import { inUnit } from './units.ts';
import type { Row, RowFinding } from './view.ts';

type RowError = RowFinding['errors'][number];

/** Of a payment link why it is not read, as the withdraw form says it. */
function linkText({ fault, coin }: Pick<NonNullable<RowError['link']>, 'fault' | 'coin'>) {
  if (coin) return 'whiteAddress:link.fault.other';
  return isLinkFault(fault) ? linkFaults[fault] : 'tools:batch.linkNotRead';
}

/** Of what is one of these, the address says more than that no payee is called that. */
const addressReasons: readonly string[] = ['network', 'token', 'checksum'];

/** Is the fault that a name is not that of exactly one payee? */
export const isNotOnePayee = ({ address: payee }: Pick<Row, 'address'>, { address }: RowError): boolean =>
  address !== null && !addressReasons.includes(address.reason) && isPayeeName(payee);

/** What is wrong with a field of a row, in the server's words where they say enough; of an address why, as the withdraw form says it. @param symbol of the coin that is paid */
export function useFaultText(symbol: string): (row: Pick<Row, 'address' | 'amount'>, error: RowError) => string {
  const { t } = useTranslation(['translation', 'tools', 'whiteAddress']);
  const say = useSay();
  return (row, error) => {
    const { address: payee, amount } = row;
    const { field, msg, address, link } = error;
    if (address && looksLikeLink(payee)) {
      const { network = '', coin = null, fault = 'unknown' } = link ?? {};
      return t(linkText({ fault, coin }), { network, symbol: coin?.symbol ?? symbol, max: linksMost });
    }
    if (address && payee.trim() === '') return t('tools:batch.addressMissing');
    if (address) {
      if (isNotOnePayee(row, error)) return t('tools:batch.notOnePayee', { name: payee });
      const { key, values } = addressFaultText(address);
      return say(key, values);
    }
    if (field !== 'amount') return msg;
    if (amount.trim() === '') return t('stake.fault.amountMissing');
    if (dollarsOf(amount) !== undefined) return t('tools:batch.noPrice', { text: amount, symbol });
    const bare = amount.replace(/^\$/, '');
    const other = inUnit(bare);
    if (other) return t('tools:batch.otherUnit', { text: amount, unit: other.unit, symbol });
    if (isUncut(bare)) return t('tools:batch.uncut', { text: amount });
    const plain = withoutPoints(bare);
    if (plain !== undefined) return t('tools:batch.pointed', { text: amount, plain });
    const both = bothMeanings(bare);
    return both ? t('tools:batch.twoMeanings', { text: amount, ...both }) : msg;
  };
}
