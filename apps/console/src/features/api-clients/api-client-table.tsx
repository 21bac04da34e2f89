import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { RelativeTime } from '../../ui/display.tsx';
import { useDrawers } from '../../ui/drawers.tsx';
import { PlainTable } from '../../ui/plain-table.tsx';
import { Networks } from './networks.tsx';
import { ApiClientStatus } from './status-pill.tsx';
import type { ApiClient } from './view.ts';

/** The API clients, or their shapes while they load. */
export const ApiClientTable = memo(function ApiClientTable({
  apiClients,
}: {
  apiClients: readonly ApiClient[] | undefined;
}) {
  const { t } = useTranslation(['translation', 'apiPage']);
  const head = [
    { text: t('apiPage:column.apiClient') },
    { text: t('apiPage:column.status') },
    { text: t('apiPage:column.key'), className: 'max-lg:hidden' },
    { text: t('apiPage:madeBy'), className: 'max-xl:hidden' },
    { text: t('apiPage:column.networks'), className: 'max-md:hidden' },
    { text: t('apiPage:column.expires'), className: 'max-md:hidden' },
    { text: t('apiPage:column.lastUsed'), className: 'max-md:hidden' },
  ];
  return (
    <PlainTable head={head} shapes={3}>
      {apiClients?.map((one) => (
        <ApiClientRow key={one.app_id} apiClient={one} />
      ))}
    </PlainTable>
  );
});

function ApiClientRow({ apiClient }: { apiClient: ApiClient }): ReactNode {
  const { t } = useTranslation(['translation', 'apiPage']);
  const { push } = useDrawers();
  const { app_id, name, words, ip_list, last_used_at, last_ip } = apiClient;
  return (
    <tr data-api-client={app_id}>
      <td className="max-w-72">
        <button
          type="button"
          className="grid max-w-full text-left leading-tight"
          onClick={() => push('apiClient', app_id)}
        >
          <bdi className="truncate font-medium underline-offset-2 hover:underline">{name}</bdi>
          <span className="mono truncate text-mut text-xs">{app_id}</span>
        </button>
      </td>
      <td>
        <ApiClientStatus apiClient={apiClient} />
      </td>
      <td className="max-lg:hidden">
        <span className="mono block max-w-64 whitespace-normal text-mut text-xs leading-4">{words.join(' ')}</span>
      </td>
      <td className="max-w-40 truncate max-xl:hidden">
        <Maker apiClient={apiClient} />
      </td>
      <td className="max-md:hidden">
        <Networks list={ip_list} most={2} />
      </td>
      <td className="max-md:hidden">
        <Expiry apiClient={apiClient} />
      </td>
      <td className="max-md:hidden">
        {last_used_at ? (
          <span className="grid leading-tight">
            <RelativeTime when={last_used_at} />
            <span className="mono text-mut text-xs">{last_ip}</span>
          </span>
        ) : (
          <span className="text-mut">{t('apiPage:never')}</span>
        )}
      </td>
    </tr>
  );
}

/** The member who proposed it, where that is known. */
export function Maker({ apiClient: { made_by } }: { apiClient: Pick<ApiClient, 'made_by'> }): ReactNode {
  const { t } = useTranslation(['translation', 'apiPage']);
  const { push } = useDrawers();
  if (!made_by) return <span className="text-mut">{t('apiPage:madeByUnknown')}</span>;
  return (
    <button
      type="button"
      className="max-w-full truncate text-left underline-offset-2 hover:underline"
      onClick={() => push('member', made_by.member_id)}
    >
      <bdi>{made_by.name || made_by.member_id}</bdi>
    </button>
  );
}

/** Until when the server listens. */
export function Expiry({ apiClient: { expire_at } }: { apiClient: Pick<ApiClient, 'expire_at'> }): ReactNode {
  const { t } = useTranslation(['translation', 'apiPage']);
  if (!expire_at) return <span className="text-mut">{t('apiPage:forGood')}</span>;
  const over = expire_at.getTime() <= Date.now();
  return (
    <span className={over ? 'text-bad' : undefined}>
      {over && `${t('apiPage:expired')} · `}
      <RelativeTime when={expire_at} />
    </span>
  );
}
