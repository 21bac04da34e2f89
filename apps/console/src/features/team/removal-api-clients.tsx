import { apiClientStatus } from '@holdfast/contract';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { usePermission } from '../../lib/permission.ts';
import { useApi } from '../../lib/query.ts';
import { ErrorState, Skeleton } from '../../ui/feedback.tsx';

const ending: readonly number[] = [apiClientStatus.on, apiClientStatus.inApproval];

/** The API clients that the server switches off with this member. */
export function RemovalApiClients({ member }: { member: string }): ReactNode {
  const { t } = useTranslation(['translation', 'teamMember']);
  const enabled = usePermission('apiClient.read');
  const { data, error, refetch } = useApi('apiClient', 'detail', { made_by: member }, { quiet: true, enabled });
  if (!enabled) return null;
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-14 w-full" />;
  const apiClients = data.list.filter(({ status }) => ending.includes(status));
  if (apiClients.length === 0) return null;
  return (
    <section className="grid gap-2">
      <h4 className="font-semibold">{t('teamMember:apiClients')}</h4>
      <p className="text-mut">{t('teamMember:apiClientsText')}</p>
      <ul className="overflow-hidden rounded-lg border border-line bg-panel">
        {apiClients.map(({ app_id, name }) => (
          <li
            key={app_id}
            className="flex flex-wrap items-baseline gap-x-2 border-line2 border-b px-3.5 py-2 last:border-b-0"
          >
            <Link
              to="/mpc/center/api"
              search={{ d: `apiClient:${app_id}` }}
              className="min-w-0 flex-1 truncate text-acc underline underline-offset-2"
            >
              <bdi>{name}</bdi>
            </Link>
            <span className="mono text-mut text-xs">{app_id}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
