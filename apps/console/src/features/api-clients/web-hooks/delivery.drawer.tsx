import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api.ts';
import { usePermission } from '../../../lib/permission.ts';
import { queryClient, useApi } from '../../../lib/query.ts';
import { absoluteTime } from '../../../lib/time.ts';
import { notify } from '../../../lib/toasts.ts';
import { Button } from '../../../ui/button.tsx';
import { Amount, HashText, RelativeTime } from '../../../ui/display.tsx';
import { DrawerBody, type DrawerProps, useDrawers } from '../../../ui/drawers.tsx';
import { EmptyState, ErrorState, Skeleton, StatusPill } from '../../../ui/feedback.tsx';
import { Detail } from '../../../ui/layout.tsx';
import { type Delivery, laidOut, placeOf, stateOf, tones } from './view.ts';

const everyMs = 3_000;

/** `hookDelivery:<id>`: one delivery, what it says, and each attempt. */
export default function DeliveryDrawer({ args: [id = ''] }: DrawerProps): ReactNode {
  const { t } = useTranslation(['translation', 'apiPage']);
  if (!/^[1-9]\d{0,14}$/.test(id)) return <EmptyState title={t('apiPage:hook.gone')} />;
  return <Loaded id={Number(id)} />;
}

function Loaded({ id }: { id: number }): ReactNode {
  const { t } = useTranslation(['translation', 'apiPage']);
  const ask = { notify_id: id };
  const { data, error, refetch } = useApi('webHook', 'attempts', ask, { quiet: true, refetchInterval: everyMs });
  if (!data)
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} />
    ) : (
      <DrawerBody>
        <Skeleton className="h-40 w-full" />
      </DrawerBody>
    );
  return (
    <DrawerBody footer={<Again id={id} />}>
      <Facts delivery={data} />
      <section className="grid grid-cols-1 gap-2">
        <h3 className="font-medium">{t('apiPage:hook.attempts')}</h3>
        {data.list.length === 0 && <p className="text-mut">{t('apiPage:hook.noAttempt')}</p>}
        <ol className="grid grid-cols-1 gap-2">
          {data.list.map(({ attempt, time, code, ms, error: why }) => (
            <li key={attempt} className="grid gap-0.5 rounded-lg border border-line p-2.5" data-attempt={attempt}>
              <span className="flex flex-wrap items-center justify-between gap-2">
                <StatusPill
                  tone={why === '' ? 'done' : 'bad'}
                  text={`${attempt} · ${code === 0 ? t('apiPage:hook.noAnswer') : code}`}
                />
                <span className="text-mut text-xs tabular-nums">
                  {absoluteTime(time)} · {t('apiPage:hook.took', { ms })}
                </span>
              </span>
              {why !== '' && why !== `answered ${code}` && <bdi className="text-mut text-xs">{why}</bdi>}
            </li>
          ))}
        </ol>
      </section>
      <section className="grid grid-cols-1 gap-2">
        <h3 className="font-medium">{t('apiPage:hook.body')}</h3>
        <pre className="mono whitespace-pre-wrap break-all rounded-lg border border-line bg-bg p-3 text-[13px]">
          {laidOut(data.body)}
        </pre>
      </section>
    </DrawerBody>
  );
}

function Again({ id }: { id: number }): ReactNode {
  const { t } = useTranslation(['translation', 'apiPage']);
  const maySend = usePermission('webHook.resend');
  const again = useMutation({
    mutationFn: () => api.webHook.reNotify({ notify_id: id }),
    onSuccess: () => {
      notify(t('apiPage:hook.inLine', { count: 1 }), 'success');
      void queryClient.invalidateQueries({ queryKey: ['webHook'] });
    },
  });
  if (!maySend) return null;
  return (
    <Button variant="primary" busy={again.isPending} onClick={() => again.mutate()}>
      {t('apiPage:hook.again')}
    </Button>
  );
}

function Facts({ delivery }: { delivery: Delivery }): ReactNode {
  const { t } = useTranslation(['translation', 'apiPage']);
  const { push } = useDrawers();
  const state = stateOf(delivery.notify_status);
  const place = placeOf(delivery);
  return (
    <dl>
      <Detail name={t('apiPage:hook.column.state')}>
        <StatusPill tone={tones[state]} text={t(`apiPage:hook.state.${state}`)} />
        {delivery.next_time && state !== 'ok' && (
          <span className="ml-2 text-mut text-xs">
            <RelativeTime when={delivery.next_time} />
          </span>
        )}
      </Detail>
      <Detail name={t('apiPage:hook.column.what')}>
        {place ? (
          <button type="button" className="underline underline-offset-2" onClick={() => push(...place)}>
            {t(`apiPage:hook.side.${delivery.side}`)} {delivery.business_id}
          </button>
        ) : (
          t('apiPage:hook.side.test')
        )}
      </Detail>
      <Detail name={t('apiPage:hook.event')}>
        <span className="mono text-[13px]">{delivery.type}</span>
      </Detail>
      <Detail name={t('apiPage:hook.seq')}>{delivery.seq}</Detail>
      {delivery.amount !== '' && (
        <Detail name={t('apiPage:hook.column.amount')}>
          <Amount value={delivery.amount} symbol={delivery.symbol} />
        </Detail>
      )}
      {delivery.txid !== '' && (
        <Detail name={t('apiPage:hook.tx')}>
          <HashText hash={delivery.txid} />
        </Detail>
      )}
      <Detail name={t('apiPage:hook.column.endpoint')}>
        <bdi>{delivery.endpoint_name}</bdi>
        <bdi className="mono block break-all text-mut text-xs">{delivery.url}</bdi>
      </Detail>
    </dl>
  );
}
