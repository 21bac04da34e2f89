import { type OrderId, transactionType } from '@holdfast/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../lib/query.ts';
import { Button } from '../../ui/button.tsx';
import { Amount } from '../../ui/display.tsx';
import { useDrawers } from '../../ui/drawers.tsx';
import { Banner, StatusPill } from '../../ui/feedback.tsx';
import { statusView, type Transaction } from './view.ts';

const names = {
  payment: 'tx.speedUp.first',
  speed_up: 'tx.speedUp.nth',
  drop: 'tx.drop.nth',
  bump: 'tx.bump.nth',
} as const;

/** Every attempt at a payment that was sped up or dropped, with its fee and hash: one of them is mined at most. Nothing where it never was. */
export function Attempts({ transaction }: { transaction: Transaction }): ReactNode {
  const { speeds_up, drops, timeline } = transaction;
  const payment = speeds_up ?? drops;
  if (payment !== null) return <Whole payment={payment} text={drops === null ? 'tx.speedUp.of' : 'tx.drop.of'} />;
  return timeline.some(({ detail }) => detail.attempt !== undefined) ? <List transaction={transaction} /> : null;
}

interface WholeProps {
  readonly payment: OrderId;
  readonly text: 'tx.speedUp.of' | 'tx.drop.of';
}

function Whole({ payment, text }: WholeProps): ReactNode {
  const { t } = useTranslation();
  const drawers = useDrawers();
  const see = () => drawers.push('transaction', String(transactionType.withdraw), String(payment));
  return (
    <Banner tone="info">
      <div className="grid justify-items-start gap-2">
        <p>{t(text, { id: payment })}</p>
        <Button size="sm" onClick={see}>
          {t('tx.speedUp.see')}
        </Button>
      </div>
    </Banner>
  );
}

function List({ transaction }: { transaction: Transaction }): ReactNode {
  const { t } = useTranslation();
  const place = { withdraw_id: transaction.id as OrderId };
  const { data } = useApi('withdraw', 'speedUpInfo', place, { quiet: true, keep: true });
  if (!data) return null;
  return (
    <section className="grid gap-2">
      <h3 className="font-semibold">{t('tx.speedUp.attempts')}</h3>
      <p className="text-mut text-xs">{t('tx.speedUp.one')}</p>
      <ol className="grid gap-2">
        {data.attempts.map(({ withdraw_id, kind, status, txid, max_fee, mined }, n) => {
          const { tone, text } = statusView(transactionType.withdraw, status);
          return (
            <li key={withdraw_id} className="grid gap-1 rounded-lg border border-line px-3.5 py-2.5">
              <span className="flex flex-wrap items-center justify-between gap-2">
                <span className="font-medium">{t(names[kind], { n })}</span>
                <StatusPill tone={mined ? 'done' : tone} text={mined ? t('tx.speedUp.mined') : t(text)} />
              </span>
              <span className="text-mut text-xs">
                {t('withdraw.fee.atMost')} <Amount value={max_fee} symbol={data.fee_symbol} />
              </span>
              {txid !== '' && <bdi className="break-all font-mono text-xs">{txid}</bdi>}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
