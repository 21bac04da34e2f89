import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { absoluteTime } from '../../lib/time.ts';
import { CopyButton, RelativeTime } from '../../ui/display.tsx';
import { useDrawers } from '../../ui/drawers.tsx';
import { Skeleton, StatusPill } from '../../ui/feedback.tsx';
import type { ApiClient, Call } from './view.ts';

/** The name of an API client that is still there, or its id. */
export const nameOf = (apiClients: readonly ApiClient[], id: string): string =>
  apiClients.find(({ app_id }) => app_id === id)?.name ?? id;

interface CallTableProps {
  readonly calls: readonly Call[] | undefined;
  readonly apiClients: readonly ApiClient[];
}

/** Calls, newest first. */
export const CallTable = memo(function CallTable({ calls, apiClients }: CallTableProps): ReactNode {
  const { t } = useTranslation(['translation', 'apiPage']);
  if (!calls) return <Skeleton className="m-3 h-40" />;
  return (
    <div className="overflow-x-auto">
      <table className="vt">
        <thead>
          <tr>
            <th>{t('apiPage:log.column.time')}</th>
            <th>{t('apiPage:column.apiClient')}</th>
            <th>{t('apiPage:log.column.call')}</th>
            <th>{t('apiPage:log.column.answer')}</th>
            <th className="max-lg:hidden">{t('apiPage:log.column.from')}</th>
            <th className="text-right max-lg:hidden">{t('apiPage:log.column.took')}</th>
            <th className="max-lg:hidden">{t('apiPage:log.column.request')}</th>
          </tr>
        </thead>
        <tbody>
          {calls.map((call) => (
            <CallRow key={`${call.request_id} ${call.time.getTime()}`} call={call} apiClients={apiClients} />
          ))}
        </tbody>
      </table>
    </div>
  );
});

function CallRow({ call, apiClients }: { call: Call; apiClients: readonly ApiClient[] }): ReactNode {
  const { t } = useTranslation(['translation', 'apiPage']);
  const { push } = useDrawers();
  const done = call.code === 0;
  return (
    <tr>
      <td title={absoluteTime(call.time)}>
        <RelativeTime when={call.time} />
      </td>
      <td className="max-w-40">
        <button
          type="button"
          className="block max-w-full truncate text-left underline-offset-2 hover:underline"
          onClick={() => push('apiClient', call.app_id)}
        >
          <bdi>{nameOf(apiClients, call.app_id)}</bdi>
        </button>
        {!call.proven && <span className="text-warn text-xs">{t('apiPage:log.unproven')}</span>}
      </td>
      <td className="max-w-72">
        <span className="mono block truncate text-[13px]" title={call.path}>
          {call.path}
        </span>
      </td>
      <td>
        <StatusPill
          tone={done ? 'done' : 'bad'}
          text={done ? t('apiPage:log.done') : t('apiPage:log.refused', { code: call.code })}
        />
      </td>
      <td className="mono text-[13px] max-lg:hidden">{call.ip}</td>
      <td className="text-right text-mut tabular-nums max-lg:hidden">{t('apiPage:log.took', { ms: call.ms })}</td>
      <td className="max-lg:hidden">
        <span className="flex items-center gap-1">
          <span className="mono max-w-28 truncate text-mut text-xs">{call.request_id}</span>
          <CopyButton text={call.request_id} />
        </span>
      </td>
    </tr>
  );
}
