import { useMutation } from '@tanstack/react-query';
import { Webhook } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api.ts';
import { usePermission } from '../../../lib/permission.ts';
import { queryClient, useApi } from '../../../lib/query.ts';
import { notify } from '../../../lib/toasts.ts';
import { Button } from '../../../ui/button.tsx';
import { RelativeTime } from '../../../ui/display.tsx';
import { useDrawers } from '../../../ui/drawers.tsx';
import { EmptyState, ErrorState, StatusPill } from '../../../ui/feedback.tsx';
import { Card } from '../../../ui/layout.tsx';
import { PlainTable } from '../../../ui/plain-table.tsx';
import { useChange } from './use-change.tsx';
import { type Endpoint, isOn } from './view.ts';

const everyMs = 5_000;

/** Where web hooks go. */
export function EndpointsCard(): ReactNode {
  const { t } = useTranslation(['translation', 'apiPage']);
  const { push } = useDrawers();
  const mayEdit = usePermission('webHook.edit');
  const { data, error, refetch } = useApi('webHook', 'endpoints', {}, { quiet: true, refetchInterval: everyMs });
  const head = [
    { text: t('apiPage:hook.column.endpoint') },
    { text: t('apiPage:hook.column.state') },
    { text: t('apiPage:hook.column.waiting'), className: 'text-right max-md:hidden' },
    { text: t('apiPage:hook.column.last'), className: 'max-md:hidden' },
    { text: t('apiPage:hook.column.do') },
  ];
  if (error && !data)
    return (
      <Card>
        <ErrorState error={error} onRetry={() => void refetch()} />
      </Card>
    );
  if (data?.list.length === 0)
    return (
      <Card>
        <EmptyState
          icon={<Webhook size={18} aria-hidden />}
          title={t('apiPage:hook.empty')}
          text={t('apiPage:hook.emptyText')}
          action={
            mayEdit && (
              <Button variant="primary" onClick={() => push('hookEndpoint')}>
                {t('apiPage:hook.add')}
              </Button>
            )
          }
        />
      </Card>
    );
  return (
    <Card flush title={t('apiPage:hook.endpoints')}>
      <PlainTable head={head} shapes={1}>
        {data?.list.map((endpoint) => (
          <EndpointRow key={endpoint.endpoint_id} endpoint={endpoint} />
        ))}
      </PlainTable>
    </Card>
  );
}

function EndpointRow({ endpoint }: { endpoint: Endpoint }): ReactNode {
  const { t } = useTranslation(['translation', 'apiPage']);
  const { push } = useDrawers();
  const { endpoint_id, name, url, waiting, last_ok_at, last_error } = endpoint;
  return (
    <tr data-endpoint={endpoint_id}>
      <td className="max-w-72">
        <button
          type="button"
          className="grid max-w-full text-left leading-tight"
          onClick={() => push('hookEndpoint', endpoint_id)}
        >
          <bdi className="truncate font-medium underline-offset-2 hover:underline">{name}</bdi>
          <bdi className="mono truncate text-mut text-xs">{url}</bdi>
        </button>
      </td>
      <td>
        <Health endpoint={endpoint} />
      </td>
      <td className="text-right tabular-nums max-md:hidden">{waiting}</td>
      <td className="max-md:hidden">
        <span className="grid leading-tight">
          {last_ok_at ? (
            <RelativeTime when={last_ok_at} />
          ) : (
            <span className="text-mut">{t('apiPage:hook.never')}</span>
          )}
          {last_error !== '' && <bdi className="text-bad text-xs">{last_error}</bdi>}
        </span>
      </td>
      <td>
        <Deeds endpoint={endpoint} />
      </td>
    </tr>
  );
}

function Health({ endpoint }: { endpoint: Endpoint }): ReactNode {
  const { t } = useTranslation(['translation', 'apiPage']);
  if (!isOn(endpoint)) return <StatusPill tone="idle" text={t('apiPage:hook.off')} />;
  if (endpoint.failures > 0)
    return <StatusPill tone="bad" text={t('apiPage:hook.failing', { count: endpoint.failures })} />;
  return <StatusPill tone="done" text={t('apiPage:hook.on')} />;
}

/** What can be done with an endpoint at once. */
function Deeds({ endpoint }: { endpoint: Endpoint }): ReactNode {
  const { t } = useTranslation(['translation', 'apiPage']);
  const { push } = useDrawers();
  const [mayEdit, maySend] = [usePermission('webHook.edit'), usePermission('webHook.resend')];
  const { endpoint_id } = endpoint;
  const test = useMutation({
    mutationFn: () => api.webHook.test({ endpoint_id }),
    onSuccess: ({ sent, error, ms }) => {
      notify(
        sent ? t('apiPage:hook.tested', { ms }) : t('apiPage:hook.notTested', { error }),
        sent ? 'success' : 'error',
      );
      void queryClient.invalidateQueries({ queryKey: ['webHook'] });
    },
  });
  const on = isOn(endpoint);
  const change = useChange(
    (status: number) => api.webHook.saveStatus({ endpoint_id, status }),
    () => undefined,
  );
  return (
    <span className="grid gap-2">
      <span className="flex flex-wrap gap-1.5">
        {maySend && (
          <Button size="sm" busy={test.isPending} onClick={() => test.mutate()}>
            {t('apiPage:hook.test')}
          </Button>
        )}
        {maySend && (
          <Button size="sm" onClick={() => push('hookReplay', endpoint_id)}>
            {t('apiPage:hook.replay')}
          </Button>
        )}
        {mayEdit && (
          <Button size="sm" variant="ghost" busy={change.busy} onClick={() => change.run(on ? 0 : 1)}>
            {t(on ? 'apiPage:hook.turnOff' : 'apiPage:hook.turnOn')}
          </Button>
        )}
      </span>
      {change.panel}
    </span>
  );
}
