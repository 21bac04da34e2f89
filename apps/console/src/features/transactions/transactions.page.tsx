import type { contract, Output, TransactionRecord } from '@holdfast/contract';
import { ArrowUpRight, Inbox, Printer } from 'lucide-react';
import { type ReactNode, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useDataAge } from '../../lib/data-age.ts';
import { dayName } from '../../lib/day-words.ts';
import { lazyScreen } from '../../lib/lazy.ts';
import { usePermission } from '../../lib/permission.ts';
import { useApi } from '../../lib/query.ts';
import { useAddressPatterns } from '../../lib/reference.ts';
import { useHiddenColumns } from '../../lib/views.ts';
import { type Coin, useWalletCoin } from '../../lib/wallets.ts';
import { Button } from '../../ui/button.tsx';
import { useDrawers } from '../../ui/drawers.tsx';
import { ExportButton } from '../../ui/export-button.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback.tsx';
import { Card, Page, PageHeader } from '../../ui/layout.tsx';
import { Pager } from '../../ui/pager.tsx';
import { SavedFilters } from '../../ui/saved-filters.tsx';
import { useShortcuts } from '../../ui/shortcuts.ts';
import { ColumnMenu } from '../../ui/table/column-menu.tsx';
import { type Column, shownColumns } from '../../ui/table/columns.ts';
import { focusFirstRow } from '../../ui/table/row-events.ts';
import { Table } from '../../ui/table/table.tsx';
import { type Selection, useSelection } from '../../ui/table/use-selection.ts';
import { ChainNotices } from './chain-notices.tsx';
import { columnsOf } from './columns.tsx';
import { DayHeading } from './day-heading.tsx';
import { daysOf } from './days.ts';
import { exportName, exportWords } from './export-words.ts';
import { Selected } from './selected.tsx';
import { monthOf } from './statement.ts';
import { coinChoices, networkChoices, TransactionFilters } from './transaction-filters.tsx';
import { useFilter } from './use-filter.ts';
import {
  filterInput,
  keyOf,
  nameOf,
  orderAfter,
  orderOf,
  pageSizes,
  placeOf,
  placeText,
  rowsOf,
  type TransactionFilter,
  valuesOf,
} from './view.ts';

/** When nothing has the words. */
const OffersInstead = lazyScreen(async () => ({ default: (await import('./transaction-offers.tsx')).OffersInstead }));

const list = 'transactions';
const none: readonly string[] = [];

/** Behind the last page number the list goes on by its last row; before the first page it goes back to the beginning. */
const beyondOf = (
  { next, total_is_bounded }: Output<typeof contract.transaction.list>,
  after: string | undefined,
  change: ReturnType<typeof useFilter>['change'],
) => ({
  back: after === undefined ? undefined : () => change({ page: undefined, after: undefined }),
  on: total_is_bounded && next ? () => change({ page: undefined, after: placeText(next) }) : undefined,
});

/** Deposits and withdrawals together, newest first. What is filtered by stands in the address. */
export default function TransactionsPage(): ReactNode {
  const { t } = useTranslation();
  const { filter, change, clear, active } = useFilter();
  const { page = 1, size = pageSizes[0], after } = filter;
  const sort = orderOf(filter);
  const { by, order } = sort;
  const byTime = by === 'time';
  /** Only by time, and whatever it is worth, does the list go on behind a row. */
  const goesOn = byTime && filter.worth === undefined;
  const patterns = useAddressPatterns(filter.q !== undefined);
  const ask = {
    ...filterInput(filter, patterns ?? none),
    ...(after === undefined || !goesOn ? {} : { after: placeOf(after) }),
    ...(byTime ? {} : { by }),
    order,
    page_no: page,
    page_size: size,
  };
  const query = useApi('transaction', 'list', ask, {
    quiet: true,
    keep: true,
    enabled: filter.q === undefined || patterns !== undefined,
  });
  const { data, error, refetch } = query;
  const age = useDataAge(query);
  const some = data !== undefined && data.list.length > 0;
  const { coins } = useWalletCoin([]);
  const columns = useMemo(() => columnsOf(t, coins, { by, words: filter.q }), [t, coins, by, filter.q]);
  const [hidden, hide] = useHiddenColumns(list);
  const shown = useMemo(() => shownColumns(columns, hidden), [columns, hidden]);
  const selection = useSelection<TransactionRecord>(JSON.stringify(rowsOf(filter)), keyOf);
  const tools = (
    <>
      <SavedFilters page={list} search={rowsOf(filter)} onApply={(search) => change({ ...search })} />
      <ColumnMenu columns={columns} hidden={hidden} onChange={hide} />
    </>
  );
  return (
    <Page>
      <PageHeader
        ownLine
        title={t('tx.title')}
        text={[t('tx.about'), age].filter(Boolean).join(' · ')}
        actions={
          <Actions>
            {(some || !data) && (
              <ExportButton
                name={exportName(t, filter)}
                what={() => ({
                  list: 'transaction',
                  filter: { ...filterInput(filter, patterns ?? none), ...(byTime ? { order } : {}) },
                  words: exportWords(t),
                })}
              />
            )}
          </Actions>
        }
      />
      <ChainNotices />
      <Card flush>
        <TransactionFilters filter={filter} onChange={change} onClear={clear} tools={tools} />
        {data && <PartNotices list={data} filter={filter} />}
        {error && !data ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : data && !some ? (
          <Nothing filtered={active} filter={filter} coins={coins} onChange={change} onClear={clear} />
        ) : (
          <Rows
            rows={data?.list}
            columns={shown}
            selection={selection}
            sort={sort}
            whole={{ first: page === 1 && after === undefined, last: data?.next === undefined }}
          />
        )}
        {some && (
          <Pager
            page={page}
            pages={data.pageTotal}
            total={data.total}
            bounded={data.total_is_bounded}
            onPage={(next) => change({ page: next })}
            beyond={beyondOf(data, after, change)}
            size={{ now: size, choices: pageSizes, onChange: (next) => change({ size: next }) }}
          />
        )}
        {selection.rows.size > 0 && <Selected selection={selection} total={data?.total ?? 0} coins={coins} />}
      </Card>
    </Page>
  );
}

interface PartNoticesProps {
  readonly list: Output<typeof contract.transaction.list>;
  readonly filter: TransactionFilter;
}

/** That more fits than was looked at. */
function PartNotices({ list, filter }: PartNoticesProps): ReactNode {
  const { t } = useTranslation();
  const { search_is_part: isPart, total_is_bounded: isBounded, total } = list;
  const texts = [
    isPart && filter.q !== undefined && t('tx.searchPart'),
    isPart && filter.worth !== undefined && t('tx.worthPart'),
    isBounded && orderOf(filter).by === 'value' && t('tx.byValuePart', { most: total.toLocaleString('en-US') }),
  ].filter((text) => text !== false);
  return texts.map((text) => (
    <p key={text} className="border-line border-b px-3 py-2 text-mut">
      {text}
    </p>
  ));
}

function Actions({ children }: { children: ReactNode }): ReactNode {
  const { t } = useTranslation();
  const drawers = useDrawers();
  const mayWithdraw = usePermission('withdraw.create', 'anywhere');
  return (
    <>
      <Button onClick={() => drawers.push('receipts', monthOf(new Date()))}>
        <Printer aria-hidden />
        <span className="max-md:sr-only">{t('tx.receipt.ofMonth')}</span>
      </Button>
      {children}
      {mayWithdraw && (
        <Button variant="primary" onClick={() => drawers.push('withdraw')}>
          <ArrowUpRight aria-hidden />
          {t('tx.new')}
        </Button>
      )}
    </>
  );
}

interface RowsProps {
  readonly rows: readonly TransactionRecord[] | undefined;
  readonly columns: readonly Column<TransactionRecord>[];
  readonly selection: Selection<TransactionRecord>;
  readonly sort: ReturnType<typeof orderOf>;
  /** As `daysOf` takes it. */
  readonly whole: { readonly first: boolean; readonly last: boolean };
}

function Rows({ rows, columns, selection, sort: { by, order, column }, whole: { first, last } }: RowsProps): ReactNode {
  const { t } = useTranslation();
  const { push } = useDrawers();
  const { change } = useFilter();
  const headings = useMemo(() => {
    if (by === 'value') return undefined;
    const days = daysOf(rows ?? [], dayName, ({ worth_usd }) => worth_usd, { first, last });
    return new Map(days.map((day) => [day.at, <DayHeading key={day.at} day={day} />]));
  }, [rows, first, last, by]);
  useShortcuts([{ key: 'j', text: t('shortcuts.rows'), run: focusFirstRow }]);
  const name = (row: TransactionRecord): string =>
    t('tx.select', { what: t(nameOf(row)), amount: row.amount, symbol: row.symbol_alias });
  return (
    <Table
      label={t('tx.title')}
      columns={columns}
      rows={rows}
      keyOf={keyOf}
      nameOf={name}
      onOpen={({ type, id }) => push('transaction', String(type), String(id))}
      sort={{ key: column, order }}
      onSort={(next) => change({ order: orderAfter(next) })}
      selection={selection}
      {...(headings ? { headings } : {})}
    />
  );
}

interface NothingProps {
  readonly filtered: boolean;
  readonly filter: TransactionFilter;
  readonly coins: readonly Coin[];
  readonly onChange: ReturnType<typeof useFilter>['change'];
  readonly onClear: () => void;
}
function Nothing({ filtered, filter, coins, onChange, onClear }: NothingProps): ReactNode {
  const { t } = useTranslation();
  const drawers = useDrawers();
  const words = filter.q;
  if (filtered)
    return (
      <EmptyState
        icon={<Inbox size={18} aria-hidden />}
        title={words === undefined ? t('tx.noMatch') : t('tx.noMatchWords', { words })}
        text={t(words === undefined ? 'tx.noMatchText' : 'tx.noMatchWordsText')}
        action={
          <span className="flex flex-wrap justify-center gap-2">
            {words !== undefined && (
              <Suspense fallback={null}>
                <OffersInstead
                  words={words}
                  filter={filter}
                  coins={coinChoices(coins, valuesOf(filter.symbol))}
                  networks={networkChoices(coins, filter.net)}
                  onChange={onChange}
                />
              </Suspense>
            )}
            <Button onClick={onClear}>{t('common.clear')}</Button>
          </span>
        }
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
