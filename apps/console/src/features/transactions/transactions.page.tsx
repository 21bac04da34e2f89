import { ArrowUpRight, Inbox } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { usePermission } from '../../lib/permission.ts';
import { useApi } from '../../lib/query.ts';
import { Button } from '../../ui/button.tsx';
import { useDrawers } from '../../ui/drawers.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback.tsx';
import { Card, Page, PageHeader } from '../../ui/layout.tsx';
import { Pager } from '../../ui/pager.tsx';
import { ChainNotices } from './chain-notices.tsx';
import { ExportButton } from './export-button.tsx';
import { TransactionFilters } from './transaction-filters.tsx';
import { TransactionTable } from './transaction-table.tsx';
import { useFilter } from './use-filter.ts';
import { filterInput } from './view.ts';

const pageSize = 25;

/** Deposits and withdrawals together, newest first. What is filtered by stands in the address. */
export default function TransactionsPage(): ReactNode {
  const { t } = useTranslation();
  const drawers = useDrawers();
  const { filter, change, clear, active } = useFilter();
  const { page = 1 } = filter;
  const mayWithdraw = usePermission('withdraw.create');
  const { data, error, refetch } = useApi(
    'transaction',
    'list',
    { ...filterInput(filter), page_no: page, page_size: pageSize },
    { quiet: true, keep: true },
  );
  const withdraw = mayWithdraw && (
    <Button variant="primary" onClick={() => drawers.push('withdraw')}>
      <ArrowUpRight aria-hidden />
      {t('tx.new')}
    </Button>
  );
  return (
    <Page>
      <PageHeader
        title={t('tx.title')}
        text={t('tx.about')}
        actions={
          <>
            {data && data.list.length > 0 && <ExportButton filter={filter} expected={data.total} />}
            {withdraw}
          </>
        }
      />
      <ChainNotices />
      <Card flush>
        <TransactionFilters filter={filter} onChange={change} onClear={clear} />
        {error && !data ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : data?.list.length === 0 ? (
          <Nothing filtered={active} onClear={clear} />
        ) : (
          <TransactionTable rows={data?.list} />
        )}
        {data && data.list.length > 0 && (
          <Pager
            page={page}
            pages={data.pageTotal}
            total={data.total}
            bounded={data.total_is_bounded}
            onPage={(next) => change({ page: next })}
          />
        )}
      </Card>
    </Page>
  );
}

function Nothing({ filtered, onClear }: { filtered: boolean; onClear: () => void }): ReactNode {
  const { t } = useTranslation();
  const drawers = useDrawers();
  if (filtered)
    return (
      <EmptyState
        icon={<Inbox size={18} aria-hidden />}
        title={t('tx.noMatch')}
        text={t('tx.noMatchText')}
        action={<Button onClick={onClear}>{t('common.clear')}</Button>}
      />
    );
  return (
    <EmptyState
      icon={<Inbox size={18} aria-hidden />}
      title={t('tx.empty')}
      text={t('tx.emptyText')}
      action={
        <Button variant="primary" onClick={() => drawers.push('deposit')}>
          {t('tx.emptyAction')}
        </Button>
      }
    />
  );
}
