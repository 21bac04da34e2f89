import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../lib/query.ts';
import { addressText } from '../../lib/stake-text.ts';
import { AddressBlocks } from '../../ui/display.tsx';
import { Identicon } from '../../ui/identicon.tsx';
import { PayeeStanding } from '../../ui/payee-standing.tsx';
import type { Payment } from './view.ts';

interface RecipientProps {
  readonly payment: Payment;
  readonly address: string;
  readonly memo: string;
  /** It can still be decided: what is known of the payee now is told. */
  readonly open: boolean;
}

/** Who is paid: every character, what the payment tells them, and what is known of them. */
export function Recipient({ payment, address, memo, open }: RecipientProps): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const text = payment.stake === null ? t('tools:todo.recipient') : t(addressText(payment.stake));
  return (
    <section className="grid gap-2.5 rounded-lg border border-line bg-panel p-4">
      <span className="flex items-center gap-2">
        <Identicon seed={address} size={20} />
        <span className="font-medium">{text}</span>
        <span className="text-mut">{t('tools:todo.compare')}</span>
      </span>
      <AddressBlocks wide address={address} className="text-[15px]" />
      {memo !== '' && <p>{t('tools:todo.payeeMemo', { memo })}</p>}
      {open && payment.stake === null && <Standing payment={payment} address={address} memo={memo} />}
    </section>
  );
}

/** As the form says it that asked for the payment. The signer's page says it once more, by the book that the signer has. */
function Standing({ payment, address, memo }: Omit<RecipientProps, 'open'>): ReactNode {
  const { symbol, chain_id, contract_address, sub_wallet_id } = payment;
  const ask = { symbol, chain_id, contract_address, sub_wallet_id, address, ...(memo === '' ? {} : { memo }) };
  const { data } = useApi('withdraw', 'addressInfo', ask, { quiet: true });
  return data?.valid ? <PayeeStanding payee={data} payer={sub_wallet_id} /> : null;
}
