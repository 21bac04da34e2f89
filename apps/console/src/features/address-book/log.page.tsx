import { useNavigate, useSearch } from '@tanstack/react-router';
import { History } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../lib/query.ts';
import { RelativeTime } from '../../ui/display.tsx';
import { useDrawers } from '../../ui/drawers.tsx';
import { EmptyState, ErrorState, StatusPill } from '../../ui/feedback.tsx';
import { Card, Page, PageHeader } from '../../ui/layout.tsx';
import { Pager } from '../../ui/pager.tsx';
import type { Column } from '../../ui/table/columns.ts';
import { Table } from '../../ui/table/table.tsx';
import { proposalView } from './view.ts';

type Change = NonNullable<ReturnType<typeof useApi<'addressBook', 'auditList'>>['data']>['list'][number];
const pageSize = 50;
const keyOf = ({ audit_id }: Change): string => String(audit_id);

/** Every change of the address book that was ever proposed, and what became of it. */
export default function BookLogPage(): ReactNode {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  const { push } = useDrawers();
  const navigate = useNavigate();
  const search: Record<string, unknown> = useSearch({ strict: false });
  const page = Number.isInteger(Number(search.page)) && Number(search.page) > 0 ? Number(search.page) : 1;
  const ask = { open: 0, page_no: page, page_size: pageSize };
  const { data, error, refetch } = useApi('addressBook', 'auditList', ask, { quiet: true, keep: true });
  const columns = useMemo<readonly Column<Change>[]>(
    () => [
      {
        key: 'what',
        title: t('whiteAddress:log.what'),
        share: 34,
        fixed: true,
        cell: ({ added, removed }) => t('whiteAddress:changes', { added, removed }),
      },
      { key: 'who', title: t('whiteAddress:initiator'), share: 22, cell: (row) => <bdi>{row.initiator_name}</bdi> },
      {
        key: 'when',
        title: t('whiteAddress:log.when'),
        share: 22,
        from: 'md',
        cell: ({ created_at }) => <RelativeTime when={created_at} />,
      },
      {
        key: 'status',
        title: t('whiteAddress:statusTitle'),
        share: 22,
        cell: ({ status }) => <StatusPill tone={proposalView(status).tone} text={t(proposalView(status).text)} />,
      },
    ],
    [t],
  );
  return (
    <Page>
      <PageHeader title={t('whiteAddress:log.title')} text={t('whiteAddress:log.about')} />
      <Card flush>
        {error && !data ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : data?.list.length === 0 ? (
          <EmptyState icon={<History size={18} aria-hidden />} title={t('whiteAddress:log.empty')} />
        ) : (
          <Table
            label={t('whiteAddress:log.title')}
            columns={columns}
            rows={data?.list}
            keyOf={keyOf}
            nameOf={keyOf}
            onOpen={({ audit_id }) => push('bookChange', String(audit_id))}
          />
        )}
        {data && data.list.length > 0 && (
          <Pager
            page={page}
            pages={data.pageTotal}
            total={data.total}
            onPage={(next) => void navigate({ to: '.', search: (old: object) => ({ ...old, page: next }) } as never)}
          />
        )}
      </Card>
    </Page>
  );
}
