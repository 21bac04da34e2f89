import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api.ts';
import { dayOf, midnight, readDay } from '../../../lib/days.ts';
import { usePermission } from '../../../lib/permission.ts';
import { useApi } from '../../../lib/query.ts';
import { notify } from '../../../lib/toasts.ts';
import { Button } from '../../../ui/button.tsx';
import { DaySpan, type Days } from '../../../ui/day-span.tsx';
import { DrawerBody, type DrawerProps, useDrawers } from '../../../ui/drawers.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../../ui/feedback.tsx';
import { Checkbox } from '../../../ui/form.tsx';
import { readEndpointId } from './search.ts';
import { useChange } from './use-change.tsx';
import type { Endpoint } from './view.ts';

/** `hookReplay:<endpoint>`: sends again what happened within some days, in order. */
export default function ReplayDrawer({ args: [id] }: DrawerProps): ReactNode {
  const { t } = useTranslation(['translation', 'apiPage']);
  const maySend = usePermission('webHook.resend');
  const { data, error, refetch } = useApi('webHook', 'endpoints', {}, { quiet: true });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <DrawerBody>
        <Skeleton className="h-24 w-full" />
      </DrawerBody>
    );
  const endpoint = data.list.find(({ endpoint_id }) => endpoint_id === readEndpointId(id));
  return endpoint && maySend ? <Form endpoint={endpoint} /> : <EmptyState title={t('apiPage:hook.gone')} />;
}

function Form({ endpoint: { endpoint_id, name } }: { endpoint: Endpoint }): ReactNode {
  const { t } = useTranslation(['translation', 'apiPage']);
  const { pop } = useDrawers();
  const formId = useId();
  const [{ first, last }, setDays] = useState<Days>(() => ({ first: dayOf(new Date()), last: dayOf(new Date()) }));
  const [failedOnly, setFailedOnly] = useState(true);
  const [from, until] = [readDay(first), readDay(last)];
  const sound = from !== undefined && until !== undefined && from <= until;
  const replay = useChange(
    (range: { start: Date; end: Date }) =>
      api.webHook.reNotify({ range: { endpoint_id, ...range, failed_only: failedOnly } }),
    ({ queued }) => {
      notify(t('apiPage:hook.inLine', { count: queued }), 'success');
      pop();
    },
  );
  const send = (event: FormEvent): void => {
    event.preventDefault();
    if (from !== undefined && until !== undefined && sound)
      replay.run({ start: midnight(from), end: new Date(midnight(until, 1).getTime() - 1) });
  };
  return (
    <DrawerBody
      footer={
        <Button type="submit" form={formId} variant="primary" busy={replay.busy} disabled={!sound}>
          {t('apiPage:hook.replaySend')}
        </Button>
      }
    >
      <p className="text-mut">{t('apiPage:hook.replayText', { name })}</p>
      {replay.panel}
      <form id={formId} className="grid gap-5" onSubmit={send}>
        <div className="flex flex-wrap gap-3">
          <DaySpan first={first} last={last} onDays={setDays} />
        </div>
        <Checkbox
          label={t('apiPage:hook.failedOnly')}
          checked={failedOnly}
          onChange={({ target }) => setFailedOnly(target.checked)}
        />
      </form>
    </DrawerBody>
  );
}
