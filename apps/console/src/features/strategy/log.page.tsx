import { useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { History } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../lib/query.ts';
import { RelativeTime } from '../../ui/display.tsx';
import { EmptyState, ErrorState, type PillTone, StatusPill } from '../../ui/feedback.tsx';
import { Card, Page, PageHeader } from '../../ui/layout.tsx';
import { Pager } from '../../ui/pager.tsx';
import type { Column } from '../../ui/table/columns.ts';
import { Table } from '../../ui/table/table.tsx';
import { useSubjectText } from './subject.ts';

type Row = NonNullable<ReturnType<typeof useApi<'strategy', 'logList'>>['data']>['list'][number];
const pageSize = 50;
const keyOf = ({ item_id }: Row): string => String(item_id);
const tones: readonly PillTone[] = ['wait', 'done', 'bad', 'idle', 'idle', 'active', 'idle'];

/** Which log an address is: its last part says. */
const logs = {
  'basic/log': 'basic',
  'senior/transferLog': 'transfer',
  'senior/web3Log': 'web3',
  'senior/tradeLog': 'trade',
} as const;
const about = (path: string): 'basic' | 'transfer' | 'web3' | 'trade' | 'workspace' => {
  const found = Object.entries(logs).find(([end]) => path.endsWith(end));
  return found ? found[1] : 'workspace';
};
const pageOf = (value: unknown): number => (Number.isInteger(Number(value)) && Number(value) > 0 ? Number(value) : 1);
const statuses = [0, 1, 2, 3, 4, 5, 6] as const;

/** Every version of one part of the rules that was ever proposed, who asked, and what became of it; a row leads to the difference. */
export default function RuleLogPage(): ReactNode {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  const navigate = useNavigate();
  const part = about(useLocation({ select: ({ pathname }) => pathname }));
  const search: Record<string, unknown> = useSearch({ strict: false });
  const page = pageOf(search.page);
  const ask = { part, page_no: page, page_size: pageSize };
  const { data, error, refetch } = useApi('strategy', 'logList', ask, { quiet: true, keep: true });
  const columns = useColumns();
  const title = t(`strategyEngine:logTitle.${part}`);
  return (
    <Page>
      <PageHeader title={title} text={t('strategyEngine:log.about')} />
      <Card flush>
        {error && !data ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : data?.list.length === 0 ? (
          <EmptyState
            icon={<History size={18} aria-hidden />}
            title={t('strategyEngine:log.empty')}
            text={t('strategyEngine:log.emptyText')}
          />
        ) : (
          <Table
            label={title}
            columns={columns}
            rows={data?.list}
            keyOf={keyOf}
            nameOf={keyOf}
            onOpen={({ item_id }) =>
              void navigate({ to: '/mpc/center/todo', search: { item: `p${item_id}` } } as never)
            }
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

function useColumns(): readonly Column<Row>[] {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  const textOf = useSubjectText();
  return useMemo<readonly Column<Row>[]>(
    () => [
      {
        key: 'what',
        title: t('strategyEngine:log.what'),
        share: 40,
        fixed: true,
        cell: ({ subject }) => <bdi>{textOf(subject)}</bdi>,
      },
      { key: 'who', title: t('strategyEngine:log.who'), share: 20, cell: (row) => <bdi>{row.actor_name}</bdi> },
      {
        key: 'when',
        title: t('strategyEngine:log.when'),
        share: 20,
        from: 'md',
        cell: ({ time }) => <RelativeTime when={time} />,
      },
      {
        key: 'status',
        title: t('strategyEngine:log.status'),
        share: 20,
        cell: ({ status }) => {
          const known = statuses.find((one) => one === status) ?? 0;
          return <StatusPill tone={tones[known] ?? 'idle'} text={t(`strategyEngine:status.${known}`)} />;
        },
      },
    ],
    [t, textOf],
  );
}
