import type { contract, Output } from '@holdfast/contract';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../lib/query.ts';
import { absoluteTime } from '../../lib/time.ts';
import { RelativeTime } from '../../ui/display.tsx';
import { EmptyState, ErrorState, Skeleton, StatusPill } from '../../ui/feedback.tsx';
import { Card } from '../../ui/layout.tsx';
import { NativeSelect } from '../../ui/native-select.tsx';
import { Pager } from '../../ui/pager.tsx';
import { areaOf } from './view.ts';

type Entry = Output<typeof contract.audit.list>['list'][number];

const pageSize = 20;
const any = '';
const countMax = 10_000;

/** Parts of the log, by what stands before the dot of an action. */
const areas = [
  { area: 'withdraw', text: 'tools:op.withdraw' },
  { area: 'addressBook', text: 'tools:op.addressBook' },
  { area: 'strategy', text: 'tools:op.strategy' },
  { area: 'team', text: 'tools:op.team' },
  { area: 'wallet', text: 'tools:op.wallet' },
  { area: 'decision', text: 'tools:op.decision' },
  { area: 'policy', text: 'tools:op.policy' },
  { area: 'signing', text: 'tools:op.signing' },
] as const;

/** Who did what in the workspace: a view of the audit log, each line with its number there. */
export function OperationsCard(): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const { area, page } = areaOf(
    search,
    areas.map((one) => one.area),
  );
  const write = (next: object): void =>
    void navigate({ to: '.', search: (old: object) => ({ ...old, ...next }), resetScroll: false } as never);
  const ask = { ...(area === undefined ? {} : { area }), page_no: page, page_size: pageSize };
  const { data, error, refetch } = useApi('audit', 'list', ask, { quiet: true, keep: true });
  return (
    <Card
      flush
      title={t('tools:op.title')}
      aside={
        <NativeSelect
          label={t('tools:op.area')}
          value={area ?? any}
          onValueChange={(value) => write({ area: value === any ? undefined : value, opage: undefined })}
          items={[
            { value: any, label: t('tools:op.any') },
            ...areas.map((one) => ({ value: one.area, label: t(one.text) })),
          ]}
        />
      }
    >
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data?.list.length === 0 ? (
        <EmptyState title={t('tools:op.empty')} text={t('tools:op.emptyText')} />
      ) : (
        <Entries rows={data?.list} />
      )}
      {data && data.pageTotal > 1 && (
        <Pager
          page={page}
          pages={data.pageTotal}
          total={data.total}
          bounded={data.total >= countMax}
          onPage={(next) => write({ opage: next })}
        />
      )}
    </Card>
  );
}

const Entries = memo(function Entries({ rows }: { rows: readonly Entry[] | undefined }): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  if (!rows) return <Skeleton className="m-3 h-40" />;
  return (
    <div className="overflow-x-auto">
      <table className="vt">
        <thead>
          <tr>
            <th>{t('tools:login.column.time')}</th>
            <th>{t('tools:op.who')}</th>
            <th>{t('tools:op.what')}</th>
            <th className="max-md:hidden">{t('tools:login.column.result')}</th>
            <th className="max-md:hidden">{t('tools:login.column.network')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.seq}>
              <td title={absoluteTime(row.time)}>
                <RelativeTime when={row.time} />
              </td>
              <td className="max-w-48">
                <bdi className="block truncate">{row.actor_name}</bdi>
              </td>
              <td>
                <span className="mono block">{row.action}</span>
                <span className="mono block text-mut text-xs">
                  #{row.seq} {row.object}
                </span>
              </td>
              <td className="max-md:hidden">
                <StatusPill
                  tone={row.result === 'ok' ? 'done' : 'bad'}
                  text={t(row.result === 'ok' ? 'tools:op.ok' : 'tools:login.failed')}
                />
              </td>
              <td className="max-md:hidden">
                <bdi className="mono">{row.ip}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
});
