import { type contract, longestPaymentLink, type Output } from '@holdfast/contract';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isRefusal } from '../../lib/api.ts';
import { isNamedIn, linkFaults } from '../../lib/payment-link.ts';
import { useApi } from '../../lib/query.ts';
import { type CoinName, coinKey, useWalletCoin } from '../../lib/wallets.ts';
import { Button } from '../../ui/button.tsx';
import type { WithdrawForm } from './view.ts';

type Reading = Output<typeof contract.withdraw.addressLink>;

/** What of the form a link has filled in, which nobody wrote. */
type Filled = Pick<WithdrawForm, 'amount' | 'memo' | 'remark'>;

/** What a link was found to say, as long as this stands in the recipient's field: its address, or the link itself with why it is not read. */
export interface ReadLink {
  readonly of: string;
  readonly fault?: string;
  /** Of the last link that was read. */
  readonly filled?: Filled | undefined;
}

interface PaymentLinkProps {
  readonly coin: CoinName;
  /** The sub-wallet that pays. */
  readonly payer: number;
  /** With a link as its address, or with the address that was read from one. */
  readonly form: WithdrawForm;
  /** A link stands there yet. Told, since what tells it belongs to the form: this is a file of its own. */
  readonly isLink: boolean;
  /** What was read before. */
  readonly read: ReadLink | undefined;
  readonly onForm: (form: WithdrawForm) => void;
  readonly onRead: (read: ReadLink | undefined) => void;
  /** Pays another coin of the same sub-wallet, with what is written. @param coin by `coinKey` */
  readonly onCoin: (subWalletId: number, coin: string) => void;
}

/** What the form says of the link that filled it. */
interface Taken {
  readonly amount: boolean;
  readonly memo: boolean;
  readonly remark: boolean;
  /** The amount that the link asks for where another one was written already; '' for none. */
  readonly kept: string;
  readonly leftOut: boolean;
}

/** What somebody wrote into the form, without what an earlier link filled in: that goes with its link. */
function writtenIn(form: WithdrawForm, filled: Filled | undefined): Filled {
  const own = (name: keyof Filled): string => (form[name] === filled?.[name] ? '' : form[name]);
  return { amount: own('amount'), memo: own('memo'), remark: own('remark') };
}

/** What of a link goes into the form. An amount and a remark that somebody wrote stay; a memo belongs to its address, so that one is the link's. */
const filledFrom = (written: Filled, { amount, memo, remark }: Reading): Filled => ({
  ...{ memo, amount: written.amount === '' ? (amount ?? '') : '' },
  remark: written.remark === '' ? remark : '',
});

const filledIn = ({ amount, memo, remark }: Filled) => ({
  ...{ amount: amount !== '', memo: memo !== '', remark: remark !== '' },
});
const takenFrom = (written: Filled, filled: Filled, { amount, amount_left_out }: Reading): Taken => ({
  ...filledIn(filled),
  kept: written.amount !== '' && amount !== null && amount !== written.amount ? amount : '',
  leftOut: amount_left_out,
});

/** Reads the payment link in the recipient's field and fills in what it says; says so afterwards. All of it is checked as if it had been written. */
export default function PaymentLink(props: PaymentLinkProps): ReactNode {
  const { coin, form, isLink, read, onForm, onRead } = props;
  const { t } = useTranslation(['translation', 'whiteAddress']);
  const filled = read?.filled;
  const [taken, setTaken] = useState(filled && { ...filledIn(filled), kept: '', leftOut: false });
  const link = form.address;
  const isShort = link.length <= longestPaymentLink;
  const ask = { ...coin, link: isLink ? link : '' };
  const { data, error, refetch } = useApi('withdraw', 'addressLink', ask, { enabled: isLink && isShort, quiet: true });
  const isTold = isShort && (data === undefined || isNamedIn(link, data.payee));
  const reading = isLink && isTold ? data : undefined;
  const { fault = isLink && !isTold ? 'malformed' : '', network = '', coin: other = null } = reading ?? {};
  const text = fault && (other ? 'whiteAddress:link.fault.other' : linkFaults[fault]);
  const symbol = other?.symbol ?? coin.symbol;
  useEffect(() => {
    if (text) onRead({ of: link, fault: t(text, { network, symbol }) });
  }, [text, network, link, symbol, t, onRead]);
  useEffect(() => {
    if (reading?.fault !== '') return;
    const written = writtenIn(form, filled);
    const next = filledFrom(written, reading);
    setTaken(takenFrom(written, next, reading));
    onRead({ of: reading.payee, filled: next });
    onForm({
      ...{ ...form, address: reading.payee, memo: next.memo || written.memo },
      linked: { payee: reading.payee, ...next },
      ...{ amount: next.amount || written.amount, remark: next.remark || written.remark },
    });
  }, [reading, form, filled, onForm, onRead]);
  // Another payee stands there, or a link that is not read: it has nothing of what the link before it said.
  const isLeft = filled !== undefined && read?.of !== link && (!isLink || text !== '');
  useEffect(() => {
    if (!isLeft) return;
    if (!isLink) onRead(undefined);
    const { linked: _, ...others } = form;
    onForm({ ...others, ...writtenIn(form, filled) });
  }, [isLeft, isLink, form, filled, onForm, onRead]);
  if (isLink && error) return <NotRead error={error} onRetry={() => void refetch()} />;
  if (other) return <OtherCoin {...props} other={other} network={network} />;
  return isLink || !taken ? null : <Said taken={taken} symbol={coin.symbol} />;
}

function Said({ taken: { amount, memo, remark, kept, leftOut }, symbol }: { taken: Taken; symbol: string }): ReactNode {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  return (
    <p role="status" className="text-mut text-xs">
      {amount && t(memo ? 'whiteAddress:link.both' : 'whiteAddress:link.amount')}
      {!amount && t(memo ? 'whiteAddress:link.memo' : 'whiteAddress:link.address')}
      {remark && ` ${t('whiteAddress:link.remark')}`}
      {leftOut && ` ${t('whiteAddress:link.leftOut')}`}
      {kept !== '' && ` ${t('whiteAddress:link.kept', { amount: kept, symbol })}`}
    </p>
  );
}

/** The way to pay what the link asks for, where the sub-wallet has that coin: the link is read again then, for that one. */
function OtherCoin({
  other,
  network,
  payer,
  onCoin,
}: PaymentLinkProps & { other: CoinName; network: string }): ReactNode {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  const key = coinKey(other);
  const { subWalletId, coins } = useWalletCoin([key, String(payer)]);
  if (subWalletId !== payer || !coins.some((one) => coinKey(one) === key)) return null;
  return (
    <Button size="sm" className="justify-self-start" onClick={() => onCoin(payer, key)}>
      {t('whiteAddress:link.payOther', { symbol: other.symbol, network })}
    </Button>
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
