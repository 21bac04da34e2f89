import { type contract, type Output, proposalEvents } from '@holdfast/contract';
import { History } from 'lucide-react';
import { type ReactNode, useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { LogFilter } from '../lib/log-filter.ts';
import { Button } from './button.tsx';
import { DaySpan, type Days, useDayChips } from './day-span.tsx';
import { RelativeTime } from './display.tsx';
import { EmptyState, ErrorState, type PillTone, StatusPill } from './feedback.tsx';
import { FilterBar } from './filters.tsx';
import { Pager } from './pager.tsx';
import { SearchBox } from './search-box.tsx';
import { Select } from './select.tsx';
import type { Column } from './table/columns.ts';
import { Table } from './table/table.tsx';

type LogRow = Output<typeof contract.strategy.logList>['list'][number];
interface ProposalLogProps {
  readonly label: string;
  readonly empty: { readonly title: string; readonly text: string; readonly action?: ReactNode };
  readonly filter: LogFilter;
  readonly onFilter: (change: { readonly [K in keyof LogFilter]?: LogFilter[K] | undefined }) => void;
  readonly answer: {
    readonly data: { readonly list: readonly LogRow[]; readonly pageTotal: number; readonly total: number } | undefined;
    readonly error: unknown;
    readonly refetch: () => unknown;
  };
  /** What a proposal is about. */
  readonly textOf: (row: LogRow) => string;
  /** How it stands now. */
  readonly statusOf: (status: number) => { readonly tone: PillTone; readonly text: string };
  readonly onOpen: (row: LogRow) => void;
}

const any = 'any';
const keyOf = ({ seq }: LogRow): string => String(seq);

/** What the audit log tells of proposals: a line each entry, with its number there; a line leads to what it is about. */
export function ProposalLog(props: ProposalLogProps): ReactNode {
  const { label, empty, filter, onFilter, answer, onOpen } = props;
  const { t } = useTranslation(['translation', 'tools']);
  const { data, error, refetch } = answer;
  const columns = useColumns(props);
  const { event, q, from, to } = filter;
  const active = [event, q, from, to].some((one) => one !== undefined);
  const clear = (): void => onFilter({ event: undefined, q: undefined, from: undefined, to: undefined });
  return (
    <>
      {(active || (data && data.total > 0)) && <Filters filter={filter} onFilter={onFilter} onClear={clear} />}
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data?.list.length === 0 ? (
        <EmptyState
          icon={<History size={18} aria-hidden />}
          title={active ? t('tools:log.noMatch') : empty.title}
          {...(active
            ? { action: <Button onClick={clear}>{t('common.clear')}</Button> }
            : { text: empty.text, action: empty.action })}
        />
      ) : (
        <Table label={label} columns={columns} rows={data?.list} keyOf={keyOf} nameOf={keyOf} onOpen={onOpen} />
      )}
      {data && data.list.length > 0 && (
        <Pager page={filter.page} pages={data.pageTotal} total={data.total} onPage={(page) => onFilter({ page })} />
      )}
    </>
  );
}

interface FiltersProps extends Pick<ProposalLogProps, 'filter' | 'onFilter'> {
  readonly onClear: () => void;
}

function Filters({ filter: { event, q, from, to }, onFilter, onClear }: FiltersProps): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const chips = [
    event && { key: 'event', text: t(`tools:log.event.${event}`), onRemove: () => onFilter({ event: undefined }) },
    q && { key: 'q', text: q, onRemove: () => onFilter({ q: undefined }) },
  ].filter((chip) => typeof chip === 'object');
  const days = {
    first: from,
    last: to,
    onDays: ({ first: from, last: to }: Days) => onFilter({ from, to }),
  };
  return (
    <FilterBar chips={[...chips, ...useDayChips(days)]} onClear={onClear}>
      <SearchBox value={q} label={t('tools:log.search')} onSearch={(text) => onFilter({ q: text })} />
      <Select
        aria-label={t('tools:log.what')}
        className="w-auto min-w-36"
        value={event ?? any}
        onValueChange={(value) => onFilter({ event: proposalEvents.find((one) => one === value) })}
        items={[
          { value: any, label: t('tools:log.any') },
          ...proposalEvents.map((one) => ({ value: one, label: t(`tools:log.event.${one}`) })),
        ]}
      />
      <DaySpan {...days} />
    </FilterBar>
  );
}

const decisions = ['initiate', 'approve', 'refuse'] as const;

function useEventText(): (row: Pick<LogRow, 'event' | 'decision'>) => string {
  const { t } = useTranslation(['translation', 'tools']);
  return useCallback(
    ({ event, decision }) => {
      const made = decisions.find((one) => one === decision);
      return event === 'decided' && made ? t(`tools:log.decided.${made}`) : t(`tools:log.event.${event}`);
    },
    [t],
  );
}

function useColumns({ textOf, statusOf }: ProposalLogProps): readonly Column<LogRow>[] {
  const { t } = useTranslation(['translation', 'tools']);
  const eventText = useEventText();
  return useMemo<readonly Column<LogRow>[]>(
    () => [
      {
        key: 'what',
        title: t('tools:log.what'),
        share: 40,
        fixed: true,
        cell: (row) => (
          <span className="grid min-w-0 leading-tight">
            <span className="truncate font-medium">
              {eventText(row)}
              {statusOf(row.status).text !== eventText(row) && (
                <span className="font-normal text-mut md:hidden"> · {statusOf(row.status).text}</span>
              )}
            </span>
            {row.decision_remark !== '' && (
              <bdi className="truncate text-xs" title={row.decision_remark}>
                {row.decision_remark}
              </bdi>
            )}
            <bdi className="truncate text-mut text-xs">{textOf(row)}</bdi>
          </span>
        ),
      },
      {
        key: 'who',
        title: t('tools:op.who'),
        share: 18,
        cell: ({ actor, actor_name, time }) => (
          <span className="grid min-w-0 leading-tight">
            <bdi className="truncate">{actor === 'system' ? t('tools:op.system') : actor_name}</bdi>
            <span className="truncate text-mut text-xs md:hidden">
              <RelativeTime when={time} />
            </span>
          </span>
        ),
      },
      {
        key: 'when',
        title: t('tools:login.column.time'),
        share: 14,
        from: 'md',
        cell: ({ time }) => <RelativeTime when={time} />,
      },
      {
        key: 'status',
        title: t('tools:log.now'),
        share: 16,
        from: 'md',
        cell: ({ status }) => <StatusPill {...statusOf(status)} />,
      },
      {
        key: 'entry',
        title: t('tools:log.entry'),
        share: 12,
        from: 'lg',
        cell: ({ seq, hash }) => (
          <span className="mono text-mut text-xs" title={hash}>
            #{seq} {hash.slice(0, 8)}
          </span>
        ),
      },
    ],
    [t, eventText, textOf, statusOf],
  );
}
