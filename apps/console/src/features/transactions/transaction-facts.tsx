import { isOrderType, transactionType } from '@holdfast/contract';
import { BookUser } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { about } from '../../lib/about.ts';
import { exactAmount } from '../../lib/amount.ts';
import { usePermission } from '../../lib/permission.ts';
import { addressText, hasAmount, lockText } from '../../lib/stake-text.ts';
import { absoluteTime } from '../../lib/time.ts';
import { coinKey, useWalletCoin } from '../../lib/wallets.ts';
import { Button } from '../../ui/button.tsx';
import { Usd } from '../../ui/display.tsx';
import { useDrawers } from '../../ui/drawers.tsx';
import { Honest } from '../../ui/honest.tsx';
import { Detail } from '../../ui/layout.tsx';
import { FullAddress, Payees } from './payees.tsx';
import { paysSeveral, type Transaction, worthNow } from './view.ts';

/** The way into the address book for a payee who is not in it; a payment of several has no one of whom this could be said. */
function AddPayee({ transaction }: { transaction: Transaction }): ReactNode {
  const { t } = useTranslation();
  const { push } = useDrawers();
  const mayEdit = usePermission('addressBook.edit');
  const { id, type, outputs, counterparty_label, counterparty_own, stake, nft, refunds } = transaction;
  // A refund goes to whoever paid in: an address that looks like a known one, and that nobody chose.
  const isPayment = type === transactionType.withdraw && refunds === null && stake === null && nft === null;
  if (!mayEdit || !isPayment || outputs.length !== 1 || counterparty_own || counterparty_label !== '') return null;
  return (
    <Button size="sm" className="mt-1.5" onClick={() => push('bookAdd', 'payment', String(id))}>
      <BookUser aria-hidden />
      {t('tx.addPayee')}
    </Button>
  );
}

/** What a payment of several comes to by the price of now, as long as it is not final. */
function WorthNow({ transaction }: { transaction: Transaction }): ReactNode {
  const { t } = useTranslation();
  const { symbol, contract_address, sub_wallet_id, evidence } = transaction;
  const key = coinKey({ symbol, contract_address, chain_id: evidence.chain_id });
  const worth = worthNow(transaction, useWalletCoin([key, String(sub_wallet_id)]).coins);
  if (worth === null) return null;
  return (
    <Detail name={t('tx.column.value')}>
      <Usd value={worth} /> <span className="text-mut">{t('tx.value.now')}</span>
    </Detail>
  );
}

/** Who, what, where, for how much: nothing shortened. */
export function TransactionFacts({ transaction }: { transaction: Transaction }): ReactNode {
  const { t } = useTranslation();
  const { fee_symbol, real_fee, fee, type, stake, nft } = transaction;
  const isOrder = isOrderType(type);
  const several = paysSeveral(transaction);
  return (
    <dl className="rounded-lg border border-line px-3.5 py-1.5 tabular-nums">
      {hasAmount(stake) && (nft === null || transaction.amount !== '0') && type !== transactionType.nft && (
        <Detail name={t('common.amount')}>
          <strong className="font-semibold">
            {exactAmount(transaction.amount)} {transaction.symbol_alias}
          </strong>
        </Detail>
      )}
      {transaction.worth_usd !== null && (
        <Detail name={t('tx.worthThen')}>
          <Usd value={transaction.worth_usd} />
        </Detail>
      )}
      {transaction.worth_usd === null && nft === null && <WorthNow transaction={transaction} />}
      {stake && stake.lock_blocks > 0 && <Detail name={t('stake.lock')}>{lockText(t, stake)}</Detail>}
      <Detail name={t('common.network')}>{transaction.coin_net}</Detail>
      <Detail name={t('common.subWallet')}>
        <Honest text={transaction.sub_wallet_name} />
      </Detail>
      {/* Of several payees each stands with its own name and memo. */}
      {!several && transaction.counterparty_label !== '' && (
        <Detail name={t('tx.column.counterparty')}>
          <Honest className="break-words font-medium" text={transaction.counterparty_label} />
        </Detail>
      )}
      <Detail name={t('tx.from')}>
        <FullAddress
          transaction={transaction}
          address={transaction.address_from}
          ours={isOrder || transaction.counterparty_own}
        />
      </Detail>
      <Detail name={t(stake ? addressText(stake) : 'tx.to')}>
        <Payees transaction={transaction} />
        <AddPayee transaction={transaction} />
      </Detail>
      {transaction.memo !== '' && !(several && transaction.outputs.some(({ memo }) => memo !== '')) && (
        <Detail name={t('withdraw.memo')}>
          <bdi className="break-words">{transaction.memo}</bdi>
        </Detail>
      )}
      {transaction.customer_state !== '' && (
        <Detail name={t('tx.customer')}>
          {transaction.customer_state === 'known' ? (
            <bdi className="break-words">{transaction.customer}</bdi>
          ) : (
            <span className="text-warn">{t('tx.customer.unknownText')}</span>
          )}
        </Detail>
      )}
      {isOrder && (
        <Detail name={t(real_fee === null ? 'tx.feeMost' : 'tx.feePaid')}>
          {exactAmount(real_fee ?? fee)} {fee_symbol}
          {about(transaction.fee_worth_usd ?? '')}
        </Detail>
      )}
      {isOrder && (
        <Detail name={t('tx.initiator')}>
          <Honest text={transaction.initiator_name || '--'} />
        </Detail>
      )}
      {transaction.batch_name !== '' && (
        <Detail name={t('tx.batch')}>
          <Honest text={transaction.batch_name} />
        </Detail>
      )}
      {transaction.remark !== '' && (
        <Detail name={t('common.remark')}>
          <Honest text={transaction.remark} />
        </Detail>
      )}
      <Detail name={t('tx.created')}>{absoluteTime(transaction.created_at)}</Detail>
    </dl>
  );
}
