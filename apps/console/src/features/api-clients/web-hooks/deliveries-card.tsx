import { Send } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../../lib/query.ts';
import { useAddress } from '../../../lib/search.ts';
import { absoluteTime } from '../../../lib/time.ts';
import { Button } from '../../../ui/button.tsx';
import { Amount, RelativeTime } from '../../../ui/display.tsx';
import { useDrawers } from '../../../ui/drawers.tsx';
import { EmptyState, ErrorState, StatusPill } from '../../../ui/feedback.tsx';
import { Card } from '../../../ui/layout.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { PlainTable } from '../../../ui/plain-table.tsx';
import { DeliveryFilters } from './delivery-filters.tsx';
import { askOf, type Delivery, isFiltered, readFilter, stateOf, tones, unfiltered } from './view.ts';

const pageSize = 25;
const everyMs = 5_000;

/** What was sent, and what is to be. */
export function DeliveriesCard(): ReactNode {
  const { t } = useTranslation(['translation', 'apiPage']);
  const [filter, write] = useAddress(readFilter);
  const ask = askOf(filter, pageSize);
  const { data, error, refetch } = useApi('webHook', 'notifyList', ask, {
    quiet: true,
    keep: true,
    refetchInterval: everyMs,
  });
  const clear = (): void => write({ ...unfiltered, page: undefined });
  return (
    <Card flush title={t('apiPage:hook.deliveries')}>
      <DeliveryFilters filter={filter} onChange={(change) => write({ page: undefined, ...change })} onClear={clear} />
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data?.list.length === 0 ? (
        <Nothing filtered={isFiltered(filter)} onClear={clear} />
      ) : (
        <DeliveryTable rows={data?.list} />
      )}
      {data && data.list.length > 0 && (
        <Pager
          page={filter.page}
          pages={data.pageTotal}
          total={data.total}
          onPage={(page) => write({ page: page === 1 ? undefined : page })}
        />
      )}
    </Card>
  );
}

function Nothing({ filtered, onClear }: { filtered: boolean; onClear: () => void }): ReactNode {
  const { t } = useTranslation(['translation', 'apiPage']);
  const icon = <Send size={18} aria-hidden />;
  if (!filtered)
    return <EmptyState icon={icon} title={t('apiPage:hook.noneYet')} text={t('apiPage:hook.noneYetText')} />;
  return (
    <EmptyState
      icon={icon}
      title={t('apiPage:hook.noMatch')}
      action={<Button onClick={onClear}>{t('common.clear')}</Button>}
    />
  );
}

const DeliveryTable = memo(function DeliveryTable({ rows }: { rows: readonly Delivery[] | undefined }): ReactNode {
  const { t } = useTranslation(['translation', 'apiPage']);
  const head = [
    { text: t('apiPage:hook.column.what') },
    { text: t('apiPage:hook.column.state') },
    { text: t('apiPage:hook.column.amount'), className: 'text-right max-md:hidden' },
    { text: t('apiPage:hook.column.endpoint'), className: 'max-md:hidden' },
    { text: t('apiPage:hook.column.answer'), className: 'max-lg:hidden' },
    { text: t('apiPage:hook.column.time'), className: 'max-md:hidden' },
  ];
  return (
    <PlainTable head={head} shapes={5}>
      {rows?.map((row) => (
        <DeliveryRow key={row.notify_id} row={row} />
      ))}
    </PlainTable>
  );
});

function DeliveryRow({ row }: { row: Delivery }): ReactNode {
  const { t } = useTranslation(['translation', 'apiPage']);
  const { push } = useDrawers();
  const state = stateOf(row.notify_status);
  return (
    <tr data-delivery={row.notify_id}>
      <td className="max-w-64">
        <button
          type="button"
          className="grid max-w-full text-left leading-tight"
          onClick={() => push('hookDelivery', String(row.notify_id))}
        >
          <span className="truncate font-medium underline-offset-2 hover:underline">
            {row.side === 'test'
              ? t('apiPage:hook.side.test')
              : `${t(`apiPage:hook.side.${row.side}`)} ${row.business_id}`}
          </span>
          <span className="mono truncate text-mut text-xs">
            {row.type} · {row.seq}
          </span>
        </button>
      </td>
      <td>
        <StatusPill tone={tones[state]} text={t(`apiPage:hook.state.${state}`)} />
        {state === 'retrying' && row.next_time && (
          <span className="block text-mut text-xs">
            <RelativeTime when={row.next_time} />
          </span>
        )}
      </td>
      <td className="text-right max-md:hidden">
        {row.amount !== '' && <Amount value={row.amount} symbol={row.symbol} />}
      </td>
      <td className="max-w-40 truncate max-md:hidden">
        <bdi>{row.endpoint_name}</bdi>
      </td>
      <td className="max-lg:hidden">
        <Answer row={row} />
      </td>
      <td className="max-md:hidden" title={absoluteTime(row.created_at)}>
        <RelativeTime when={row.created_at} />
      </td>
    </tr>
  );
}

/** How the last attempt ended. */
export function Answer({ row }: { row: Delivery }): ReactNode {
  const { t } = useTranslation(['translation', 'apiPage']);
  if (row.attempts === 0) return <span className="text-mut">--</span>;
  return (
    <span className="grid leading-tight">
      <span className="tabular-nums">
        {row.last_code === 0 ? t('apiPage:hook.noAnswer') : row.last_code}
        <span className="text-mut"> · {t('apiPage:hook.took', { ms: row.last_ms })}</span>
      </span>
      {row.last_error !== '' && row.last_error !== `answered ${row.last_code}` && (
        <bdi className="text-mut text-xs">{row.last_error}</bdi>
      )}
    </span>
  );
}
