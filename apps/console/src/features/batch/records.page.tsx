import { batchStatus } from '@holdfast/contract/batch';
import { Link, useNavigate } from '@tanstack/react-router';
import { Inbox, Plus } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { exactAmount } from '../../lib/amount.ts';
import { daySpan } from '../../lib/days.ts';
import { useApi } from '../../lib/query.ts';
import { useAddress } from '../../lib/search.ts';
import { useWalletNames } from '../../lib/wallet-names.ts';
import { subWalletIdOf } from '../../lib/wallets.ts';
import { Button, buttonStyle } from '../../ui/button.tsx';
import { DaySpan, type Days, useDayChips } from '../../ui/day-span.tsx';
import { RelativeTime } from '../../ui/display.tsx';
import { useDrawers } from '../../ui/drawers.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback.tsx';
import { FilterBar } from '../../ui/filters.tsx';
import { Card, Page, PageHeader } from '../../ui/layout.tsx';
import { Pager } from '../../ui/pager.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { Select } from '../../ui/select.tsx';
import type { Column } from '../../ui/table/columns.ts';
import { Table } from '../../ui/table/table.tsx';
import { WalletSelect } from '../../ui/wallet-select.tsx';
import { batchPath, recordsSearch } from './search.ts';
import { BatchStatus } from './status.tsx';
import { type Batch, statusNames, statusView } from './view.ts';

const pageSize = 20;
const any = 'any';
const compact = 'w-auto min-w-32';

function useFilter() {
  const [filter, write] = useAddress(recordsSearch);
  const change = (next: { readonly [K in keyof typeof filter]?: (typeof filter)[K] | undefined }): void =>
    write({ page: undefined, ...next });
  const clear = (): void =>
    change({ status: undefined, wallet: undefined, from: undefined, to: undefined, q: undefined });
  const { page: _, ...rows } = filter;
  return { filter, change, clear, active: Object.values(rows).some((value) => value !== undefined) };
}

/** What the list is narrowed to, as the server takes it. */
const askOf = ({ status, wallet, from, to, q }: ReturnType<typeof useFilter>['filter']) => ({
  ...(status === undefined ? {} : { status }),
  ...(wallet === undefined ? {} : { sub_wallet_id: subWalletIdOf(wallet) }),
  ...(q === undefined ? {} : { keyword: q }),
  ...daySpan(from, to),
});

/** Batches that were asked for, and one's own drafts, newest first. */
export default function RecordsPage(): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const { filter, change, clear, active } = useFilter();
  const { page = 1 } = filter;
  const ask = { ...askOf(filter), page_no: page, page_size: pageSize };
  const { data, error, refetch } = useApi('batch', 'records', ask, { quiet: true, keep: true });
  const some = data !== undefined && data.list.length > 0;
  return (
    <Page>
      <PageHeader
        title={t('tools:batch.records')}
        text={t('tools:batch.recordsAbout')}
        actions={
          <Link to={`/mpc/${batchPath}`} className={buttonStyle({ variant: 'primary' })}>
            <Plus aria-hidden />
            {t('tools:batch.new')}
          </Link>
        }
      />
      <Card flush>
        <Filters filter={filter} onChange={change} onClear={clear} />
        {error && !data ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : data && !some ? (
          <EmptyState
            icon={<Inbox size={18} aria-hidden />}
            title={t(active ? 'tools:batch.noMatch' : 'tools:batch.none')}
            text={t(active ? 'tools:batch.noMatchText' : 'tools:batch.noneText')}
            action={active ? <Button onClick={clear}>{t('common.clear')}</Button> : undefined}
          />
        ) : (
          <Rows rows={data?.list} />
        )}
        {some && (
          <Pager page={page} pages={data.pageTotal} total={data.total} onPage={(next) => change({ page: next })} />
        )}
      </Card>
    </Page>
  );
}

interface FiltersProps {
  readonly filter: ReturnType<typeof useFilter>['filter'];
  readonly onChange: ReturnType<typeof useFilter>['change'];
  readonly onClear: () => void;
}

function Filters({ filter, onChange, onClear }: FiltersProps): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const walletName = useWalletNames();
  const { status, wallet, q } = filter;
  const days = {
    first: filter.from,
    last: filter.to,
    onDays: ({ first: from, last: to }: Days) => onChange({ from, to }),
  };
  const dayChips = useDayChips(days);
  const chips = [
    status !== undefined && { key: 'status', text: t(`tools:batch.status.${statusView(status).name}`) },
    wallet !== undefined && { key: 'wallet', text: walletName(wallet) ?? String(wallet) },
    q !== undefined && { key: 'q', text: q },
  ]
    .filter((chip) => chip !== false)
    .map((chip) => ({ ...chip, onRemove: () => onChange({ [chip.key]: undefined }) }));
  return (
    <FilterBar chips={[...chips, ...dayChips]} onClear={onClear}>
      <SearchBox value={q} label={t('tools:batch.search')} onSearch={(text) => onChange({ q: text })} />
      <WalletSelect
        aria-label={t('common.subWallet')}
        className={compact}
        value={wallet ?? null}
        onChange={(id) => onChange({ wallet: id ?? undefined })}
        any={t('tx.anyWallet')}
      />
      <Select
        aria-label={t('tools:batch.statusName')}
        className={compact}
        value={status === undefined ? any : String(status)}
        onValueChange={(value) => onChange({ status: value === any ? undefined : Number(value) })}
        items={[
          { value: any, label: t('tx.anyStatus') },
          ...statusNames.map((name) => ({
            value: String(batchStatus[name]),
            label: t(`tools:batch.status.${name}`),
          })),
        ]}
      />
      <DaySpan {...days} />
    </FilterBar>
  );
}

const keyOf = ({ batch_id }: Batch): string => String(batch_id);

function Rows({ rows }: { rows: readonly Batch[] | undefined }): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const { push } = useDrawers();
  const navigate = useNavigate();
  const walletName = useWalletNames();
  const nameOf = ({ name, batch_id }: Batch): string => name || t('tools:batch.number', { id: batch_id });
  const columns = useMemo(
    (): readonly Column<Batch>[] => [
      {
        key: 'name',
        title: t('tools:batch.name'),
        share: 30,
        fixed: true,
        cell: (row) => (
          <span className="grid min-w-0">
            <bdi className="truncate font-medium">{row.name || t('tools:batch.number', { id: row.batch_id })}</bdi>
            <span className="truncate text-mut text-xs">
              {t('tools:batch.payees', { count: row.row_count })} · {row.coin_net}
            </span>
          </span>
        ),
      },
      {
        key: 'amount',
        title: t('common.amount'),
        share: 22,
        numeric: true,
        fixed: true,
        cell: ({ total_amount, symbol, status }) => (
          <>
            {status === batchStatus.draft ? '–' : `${exactAmount(total_amount)} ${symbol}`}
            <span className="block text-xs md:hidden">
              <BatchStatus status={status} />
            </span>
          </>
        ),
      },
      {
        key: 'status',
        title: t('tools:batch.statusName'),
        share: 20,
        from: 'md',
        cell: ({ status }) => <BatchStatus status={status} />,
      },
      {
        key: 'paid',
        title: t('tools:batch.paid'),
        share: 12,
        numeric: true,
        from: 'lg',
        cell: ({ success_num, row_count }) => `${success_num}/${row_count}`,
      },
      {
        key: 'wallet',
        title: t('common.subWallet'),
        share: 16,
        from: 'lg',
        cell: ({ sub_wallet_id }) => <bdi className="truncate">{walletName(sub_wallet_id) ?? sub_wallet_id}</bdi>,
      },
      {
        key: 'by',
        title: t('tools:batch.by'),
        share: 16,
        from: 'md',
        cell: ({ initiator_name }) => <bdi className="truncate">{initiator_name}</bdi>,
      },
      {
        key: 'time',
        title: t('tools:batch.time'),
        share: 14,
        from: 'md',
        cell: ({ created_at }) => <RelativeTime when={created_at} />,
      },
    ],
    [t, walletName],
  );
  const open = ({ batch_id, status }: Batch): void => {
    if (status === batchStatus.draft) void navigate({ to: `/mpc/${batchPath}`, search: { id: batch_id } });
    else push('batch', String(batch_id));
  };
  return (
    <Table label={t('tools:batch.records')} columns={columns} rows={rows} keyOf={keyOf} nameOf={nameOf} onOpen={open} />
  );
}
