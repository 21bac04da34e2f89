import type { TransactionRecord } from '@holdfast/contract';
import { ArrowDownLeft, ArrowUpRight } from 'lucide-react';
import { type KeyboardEvent, memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CoinIcon } from '../../ui/coin-icon.tsx';
import { AddressChip, Amount, RelativeTime } from '../../ui/display.tsx';
import { useDrawers } from '../../ui/drawers.tsx';
import { Skeleton, StatusPill } from '../../ui/feedback.tsx';
import { counterparty, countsConfirmations, statusView, typeText } from './view.ts';

const skeletonRows = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
const columns = 6;

/** J/K and the arrows move between rows, Enter opens. */
function moveFocus(event: KeyboardEvent<HTMLTableSectionElement>): void {
  const step = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }[event.key];
  const row = event.target instanceof HTMLElement ? event.target.closest('tr') : null;
  if (!step || !row) return;
  const next = step > 0 ? row.nextElementSibling : row.previousElementSibling;
  event.preventDefault();
  next?.querySelector<HTMLElement>('[data-open]')?.focus();
}

/** The rows, or their shapes while they load. */
export const TransactionTable = memo(function TransactionTable({
  rows,
}: {
  rows: readonly TransactionRecord[] | undefined;
}): ReactNode {
  const { t } = useTranslation();
  return (
    <div className="overflow-x-auto">
      <table className="vt">
        <thead>
          <tr>
            <th>{t('tx.column.what')}</th>
            <th className="max-md:hidden">{t('common.coin')}</th>
            <th className="n">{t('common.amount')}</th>
            <th className="max-lg:hidden">{t('tx.column.counterparty')}</th>
            <th className="max-md:hidden">{t('tx.column.wallet')}</th>
            <th className="max-md:hidden">{t('tx.column.status')}</th>
          </tr>
        </thead>
        <tbody onKeyDown={moveFocus}>
          {rows
            ? rows.map((row) => <TransactionRow key={`${row.type}:${row.id}`} row={row} />)
            : skeletonRows.map((key) => (
                <tr key={key}>
                  <td colSpan={columns}>
                    <Skeleton className="w-2/3" />
                  </td>
                </tr>
              ))}
        </tbody>
      </table>
    </div>
  );
});

function TransactionRow({ row }: { row: TransactionRecord }): ReactNode {
  const { t } = useTranslation();
  const drawers = useDrawers();
  const open = (): void => drawers.push('transaction', String(row.type), String(row.id));
  const Arrow = row.direction === 'in' ? ArrowDownLeft : ArrowUpRight;
  return (
    <tr className="cursor-pointer" data-transaction={`${row.type}:${row.id}`} onClick={open}>
      <td>
        <span className="flex items-center gap-2.5">
          <span className="grid size-6 shrink-0 place-items-center rounded-full bg-hov text-mut">
            <Arrow size={13} aria-hidden />
          </span>
          <span className="grid leading-tight">
            <button
              type="button"
              data-open
              className="text-left font-medium"
              onClick={(event) => {
                event.stopPropagation();
                open();
              }}
            >
              {t(typeText(row.type))}
            </button>
            <span className="text-mut text-xs">
              <RelativeTime when={row.created_at} />
            </span>
          </span>
        </span>
      </td>
      <td className="max-md:hidden">
        <span className="inline-flex items-center gap-2">
          <CoinIcon symbol={row.symbol} size={18} />
          <span className="font-medium">{row.symbol_alias}</span>
          <span className="text-mut">{row.coin_net}</span>
        </span>
      </td>
      <td className="n">
        <Amount
          value={row.amount}
          symbol={row.symbol_alias}
          sign={row.direction === 'in' ? '+' : '−'}
          className="font-medium"
        />
        <span className="block text-xs md:hidden">
          <RowStatus row={row} />
        </span>
      </td>
      <td
        className="max-lg:hidden"
        onClick={(event) => event.stopPropagation()}
        onKeyDown={(event) => event.stopPropagation()}
      >
        <AddressChip address={counterparty(row)} />
      </td>
      <td className="max-w-40 max-md:hidden">
        <bdi className="text-mut">{row.sub_wallet_name}</bdi>
      </td>
      <td className="max-md:hidden">
        <RowStatus row={row} />
      </td>
    </tr>
  );
}

function RowStatus({ row }: { row: TransactionRecord }): ReactNode {
  const { t } = useTranslation();
  const { tone, text } = statusView(row.type, row.status);
  return (
    <>
      <StatusPill tone={tone} text={t(text)} />
      {countsConfirmations(row) && (
        <span className="ml-1.5 text-mut text-xs tabular-nums">
          {row.confirmations}/{row.confirmations_needed}
        </span>
      )}
    </>
  );
}
