import type { contract, Output } from '@holdfast/contract';
import { ArrowUpRight, BookUser } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { daySpan } from '../../lib/days.ts';
import { listJoin } from '../../lib/list-join.ts';
import { usePermission } from '../../lib/permission.ts';
import { useApi } from '../../lib/query.ts';
import { useSession } from '../../lib/session.ts';
import { coinKey, subWalletIdOf } from '../../lib/wallets.ts';
import { Button } from '../../ui/button.tsx';
import { DaySpan, useDayChips } from '../../ui/day-span.tsx';
import { AddressChip } from '../../ui/display.tsx';
import { useDrawers } from '../../ui/drawers.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback.tsx';
import { FilterBar } from '../../ui/filters.tsx';
import { Card, Page, PageHeader } from '../../ui/layout.tsx';
import { Pager } from '../../ui/pager.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import type { Column } from '../../ui/table/columns.ts';
import { Table } from '../../ui/table/table.tsx';
import { WalletSelect } from '../../ui/wallet-select.tsx';
import { BookTabs } from './book-tabs.tsx';
import { EntryStatus } from './entry-status.tsx';
import { PayeeName } from './payee-name.tsx';
import { useBookFilter } from './use-book-filter.ts';
import { daysOf } from './view.ts';

type Row = Output<typeof contract.addressBook.subWalletList>['list'][number];
const pageSize = 50;
const keyOf = ({ id }: Row): string => id;

/** Whom one sub-wallet can pay: listed payees that it holds a coin for (spec route wallet/center/addressBook). */
export default function WalletBookPage(): ReactNode {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  const { subWalletId, selectSubWallet } = useSession();
  const { filter, page, q, change, clear } = useBookFilter();
  const days = daysOf(filter, change);
  const ask = {
    sub_wallet_id: subWalletIdOf(subWalletId),
    ...(q ? { keyword: q } : {}),
    ...daySpan(filter.from, filter.to),
    page_no: page,
    page_size: pageSize,
  };
  const list = useApi('addressBook', 'subWalletList', ask, { quiet: true, keep: true, enabled: subWalletId !== null });
  const { data, error, refetch } = list;
  const words = q ? [{ key: 'q', text: q, onRemove: () => change({ q: undefined }) }] : [];
  const chips = [...words, ...useDayChips(days)];
  return (
    <Page>
      <PageHeader title={t('whiteAddress:wallet.title')} text={t('whiteAddress:wallet.about')} />
      <BookTabs />
      <Card flush>
        <FilterBar chips={chips} onClear={clear}>
          <WalletSelect
            aria-label={t('common.subWallet')}
            className="w-auto min-w-40"
            value={subWalletId}
            onChange={(id) => id !== null && selectSubWallet(id)}
          />
          <SearchBox
            value={q}
            label={t('whiteAddress:searchListed')}
            max={128}
            onSearch={(text) => change({ q: text })}
          />
          <DaySpan {...days} />
        </FilterBar>
        {error && !data ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : data?.list.length === 0 ? (
          <Nothing filtered={chips.length > 0} onClear={clear} />
        ) : (
          <Payees rows={data?.list} subWalletId={subWalletId} />
        )}
        {data && data.list.length > 0 && (
          <Pager page={page} pages={data.pageTotal} total={data.total} onPage={(next) => change({ page: next })} />
        )}
      </Card>
    </Page>
  );
}

function Payees({ rows, subWalletId }: { rows: readonly Row[] | undefined; subWalletId: number | null }): ReactNode {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  const { push } = useDrawers();
  const mayPay = usePermission('withdraw.create', subWalletId);
  const columns = useMemo<readonly Column<Row>[]>(
    () => [
      {
        key: 'label',
        title: t('whiteAddress:label'),
        share: 24,
        fixed: true,
        line: true,
        cell: (payee) => <PayeeName payee={payee} />,
      },
      {
        key: 'address',
        title: t('whiteAddress:address'),
        share: 22,
        own: true,
        from: 'md',
        cell: ({ address }) => <AddressChip address={address} />,
      },
      { key: 'coins', title: t('whiteAddress:coins'), share: 16, cell: ({ coins }) => coins.join(listJoin()) },
      {
        key: 'status',
        title: t('whiteAddress:statusTitle'),
        share: 14,
        from: 'md',
        cell: (entry) => <EntryStatus entry={entry} />,
      },
      {
        key: 'paid',
        title: t('whiteAddress:wallet.paid'),
        share: 10,
        from: 'lg',
        cell: ({ paid_count }) => <span className="tabular-nums">{paid_count}</span>,
      },
      {
        key: 'send',
        title: t('whiteAddress:pay'),
        share: 14,
        own: true,
        fixed: true,
        cell: ({ id, label, held }) =>
          mayPay && (
            <Button
              size="sm"
              aria-label={t('whiteAddress:wallet.payTo', { label })}
              onClick={() => push('withdraw', held[0] ? coinKey(held[0]) : '', String(subWalletId ?? ''), id)}
            >
              <ArrowUpRight aria-hidden />
              <span className="max-md:hidden">{t('whiteAddress:pay')}</span>
            </Button>
          ),
      },
    ],
    [t, mayPay, push, subWalletId],
  );
  return (
    <Table
      label={t('whiteAddress:wallet.title')}
      columns={columns}
      rows={rows}
      keyOf={keyOf}
      nameOf={({ label }) => label}
      onOpen={({ id }) => push('bookEntry', id)}
    />
  );
}

function Nothing({ filtered, onClear }: { filtered: boolean; onClear: () => void }): ReactNode {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  const { push } = useDrawers();
  const icon = <BookUser size={18} aria-hidden />;
  if (filtered)
    return (
      <EmptyState
        icon={icon}
        title={t('whiteAddress:noMatch')}
        action={<Button onClick={onClear}>{t('common.clear')}</Button>}
      />
    );
  return (
    <EmptyState
      icon={icon}
      title={t('whiteAddress:wallet.empty')}
      text={t('whiteAddress:wallet.emptyText')}
      action={<Button onClick={() => push('deposit')}>{t('deposit.title')}</Button>}
    />
  );
}
