import { isOrderType, orderStatus, transactionType } from '@holdfast/contract';
import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { exactAmount } from '../../lib/amount.ts';
import { itemId } from '../../lib/item-id.ts';
import { useApi } from '../../lib/query.ts';
import { ownMember } from '../../lib/signer-link.ts';
import { stakeSentence } from '../../lib/stake-text.ts';
import { buttonStyle } from '../../ui/button.tsx';
import { Refusal } from '../../ui/decisions.tsx';
import { DrawerBody, type DrawerProps } from '../../ui/drawers.tsx';
import { Banner, EmptyState, ErrorState, isMissing, Skeleton, StatusPill } from '../../ui/feedback.tsx';
import { Timeline } from '../../ui/timeline.tsx';
import { Approvals } from './approvals.tsx';
import { Attempts } from './attempts.tsx';
import { Confirmations } from './confirmations.tsx';
import { Evidence } from './evidence.tsx';
import { Inspection } from './inspection.tsx';
import { Neighbours } from './neighbours.tsx';
import { Nfts } from './nft.tsx';
import { Note } from './note.tsx';
import { OpenPayments } from './open-payments.tsx';
import { reasonText } from './reasons.ts';
import { RefundLink } from './refund-link.tsx';
import { timelineItems } from './timeline-items.ts';
import { TransactionActions } from './transaction-actions.tsx';
import { TransactionFacts } from './transaction-facts.tsx';
import { countsConfirmations, statusTold, type Transaction } from './view.ts';

/** `transaction:<type>:<id>`: one deposit or order with everything that is known about it. */
export default function TransactionDrawer({ args }: DrawerProps): ReactNode {
  const [type, id] = [itemId(args[0]), itemId(args[1])];
  const named = type > 0 && id > 0;
  const { data, error, refetch } = useApi('transaction', 'detail', { type, id }, { quiet: true, enabled: named });
  if (!named || isMissing(error)) return <Missing />;
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  const footer = (
    <>
      <Neighbours type={type} id={id} />
      {data && <TransactionActions transaction={data} />}
    </>
  );
  return <DrawerBody footer={footer}>{data ? <Content transaction={data} /> : <Loading />}</DrawerBody>;
}

/** A link that leads to none of this workspace's. */
function Missing(): ReactNode {
  const { t } = useTranslation();
  const action = (
    <Link to="/mpc/center/transactions" className={buttonStyle({})}>
      {t('tx.missingAll')}
    </Link>
  );
  return <EmptyState title={t('tx.missing')} text={t('tx.missingText')} action={action} />;
}

function Content({ transaction }: { transaction: Transaction }): ReactNode {
  const { t } = useTranslation();
  return (
    <>
      <Headline transaction={transaction} />
      {transaction.status === orderStatus.approvalRefused && <Refusal decisions={transaction.decisions} />}
      {transaction.last_error !== '' && (
        <Banner tone="bad">
          {transaction.last_error} {reasonText(transaction.last_error, t)}
        </Banner>
      )}
      <OpenPayments transaction={transaction} />
      <Attempts transaction={transaction} />
      <RefundLink transaction={transaction} />
      {countsConfirmations(transaction) && (
        <Confirmations have={transaction.confirmations} need={transaction.confirmations_needed} />
      )}
      <Nfts transaction={transaction} />
      <TransactionFacts transaction={transaction} />
      {transaction.type !== transactionType.nft && (
        <Note key={`${transaction.type}:${transaction.id}`} transaction={transaction} />
      )}
      {isOrderType(transaction.type) && <Approvals transaction={transaction} />}
      <section className="grid gap-2">
        <h3 className="font-semibold">{t('tx.timeline')}</h3>
        <Timeline items={timelineItems(transaction, t)} />
      </section>
      <Evidence transaction={transaction} />
      <Inspection transaction={transaction} />
    </>
  );
}

function sentenceOf(t: TFunction, transaction: Transaction): string {
  const { stake, nft, drops, direction, sub_wallet_name: wallet } = transaction;
  const amount = `${exactAmount(transaction.amount)} ${transaction.symbol_alias}`;
  if (nft)
    return t(direction === 'in' ? 'tx.nft.sentenceIn' : 'tx.nft.sentenceOut', { count: Number(nft.count), wallet });
  if (stake) return t('stake.sentence', { what: stakeSentence(t, { ...transaction, stake, amount }), wallet });
  if (drops !== null) return t('tx.drop.sentence', { wallet });
  return t(direction === 'in' ? 'tx.sentenceIn' : 'tx.sentenceOut', { amount, wallet });
}

function Headline({ transaction }: { transaction: Transaction }): ReactNode {
  const { t } = useTranslation();
  const { tone, text } = statusTold(t, transaction, ownMember());
  const isCancelling = transaction.sub_status === 'cancelling';
  return (
    <div className="grid justify-items-start gap-1.5">
      <StatusPill tone={tone} text={isCancelling ? t('tx.drop.cancelling') : text} />
      <h3 className="text-balance font-semibold text-xl leading-7 tracking-tight">{sentenceOf(t, transaction)}</h3>
    </div>
  );
}

function Loading(): ReactNode {
  return (
    <>
      <Skeleton className="w-24" />
      <Skeleton className="h-7 w-3/4" />
      <Skeleton className="h-40 w-full" />
      <Skeleton className="h-40 w-full" />
    </>
  );
}
