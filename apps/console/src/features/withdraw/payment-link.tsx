import type { contract, Output } from '@holdfast/contract';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isRefusal } from '../../lib/api.ts';
import { useApi } from '../../lib/query.ts';
import type { CoinName } from '../../lib/wallets.ts';
import { Button } from '../../ui/button.tsx';
import type { WithdrawForm } from './view.ts';

type Reading = Output<typeof contract.withdraw.addressLink>;

/** What a link was found to say, as long as this stands in the recipient's field: its address, or the link itself with why it is not read. */
export interface ReadLink {
  readonly of: string;
  readonly fault?: string;
}

interface PaymentLinkProps {
  readonly coin: CoinName;
  /** With a link as its address, or with the address that was read from one. */
  readonly form: WithdrawForm;
  /** A link stands there yet. Told, since what tells it belongs to the form: this is a file of its own. */
  readonly isLink: boolean;
  readonly onForm: (form: WithdrawForm) => void;
  readonly onRead: (read: ReadLink) => void;
}

const faults = {
  unknown: 'whiteAddress:link.fault.unknown',
  malformed: 'whiteAddress:link.fault.malformed',
  amount: 'whiteAddress:link.fault.amount',
  demands: 'whiteAddress:link.fault.demands',
  network: 'whiteAddress:link.fault.network',
  coin: 'whiteAddress:link.fault.coin',
  memo: 'whiteAddress:link.fault.memo',
} as const satisfies Record<Exclude<Reading['fault'], ''>, string>;

/** What of the form came from the link, which nobody wrote. */
interface Taken {
  readonly amount: boolean;
  readonly memo: boolean;
  /** The amount that the link asks for where another one was written already; '' for none. */
  readonly kept: string;
}

/** The form with what a link says. An amount and a remark that somebody wrote stay; a memo belongs to its address, so that one is the link's. */
const filledFrom = (form: WithdrawForm, { payee, amount, memo, remark }: Reading): WithdrawForm => ({
  ...form,
  address: payee,
  memo: memo || form.memo,
  amount: form.amount || (amount ?? ''),
  remark: form.remark || remark,
});

const takenFrom = ({ amount: written }: WithdrawForm, { amount, memo }: Reading): Taken => ({
  amount: written === '' && amount !== null,
  memo: memo !== '',
  kept: written !== '' && amount !== null && amount !== written ? amount : '',
});

/** Reads the payment link in the recipient's field and fills in what it says; says so afterwards. All of it is checked as if it had been written. */
export default function PaymentLink({ coin, form, isLink, onForm, onRead }: PaymentLinkProps): ReactNode {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  const [taken, setTaken] = useState<Taken | null>(null);
  const link = form.address;
  const ask = { ...coin, link: isLink ? link : '' };
  const { data, error, refetch } = useApi('withdraw', 'addressLink', ask, { enabled: isLink, quiet: true });
  const reading = isLink ? data : undefined;
  const { fault, network = '' } = reading ?? {};
  useEffect(() => {
    if (fault) onRead({ of: link, fault: t(faults[fault], { network, symbol: coin.symbol }) });
  }, [fault, network, link, coin.symbol, t, onRead]);
  useEffect(() => {
    if (reading?.fault !== '') return;
    setTaken(takenFrom(form, reading));
    onRead({ of: reading.payee });
    onForm(filledFrom(form, reading));
  }, [reading, form, onForm, onRead]);
  if (isLink && error) return <NotRead error={error} onRetry={() => void refetch()} />;
  return isLink || !taken ? null : <Said taken={taken} symbol={coin.symbol} />;
}

function Said({ taken: { amount, memo, kept }, symbol }: { taken: Taken; symbol: string }): ReactNode {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  return (
    <p role="status" className="text-mut text-xs">
      {amount && t(memo ? 'whiteAddress:link.both' : 'whiteAddress:link.amount')}
      {!amount && t(memo ? 'whiteAddress:link.memo' : 'whiteAddress:link.address')}
      {kept !== '' && ` ${t('whiteAddress:link.kept', { amount: kept, symbol })}`}
    </p>
  );
}

function NotRead({ error, onRetry }: { error: unknown; onRetry: () => void }): ReactNode {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  return (
    <div role="alert" className="flex flex-wrap items-center justify-between gap-2">
      <p className="text-bad">
        {t('whiteAddress:link.failed')} {isRefusal(error) && error.message}
      </p>
      <Button size="sm" onClick={onRetry}>
        {t('common.retry')}
      </Button>
    </div>
  );
}
