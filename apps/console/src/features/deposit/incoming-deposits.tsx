import { transactionType } from '@holdfast/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../lib/query.ts';
import { type CoinName, subWalletIdOf } from '../../lib/wallets.ts';
import { Amount, RelativeTime } from '../../ui/display.tsx';
import { useDrawers } from '../../ui/drawers.tsx';
import { StatusPill } from '../../ui/feedback.tsx';

const shown = 3;
const credited = 2000;
const abnormal = 3000;

/** The latest deposits of this coin, with their confirmations while they come in. */
export function IncomingDeposits({ subWalletId, coin }: { subWalletId: number; coin: CoinName }): ReactNode {
  const { t } = useTranslation();
  const drawers = useDrawers();
  const { data } = useApi(
    'transaction',
    'list',
    { sub_wallet_id: subWalletIdOf(subWalletId), ...coin, type: transactionType.deposit, page_size: shown },
    { quiet: true },
  );
  if (!data || data.list.length === 0) return <p className="text-mut">{t('deposit.waiting')}</p>;
  return (
    <section className="grid gap-1.5">
      <h3 className="font-semibold">{t('deposit.latest')}</h3>
      <ul className="overflow-hidden rounded-lg border border-line">
        {data.list.map((row) => (
          <li key={row.id} className="border-line2 border-b last:border-b-0">
            <button
              type="button"
              onClick={() => drawers.push('transaction', String(row.type), String(row.id))}
              className="flex w-full items-center justify-between gap-3 px-3 py-2 text-left hover:bg-hov"
            >
              <span className="grid">
                <Amount value={row.amount} symbol={row.symbol_alias} sign="+" className="font-medium" />
                <span className="text-mut text-xs">
                  <RelativeTime when={row.created_at} />
                </span>
              </span>
              {row.status === credited ? (
                <StatusPill tone="done" text={t('tx.status.credited')} />
              ) : row.status >= abnormal ? (
                <StatusPill tone="bad" text={t('tx.status.abnormal')} />
              ) : (
                <StatusPill
                  tone="active"
                  text={t('tx.confirmations', {
                    have: Math.min(row.confirmations, row.confirmations_needed),
                    need: row.confirmations_needed,
                  })}
                />
              )}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
