import { BookUser } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useDataAge } from '../../lib/data-age.ts';
import { useApi } from '../../lib/query.ts';
import { Button } from '../../ui/button.tsx';
import { useDrawers } from '../../ui/drawers.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback.tsx';
import { Card, Page, PageHeader } from '../../ui/layout.tsx';
import { Pager } from '../../ui/pager.tsx';
import { SelectionBar } from '../../ui/table/selection-bar.tsx';
import { Table } from '../../ui/table/table.tsx';
import { type Selection, useSelection } from '../../ui/table/use-selection.ts';
import { BookFilters } from './book-filters.tsx';
import { BookTabs } from './book-tabs.tsx';
import { columnsOf, type Shown } from './columns.tsx';
import type { useBookFilter } from './use-book-filter.ts';

export const pageSize = 50;

interface Answer<E> {
  readonly data: { readonly list: readonly E[]; readonly total: number; readonly pageTotal: number } | undefined;
  readonly error: Error | null;
  readonly refetch: () => Promise<unknown>;
}
interface BookPageProps<E extends Shown> {
  /** Whose filters are kept. */
  readonly page: 'addressBook' | 'personalBook';
  readonly title: string;
  readonly about: string;
  readonly actions: ReactNode;
  /** Between the tabs and the list. */
  readonly above: ReactNode;
  readonly book: ReturnType<typeof useBookFilter>;
  /** What this list takes of the filter: another one begins without a selection. */
  readonly asked: object;
  readonly query: Answer<E> & Parameters<typeof useDataAge>[0];
  /** Where a payee stands. */
  readonly status: (entry: E) => ReactNode;
  readonly keyOf: (entry: E) => string;
  readonly drawer: 'bookEntry' | 'ownEntry';
  /** What can be done with those that are ticked. */
  readonly chosen: (selection: Selection<E>) => ReactNode;
  /** What is said where nobody is listed yet, and the way to the first. */
  readonly empty: { readonly title: string; readonly text: string; readonly action: ReactNode };
}

/** A list of payees, of the workspace or of one's own: filters, rows to open and to tick, pages. */
export function BookPage<E extends Shown>(props: BookPageProps<E>): ReactNode {
  const { page: name, title, about, actions, above, book, query } = props;
  const { filter, page, active, change, clear } = book;
  const { data, error, refetch } = query;
  const age = useDataAge(query);
  return (
    <Page>
      <PageHeader title={title} text={[about, age].filter(Boolean).join(' · ')} actions={actions} />
      <BookTabs />
      {above}
      <Card flush>
        {(active || (data && data.total > 0)) && (
          <BookFilters page={name} filter={filter} onChange={change} onClear={clear} />
        )}
        {error && !data ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : data?.list.length === 0 ? (
          <Nothing {...props} />
        ) : (
          <Entries {...props} />
        )}
        {data && data.list.length > 0 && (
          <Pager page={page} pages={data.pageTotal} total={data.total} onPage={(next) => change({ page: next })} />
        )}
      </Card>
    </Page>
  );
}

function Entries<E extends Shown>({ title, query, asked, status, keyOf, drawer, chosen }: BookPageProps<E>): ReactNode {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  const { push } = useDrawers();
  const chains = useApi('addressBook', 'mainChains', {}, { quiet: true }).data?.list;
  const columns = useMemo(() => columnsOf<E>(t, chains ?? [], status), [t, chains, status]);
  const selection = useSelection(JSON.stringify(asked), keyOf);
  return (
    <>
      <Table
        label={title}
        columns={columns}
        rows={query.data?.list}
        keyOf={keyOf}
        nameOf={({ label }) => t('whiteAddress:select', { label })}
        onOpen={(entry) => push(drawer, keyOf(entry))}
        selection={selection}
      />
      {selection.rows.size > 0 && (
        <SelectionBar count={selection.rows.size} total={query.data?.total ?? 0} sums={[]} onClear={selection.clear}>
          {chosen(selection)}
        </SelectionBar>
      )}
    </>
  );
}

function Nothing<E extends Shown>({ book: { active, clear }, empty }: BookPageProps<E>): ReactNode {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  const icon = <BookUser size={18} aria-hidden />;
  if (!active) return <EmptyState icon={icon} {...empty} />;
  return (
    <EmptyState
      icon={icon}
      title={t('whiteAddress:noMatch')}
      action={<Button onClick={clear}>{t('common.clear')}</Button>}
    />
  );
}
