import { Link } from '@tanstack/react-router';
import { BookUser, History, Plus, Upload } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useDataAge } from '../../lib/data-age.ts';
import { usePermission } from '../../lib/permission.ts';
import { useApi } from '../../lib/query.ts';
import { Button, buttonStyle } from '../../ui/button.tsx';
import { useDrawers } from '../../ui/drawers.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback.tsx';
import { Card, Page, PageHeader } from '../../ui/layout.tsx';
import { Pager } from '../../ui/pager.tsx';
import { SelectionBar } from '../../ui/table/selection-bar.tsx';
import { Table } from '../../ui/table/table.tsx';
import { type Selection, useSelection } from '../../ui/table/use-selection.ts';
import { BookFilters } from './book-filters.tsx';
import { BookTabs } from './book-tabs.tsx';
import { columnsOf } from './columns.tsx';
import { EntryStatus } from './entry-status.tsx';
import { ExportButton, exportEntries } from './export-button.tsx';
import { ModeCard } from './mode-card.tsx';
import { Pending } from './pending.tsx';
import { useBookFilter } from './use-book-filter.ts';
import { useRemoval } from './use-removal.tsx';
import type { BookFilter, Entry } from './view.ts';

const pageSize = 50;
const keyOf = ({ id }: Entry): string => id;

/** Whom the workspace pays: listed payees, what waits for a decision, and whether payments go to these alone. */
export default function AddressBookPage(): ReactNode {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  const { filter, page, q, rest, active, change, clear } = useBookFilter();
  const ask = { ...rest, ...(q ? { keyword: q } : {}), page_no: page, page_size: pageSize };
  const query = useApi('addressBook', 'list', ask, { quiet: true, keep: true });
  const { data, error, refetch } = query;
  const age = useDataAge(query);
  return (
    <Page>
      <PageHeader
        title={t('whiteAddress:title')}
        text={[t('whiteAddress:about'), age].filter(Boolean).join(' · ')}
        actions={<Actions filter={filter} />}
      />
      <BookTabs />
      <ModeCard />
      <Pending />
      <Card flush>
        {(active || (data && data.total > 0)) && (
          <BookFilters page="addressBook" filter={filter} onChange={change} onClear={clear} />
        )}
        {error && !data ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : data?.list.length === 0 ? (
          <Nothing filtered={active} onClear={clear} />
        ) : (
          <Entries rows={data?.list} total={data?.total ?? 0} list={JSON.stringify({ ...rest, q })} />
        )}
        {data && data.list.length > 0 && (
          <Pager page={page} pages={data.pageTotal} total={data.total} onPage={(next) => change({ page: next })} />
        )}
      </Card>
    </Page>
  );
}

function Actions({ filter }: { filter: BookFilter }): ReactNode {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  const mayEdit = usePermission('addressBook.edit');
  return (
    <>
      <Link to="/mpc/center/addressBook/log" className={buttonStyle({})}>
        <History aria-hidden />
        {t('whiteAddress:log.open')}
      </Link>
      <ExportButton name="address-book" load={() => exportEntries(filter)} />
      {mayEdit && <EditActions />}
    </>
  );
}

function EditActions(): ReactNode {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  const { push } = useDrawers();
  return (
    <>
      <Button onClick={() => push('bookImport')}>
        <Upload aria-hidden />
        {t('whiteAddress:import')}
      </Button>
      <Button variant="primary" onClick={() => push('bookAdd')}>
        <Plus aria-hidden />
        {t('whiteAddress:add')}
      </Button>
    </>
  );
}

function Entries({
  rows,
  total,
  list,
}: {
  rows: readonly Entry[] | undefined;
  total: number;
  list: string;
}): ReactNode {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  const { push } = useDrawers();
  const chains = useApi('addressBook', 'mainChains', {}, { quiet: true }).data?.list;
  const columns = useMemo(
    () => columnsOf<Entry>(t, chains ?? [], (entry) => <EntryStatus entry={entry} />),
    [t, chains],
  );
  const selection = useSelection(list, keyOf);
  return (
    <>
      <Table
        label={t('whiteAddress:title')}
        columns={columns}
        rows={rows}
        keyOf={keyOf}
        nameOf={({ label }) => t('whiteAddress:select', { label })}
        onOpen={({ id }) => push('bookEntry', id)}
        selection={selection}
      />
      {selection.rows.size > 0 && <Chosen selection={selection} total={total} />}
    </>
  );
}

function Chosen({ selection, total }: { selection: Selection<Entry>; total: number }): ReactNode {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  const { ask, busy, panel } = useRemoval();
  const mayEdit = usePermission('addressBook.edit');
  return (
    <SelectionBar count={selection.rows.size} total={total} sums={[]} onClear={selection.clear}>
      {panel}
      {mayEdit && (
        <Button variant="danger" busy={busy} onClick={() => void ask([...selection.rows.values()])}>
          {t('whiteAddress:remove')}
        </Button>
      )}
    </SelectionBar>
  );
}

function Nothing({ filtered, onClear }: { filtered: boolean; onClear: () => void }): ReactNode {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  const { push } = useDrawers();
  const mayEdit = usePermission('addressBook.edit');
  if (filtered)
    return (
      <EmptyState
        icon={<BookUser size={18} aria-hidden />}
        title={t('whiteAddress:noMatch')}
        action={<Button onClick={onClear}>{t('common.clear')}</Button>}
      />
    );
  return (
    <EmptyState
      icon={<BookUser size={18} aria-hidden />}
      title={t('whiteAddress:empty')}
      text={t('whiteAddress:emptyText')}
      action={
        mayEdit && (
          <Button variant="primary" onClick={() => push('bookAdd')}>
            {t('whiteAddress:add')}
          </Button>
        )
      }
    />
  );
}
