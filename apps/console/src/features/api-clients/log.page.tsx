import { callLog } from '@holdfast/contract/api-client';
import { Activity } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../lib/query.ts';
import { useAddress } from '../../lib/search.ts';
import { Button } from '../../ui/button.tsx';
import { ExportButton } from '../../ui/export-button.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback.tsx';
import { FilterBar } from '../../ui/filters.tsx';
import { Card, Page, PageHeader } from '../../ui/layout.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Select } from '../../ui/select.tsx';
import { CallTable } from './call-table.tsx';
import { type ApiClient, type CallFilter, readCallFilter } from './view.ts';

const pageSize = 50;
const everyMs = 10_000;

const kept = { ...callLog, proven: callLog.proven.toLocaleString('en-US') };

/** What API clients called, and what they were answered (spec route center/api/log): `?app=` is one API client's alone, `?proven=` those that it made, or only somebody in its name. */
export default function ApiClientLogPage(): ReactNode {
  const { t } = useTranslation(['translation', 'apiPage']);
  const [filter, write] = useAddress(readCallFilter);
  const { app, proven, page } = filter;
  const which = { ...(app ? { app_id: app } : {}), ...(proven === undefined ? {} : { proven }) };
  const ask = { ...which, page_no: page, page_size: pageSize };
  const { data, error, refetch } = useApi('apiClient', 'log', ask, {
    quiet: true,
    keep: true,
    refetchInterval: everyMs,
  });
  const apiClients = useApi('apiClient', 'detail', {}, { quiet: true }).data?.list;
  const change = (next: { readonly app?: string | undefined; proven?: number | undefined; page?: number }): void =>
    write({ page: undefined, ...next });
  return (
    <Page>
      <PageHeader
        title={t('apiPage:log.title')}
        text={t('apiPage:log.about', kept)}
        actions={<ExportButton name="calls" what={() => ({ list: 'apiCall', filter: which, words: {} })} />}
      />
      <Card flush>
        <Filters filter={filter} apiClients={apiClients ?? []} onChange={change} />
        {error && !data ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : data?.list.length === 0 ? (
          <Nothing filtered={app !== undefined || proven !== undefined} onClear={() => change(unfiltered)} />
        ) : (
          <CallTable calls={data?.list} apiClients={apiClients ?? []} />
        )}
        {data && data.list.length > 0 && (
          <Pager page={page} pages={data.pageTotal} total={data.total} onPage={(next) => change({ page: next })} />
        )}
      </Card>
    </Page>
  );
}

interface FiltersProps {
  readonly filter: CallFilter;
  readonly apiClients: readonly ApiClient[];
  readonly onChange: (change: { readonly app?: string | undefined; readonly proven?: number | undefined }) => void;
}
const all = 'all';
const unfiltered = { app: undefined, proven: undefined };

function Filters({ filter: { app, proven }, apiClients, onChange }: FiltersProps): ReactNode {
  const { t } = useTranslation(['translation', 'apiPage']);
  const name = apiClients.find(({ app_id }) => app_id === app)?.name ?? app;
  const kinds = [
    { value: '1', label: t('apiPage:log.proven') },
    { value: '0', label: t('apiPage:log.unproven') },
  ];
  const kind = kinds.find(({ value }) => value === String(Number(proven)));
  const chips = [
    ...(name ? [{ key: 'app', text: name, onRemove: () => onChange({ app: undefined }) }] : []),
    ...(kind ? [{ key: 'proven', text: kind.label, onRemove: () => onChange({ proven: undefined }) }] : []),
  ];
  return (
    <FilterBar chips={chips} onClear={() => onChange(unfiltered)}>
      <Select
        aria-label={t('apiPage:column.apiClient')}
        className="w-auto min-w-44 max-w-full"
        value={app ?? all}
        onValueChange={(value) => onChange({ app: value === all ? undefined : value })}
        items={[
          { value: all, label: t('apiPage:log.all') },
          ...apiClients.map((one) => ({ value: one.app_id, label: one.name })),
        ]}
      />
      <Select
        aria-label={t('apiPage:log.signature')}
        className="w-auto min-w-36 max-w-full"
        value={kind?.value ?? all}
        onValueChange={(value) => onChange({ proven: value === all ? undefined : Number(value) })}
        items={[{ value: all, label: t('apiPage:log.anyProof') }, ...kinds]}
      />
    </FilterBar>
  );
}

function Nothing({ filtered, onClear }: { filtered: boolean; onClear: () => void }): ReactNode {
  const { t } = useTranslation(['translation', 'apiPage']);
  const icon = <Activity size={18} aria-hidden />;
  if (!filtered) return <EmptyState icon={icon} title={t('apiPage:log.empty')} text={t('apiPage:log.emptyText')} />;
  return (
    <EmptyState
      icon={icon}
      title={t('apiPage:log.noMatch')}
      action={<Button onClick={onClear}>{t('common.clear')}</Button>}
    />
  );
}
