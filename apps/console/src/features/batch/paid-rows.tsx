import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { exactAmount } from '../../lib/amount.ts';
import { useWalletNames } from '../../lib/wallet-names.ts';
import { AddressChip, HashText } from '../../ui/display.tsx';
import type { Column } from '../../ui/table/columns.ts';
import { Table } from '../../ui/table/table.tsx';
import { BatchStatus } from './status.tsx';
import type { Detail, Row } from './view.ts';

const keyOf = ({ row }: Row): string => String(row);

/** Each row with its own status, transaction and reason. */
export function PaidRows({ batch: { list, symbol, txid } }: { batch: Detail }): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const walletName = useWalletNames();
  const columns = useMemo((): readonly Column<Row>[] => {
    const nameOf = ({ own, label }: Row): string => (own === null ? label : (walletName(own) ?? label));
    return [
      { key: 'row', title: '#', share: 8, fixed: true, from: 'md', cell: ({ row }) => row },
      {
        key: 'payee',
        title: t('tools:batch.payee'),
        share: 38,
        fixed: true,
        cell: (row) => (
          <span className="grid min-w-0 py-1.5">
            <span className="tabular-nums md:hidden">
              <span className="text-mut">#{row.row} ·</span> {row.amount} {symbol}
            </span>
            <AddressChip address={row.address} />
            <bdi className="truncate text-mut text-xs">
              {[nameOf(row), row.memo, row.remark].filter(Boolean).join(' · ')}
            </bdi>
          </span>
        ),
      },
      {
        key: 'amount',
        title: t('common.amount'),
        share: 24,
        numeric: true,
        from: 'md',
        cell: ({ amount }) => `${exactAmount(amount)} ${symbol}`,
      },
      {
        key: 'status',
        title: t('tools:batch.statusName'),
        share: 22,
        cell: ({ status, fail_reason }) => (
          <span className="grid min-w-0">
            <BatchStatus status={status} />
            {fail_reason !== '' && <span className="mono truncate text-mut text-xs">{fail_reason}</span>}
          </span>
        ),
      },
      // Where one transaction pays all rows it stands above them.
      ...(list.some((row) => row.txid !== txid)
        ? [
            {
              key: 'txid',
              title: t('tools:batch.txid'),
              share: 22,
              from: 'lg' as const,
              cell: (row: Row) => (row.txid === '' ? '–' : <HashText hash={row.txid} />),
            },
          ]
        : []),
    ];
  }, [t, walletName, list, symbol, txid]);
  return (
    <div data-scrolls className="overflow-auto rounded-lg border border-line">
      <Table label={t('tools:batch.rows')} columns={columns} rows={list} keyOf={keyOf} nameOf={keyOf} />
    </div>
  );
}
