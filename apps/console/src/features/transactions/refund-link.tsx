import { transactionType } from '@holdfast/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { exactAmount } from '../../lib/amount.ts';
import { Button } from '../../ui/button.tsx';
import { useDrawers } from '../../ui/drawers.tsx';
import { Banner } from '../../ui/feedback.tsx';
import { statusView, type Transaction } from './view.ts';

/** From a deposit to the payment that gives it back, and from that to the deposit. */
export function RefundLink({ transaction }: { transaction: Transaction }): ReactNode {
  const { t } = useTranslation();
  const drawers = useDrawers();
  const { refund, refunds, symbol_alias: symbol } = transaction;
  if (refund !== null)
    return (
      <Linked
        text={t('tx.refund.by', {
          amount: `${exactAmount(refund.amount)} ${symbol}`,
          status: t(statusView(transactionType.withdraw, refund.status).text),
        })}
        see={t('tx.refund.seePayment')}
        onSee={() => drawers.push('transaction', String(transactionType.withdraw), String(refund.withdraw_id))}
      />
    );
  if (refunds === null) return null;
  return (
    <Linked
      text={t('tx.refund.of', { id: refunds })}
      see={t('tx.refund.seeDeposit')}
      onSee={() => drawers.push('transaction', String(transactionType.deposit), String(refunds))}
    />
  );
}

function Linked({ text, see, onSee }: { text: string; see: string; onSee: () => void }): ReactNode {
  return (
    <Banner tone="info">
      <div className="grid justify-items-start gap-2">
        <p>{text}</p>
        <Button size="sm" onClick={onSee}>
          {see}
        </Button>
      </div>
    </Banner>
  );
}
