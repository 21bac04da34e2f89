import { BookUser, Plus, Upload } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useDataAge } from '../../lib/data-age.ts';
import { useApi } from '../../lib/query.ts';
import { Button } from '../../ui/button.tsx';
import { useDrawers } from '../../ui/drawers.tsx';
import { Banner, EmptyState, ErrorState } from '../../ui/feedback.tsx';
import { Card, Page, PageHeader } from '../../ui/layout.tsx';
import { Pager } from '../../ui/pager.tsx';
import { SelectionBar } from '../../ui/table/selection-bar.tsx';
import { Table } from '../../ui/table/table.tsx';
import { type Selection, useSelection } from '../../ui/table/use-selection.ts';
import { BookFilters } from './book-filters.tsx';
import { BookTabs } from './book-tabs.tsx';
import { columnsOf } from './columns.tsx';
import { ExportButton, exportOwn } from './export-button.tsx';
import { ListedPill } from './own-listed.tsx';
import { useBookFilter } from './use-book-filter.ts';
import { useOwnRemoval } from './use-own-removal.tsx';
import type { BookFilter, Own } from './view.ts';

const pageSize = 50;
const keyOf = ({ id }: Own): string => String(id);

/** Payees that the user keeps for themselves (spec route wallet/personalBook). */
export default function OwnBookPage(): ReactNode {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  const { filter, page, q, rest, active, change, clear } = useBookFilter();
  const { chain } = rest;
  const ask = {
    ...(chain ? { chain } : {}),
    ...(q ? { keyword: q } : {}),
    page_no: page,
    page_size: pageSize,
  };
  const query = useApi('personalBook', 'list', ask, { quiet: true, keep: true });
  const only = useApi('addressBook', 'whiteStatus', {}, { quiet: true }).data?.mode === 'on';
  const { data, error, refetch } = query;
  const age = useDataAge(query);
  return (
    <Page>
      <PageHeader
        title={t('whiteAddress:own.title')}
        text={[t('whiteAddress:own.about'), age].filter(Boolean).join(' · ')}
        actions={<Actions filter={filter} />}
      />
      <BookTabs />
      <Banner tone={only ? 'warn' : 'info'}>
        {t(only ? 'whiteAddress:own.grantsOnly' : 'whiteAddress:own.grants')}
      </Banner>
      <Card flush>
        {(active || (data && data.total > 0)) && (
          <BookFilters page="personalBook" filter={filter} onChange={change} onClear={clear} />
        )}
        {error && !data ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : data?.list.length === 0 ? (
          <Nothing filtered={active} onClear={clear} />
        ) : (
          <Entries rows={data?.list} total={data?.total ?? 0} list={JSON.stringify({ chain, q })} />
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
  const { push } = useDrawers();
  return (
    <>
      <ExportButton name="my-payees" load={() => exportOwn(filter)} />
      <Button onClick={() => push('ownImport')}>
        <Upload aria-hidden />
        {t('whiteAddress:import')}
      </Button>
      <Button variant="primary" onClick={() => push('ownWrite')}>
        <Plus aria-hidden />
        {t('whiteAddress:add')}
      </Button>
    </>
  );
}

interface EntriesProps {
  readonly rows: readonly Own[] | undefined;
  readonly total: number;
  /** Which list it is: another one begins without a selection. */
  readonly list: string;
}

function Entries({ rows, total, list }: EntriesProps): ReactNode {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  const { push } = useDrawers();
  const chains = useApi('addressBook', 'mainChains', {}, { quiet: true }).data?.list;
  const columns = useMemo(
    () => columnsOf<Own>(t, chains ?? [], ({ listed }) => <ListedPill listed={listed} />),
    [t, chains],
  );
  const selection = useSelection(list, keyOf);
  return (
    <>
      <Table
        label={t('whiteAddress:own.title')}
        columns={columns}
        rows={rows}
        keyOf={keyOf}
        nameOf={({ label }) => t('whiteAddress:select', { label })}
        onOpen={({ id }) => push('ownEntry', String(id))}
        selection={selection}
      />
      {selection.rows.size > 0 && <Chosen selection={selection} total={total} />}
    </>
  );
}

function Chosen({ selection, total }: { selection: Selection<Own>; total: number }): ReactNode {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  const { ask, busy, panel } = useOwnRemoval(selection.clear);
  return (
    <SelectionBar count={selection.rows.size} total={total} sums={[]} onClear={selection.clear}>
      {panel}
      <Button variant="danger" busy={busy} onClick={() => void ask([...selection.rows.values()])}>
        {t('whiteAddress:remove')}
      </Button>
    </SelectionBar>
  );
}

function Nothing({ filtered, onClear }: { filtered: boolean; onClear: () => void }): ReactNode {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  const { push } = useDrawers();
  return (
    <EmptyState
      icon={<BookUser size={18} aria-hidden />}
      title={t(filtered ? 'whiteAddress:noMatch' : 'whiteAddress:own.empty')}
      {...(filtered ? {} : { text: t('whiteAddress:own.emptyText') })}
      action={
        filtered ? (
          <Button onClick={onClear}>{t('common.clear')}</Button>
        ) : (
          <Button variant="primary" onClick={() => push('ownWrite')}>
            {t('whiteAddress:add')}
          </Button>
        )
      }
    />
  );
}
