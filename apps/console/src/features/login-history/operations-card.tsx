import type { AuditAction, contract, Output } from '@holdfast/contract';
import { Link } from '@tanstack/react-router';
import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../lib/query.ts';
import { useAddress } from '../../lib/search.ts';
import { absoluteTime } from '../../lib/time.ts';
import { Button } from '../../ui/button.tsx';
import { RelativeTime } from '../../ui/display.tsx';
import { useDrawers } from '../../ui/drawers.tsx';
import { EmptyState, ErrorState, Skeleton, StatusPill } from '../../ui/feedback.tsx';
import { Card } from '../../ui/layout.tsx';
import { Pager } from '../../ui/pager.tsx';
import { noOperations, OperationFilters } from './operation-filters.tsx';
import { askOperations, objectText, placeOf, readOperations } from './view.ts';

type Entry = Output<typeof contract.audit.list>['list'][number];

const pageSize = 20;
const countMax = 10_000;

/** Who did what in the workspace: a view of the audit log, each line with its number and hash there on hover; a line leads to what it is about. */
export function OperationsCard(): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const [filter, write] = useAddress(readOperations);
  const ask = askOperations(filter, pageSize);
  const { data, error, refetch } = useApi('audit', 'list', ask, { quiet: true, keep: true });
  return (
    <Card flush title={t('tools:op.title')}>
      <OperationFilters filter={filter} onChange={(next) => write({ opage: undefined, ...next })} />
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data?.list.length === 0 ? (
        <EmptyState
          title={t('tools:op.empty')}
          text={t('tools:op.emptyText')}
          action={<Button onClick={() => write({ ...noOperations, opage: undefined })}>{t('common.clear')}</Button>}
        />
      ) : (
        <Entries rows={data?.list} />
      )}
      {data && data.pageTotal > 1 && (
        <Pager
          page={filter.page}
          pages={data.pageTotal}
          total={data.total}
          bounded={data.total >= countMax}
          onPage={(next) => write({ opage: next })}
        />
      )}
    </Card>
  );
}

/** Words that lead to what an entry tells of, where that has a page. */
function Way({ object, look, children }: { object: string; look: string; children: ReactNode }): ReactNode {
  const { push } = useDrawers();
  const place = placeOf(object);
  const style = `text-left text-acc underline-offset-2 hover:underline ${look}`;
  if (place && 'drawer' in place)
    return (
      <button type="button" className={style} onClick={() => push(...place.drawer)}>
        {children}
      </button>
    );
  if (place)
    return (
      <Link to="/mpc/center/todo" search={{ item: `p${place.proposal}` }} className={style}>
        {children}
      </Link>
    );
  return <span className={look}>{children}</span>;
}

/** What an entry is called and what it is about, each a way there. */
function What({ row: { action, object } }: { row: Entry }): ReactNode {
  const { t, i18n } = useTranslation(['translation', 'tools']);
  /** By the texts alone: the list of actions itself would be one more thing to load. */
  const isAction = (one: string): one is AuditAction => i18n.exists(`tools:act.${one}`);
  const about = objectText(object);
  return (
    <>
      <Way object={object} look="font-medium">
        {isAction(action) ? t(`tools:act.${action}`) : action}
      </Way>
      {about && (
        <span className="block truncate text-mut text-xs">
          <Way object={object} look="">
            {t(about.key, { id: about.id })}
          </Way>
        </span>
      )}
    </>
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
            <th className="max-md:hidden">{t('tools:login.column.time')}</th>
            <th className="max-md:hidden">{t('tools:op.who')}</th>
            <th>{t('tools:op.what')}</th>
            <th className="max-md:hidden">{t('tools:login.column.result')}</th>
            <th className="max-md:hidden">{t('tools:login.column.network')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.seq}>
              <td title={absoluteTime(row.time)} className="max-md:hidden">
                <RelativeTime when={row.time} />
              </td>
              <td className="max-w-48 max-md:hidden">
                <bdi className="block truncate">{row.actor === 'system' ? t('tools:op.system') : row.actor_name}</bdi>
              </td>
              <td
                className="max-md:max-w-0 max-md:whitespace-normal"
                // As the exported log has it.
                title={`#${row.seq} ${row.action} ${row.object} ${row.hash}`}
              >
                <What row={row} />
                <span className="block truncate text-xs md:hidden" title={absoluteTime(row.time)}>
                  <bdi>{row.actor === 'system' ? t('tools:op.system') : row.actor_name}</bdi> ·{' '}
                  <RelativeTime when={row.time} />
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
