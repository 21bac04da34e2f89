import { badSignatures } from '@holdfast/contract/api-client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ShieldAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { AlertBar } from '../../ui/alert-bar.tsx';
import { Button, buttonStyle } from '../../ui/button.tsx';
import { RelativeTime } from '../../ui/display.tsx';
import type { CallAlert } from './view.ts';

/** One bar an API client. */
export default function AlertBars({ alerts }: { alerts: readonly CallAlert[] }): ReactNode {
  return alerts.map((alert) => <CallAlertBar key={alert.id} alert={alert} />);
}

function CallAlertBar({ alert: { id, app_id, name, time, ip } }: { alert: CallAlert }): ReactNode {
  const { t } = useTranslation(['translation', 'apiPage']);
  const queries = useQueryClient();
  const known = useMutation({
    mutationFn: () => api.apiClient.acknowledge({ id }),
    // The log has it in a moment; it is not asked for again before.
    onSuccess: () =>
      queries.setQueryData<{ list: CallAlert[] }>(['apiClient', 'alerts', {}], (old) => ({
        list: old?.list.filter((one) => one.id !== id) ?? [],
      })),
  });
  return (
    <AlertBar
      icon={ShieldAlert}
      actions={
        <>
          <Link to="/mpc/center/api/log" search={{ app: app_id, proven: 0 }} className={buttonStyle({ size: 'sm' })}>
            {t('apiPage:alert.look')}
          </Link>
          <Button size="sm" busy={known.isPending} onClick={() => known.mutate()}>
            {t('apiPage:alert.known')}
          </Button>
        </>
      }
    >
      <strong className="min-w-0 break-words font-medium">{t('apiPage:alert.bar', { name, ...badSignatures })}</strong>
      <span className="min-w-0">
        <RelativeTime when={time} /> · <bdi className="mono">{ip}</bdi> · {t('apiPage:alert.text')}
      </span>
    </AlertBar>
  );
}
