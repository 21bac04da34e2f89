import type { TransactionRecord } from '@holdfast/contract';
import { shortenHash } from '@holdfast/money';
import type { TFunction } from 'i18next';
import { ArrowDownLeft, ArrowUpRight, Snowflake } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Coin } from '../../lib/wallets.ts';
import { CoinIcon } from '../../ui/coin-icon.tsx';
import { AddressChip, Amount, RelativeTime, Usd } from '../../ui/display.tsx';
import { StatusPill } from '../../ui/feedback.tsx';
import type { Column } from '../../ui/table/columns.ts';
import { Tags } from './note.tsx';
import { counterparty, countsConfirmations, statusView, typeText, worthNow } from './view.ts';

/** The list's columns with their headings in the interface's language. @param coins whose prices tell what a row is worth */
export const columnsOf = (t: TFunction, coins: readonly Coin[]): readonly Column<TransactionRecord>[] => [
  {
    key: 'what',
    title: t('tx.column.what'),
    share: 18,
    fixed: true,
    sortable: true,
    cell: (row) => <What row={row} />,
  },
  { key: 'coin', title: t('common.coin'), share: 16, from: 'md', cell: (row) => <CoinCell row={row} /> },
  { key: 'amount', title: t('common.amount'), share: 22, fixed: true, numeric: true, cell: (row) => <Sum row={row} /> },
  {
    key: 'value',
    title: t('tx.column.value'),
    share: 16,
    from: 'xl',
    numeric: true,
    cell: (row) => <Usd value={worthNow(row, coins)} className="text-mut" />,
  },
  {
    key: 'counterparty',
    title: t('tx.column.counterparty'),
    share: 18,
    from: 'lg',
    own: true,
    cell: (row) => <Counterparty row={row} />,
  },
  {
    key: 'wallet',
    title: t('tx.column.wallet'),
    share: 13,
    from: 'md',
    cell: (row) => <bdi className="text-mut">{row.sub_wallet_name}</bdi>,
  },
  {
    key: 'remark',
    title: t('common.remark'),
    share: 14,
    from: 'xl',
    cell: (row) => (
      <span className="flex min-w-0 items-center gap-1">
        <Tags tags={row.tags} />
        <bdi className="block truncate text-mut" title={row.remark || row.note}>
          {row.remark || row.note}
        </bdi>
      </span>
    ),
  },
  { key: 'status', title: t('tx.column.status'), share: 18, from: 'md', cell: (row) => <RowStatus row={row} /> },
];

interface Cell {
  readonly row: TransactionRecord;
}

/** Who it is, where the address book knows them; the address stands below, and is what counts. */
function Counterparty({ row }: Cell): ReactNode {
  const chip = <AddressChip address={counterparty(row)} />;
  if (row.counterparty_label === '') return chip;
  return (
    <span className="grid min-w-0 leading-tight">
      <bdi className="truncate font-medium">{row.counterparty_label}</bdi>
      <span className="text-mut text-xs">{chip}</span>
    </span>
  );
}

function What({ row }: Cell): ReactNode {
  const { t } = useTranslation();
  const Arrow = row.direction === 'in' ? ArrowDownLeft : row.direction === 'out' ? ArrowUpRight : Snowflake;
  return (
    <span className="flex items-center gap-2.5 max-md:py-1.5">
      <span className="grid size-6 shrink-0 place-items-center rounded-full bg-hov text-mut">
        <Arrow size={13} aria-hidden />
      </span>
      <span className="grid leading-tight">
        <span className="font-medium">{t(row.stake ? `stake.name.${row.stake.kind}` : typeText(row.type))}</span>
        <span className="text-mut text-xs">
          <RelativeTime when={row.created_at} />
        </span>
        <bdi className="truncate text-mut text-xs md:hidden">
          {row.counterparty_label || <span className="mono">{shortenHash(counterparty(row))}</span>}
        </bdi>
      </span>
    </span>
  );
}

const CoinCell = ({ row }: Cell): ReactNode => (
  <span className="flex min-w-0 items-center gap-2">
    <CoinIcon symbol={row.symbol} size={18} />
    <span className="grid min-w-0 leading-tight">
      <span className="font-medium">{row.symbol_alias}</span>
      <span className="truncate text-mut text-xs" title={row.coin_net}>
        {row.coin_net}
      </span>
    </span>
  </span>
);

const Sum = ({ row }: Cell): ReactNode => (
  <>
    <Amount
      value={row.amount}
      symbol={row.symbol_alias}
      {...(row.direction === 'none' ? {} : { sign: row.direction === 'in' ? ('+' as const) : ('−' as const) })}
      className="font-medium"
    />
    <span className="block text-xs md:hidden">
      <RowStatus row={row} />
    </span>
  </>
);

function RowStatus({ row }: Cell): ReactNode {
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
