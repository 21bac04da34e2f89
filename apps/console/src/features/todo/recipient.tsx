import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { exactAmount } from '../../lib/amount.ts';
import { drawnPayees } from '../../lib/drawn-payees.ts';
import { numbered } from '../../lib/numbered.ts';
import { useApi } from '../../lib/query.ts';
import { addressText } from '../../lib/stake-text.ts';
import { Button } from '../../ui/button.tsx';
import { AddressBlocks } from '../../ui/display.tsx';
import { Honest } from '../../ui/honest.tsx';
import { Identicon } from '../../ui/identicon.tsx';
import { PayeeStanding } from '../../ui/payee-standing.tsx';
import type { Payment } from './view.ts';

interface RecipientsProps {
  readonly payment: Payment;
  /** It can still be decided: what is known of the payee now is told. */
  readonly open: boolean;
}

/** So many are looked up one by one. */
const standingMost = 5;

/** Who is paid. Of a batch of hundreds nothing more is asked for than what stands there: each row was looked at when it was asked for. */
export function Recipients({ payment, open }: RecipientsProps): ReactNode {
  const { t } = useTranslation();
  const [all, setAll] = useState(false);
  const { outputs } = payment;
  const count = outputs.length;
  return (
    <>
      {numbered(all ? outputs : outputs.slice(0, drawnPayees)).map(({ item: output, at }) => (
        <Recipient key={at} payment={payment} output={output} open={open && count <= standingMost} />
      ))}
      {!all && count > drawnPayees && (
        <Button className="justify-self-start" onClick={() => setAll(true)}>
          {t('tx.payeesAll', { count })}
        </Button>
      )}
    </>
  );
}

/** One of them: every character, what the payment tells them, and what is known of them; of several by name, and with what they get. */
function Recipient({ payment, output, open }: RecipientsProps & { output: Payment['outputs'][number] }): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const { address, amount, memo, label } = output;
  const isOne = payment.outputs.length === 1;
  const text = payment.stake === null ? t('tools:todo.recipient') : t(addressText(payment.stake));
  return (
    <section className="grid gap-2.5 rounded-lg border border-line bg-panel p-4">
      <span className="flex flex-wrap items-center gap-x-2">
        <Identicon seed={address} size={20} />
        <span className="min-w-0 break-words font-medium">
          {isOne || label === '' ? text : <Honest text={label} />}
        </span>
        <span className="text-mut">{t('tools:todo.compare')}</span>
        {!isOne && (
          <strong className="ml-auto font-semibold tabular-nums">
            {exactAmount(amount)} {payment.symbol}
          </strong>
        )}
      </span>
      <AddressBlocks wide address={address} className="text-[15px]" />
      {memo !== '' && <p>{t('tools:todo.payeeMemo', { memo })}</p>}
      {open && payment.stake === null && <Standing payment={payment} address={address} memo={memo} />}
    </section>
  );
}

/** As the form says it that asked for the payment. The signer's page says it once more, by the book that the signer has. */
function Standing({ payment, address, memo }: { payment: Payment; address: string; memo: string }): ReactNode {
  const { symbol, chain_id, contract_address, sub_wallet_id } = payment;
  const ask = { symbol, chain_id, contract_address, sub_wallet_id, address, ...(memo === '' ? {} : { memo }) };
  const { data } = useApi('withdraw', 'addressInfo', ask, { quiet: true });
  return data?.valid ? <PayeeStanding payee={data} payer={sub_wallet_id} /> : null;
}
