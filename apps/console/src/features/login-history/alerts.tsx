import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { usePermission } from '../../lib/permission.ts';
import { useApi } from '../../lib/query.ts';
import { relativeTime } from '../../lib/time.ts';
import { Button } from '../../ui/button.tsx';
import { useNow } from '../../ui/use-now.ts';
import { NotMe } from './not-me.tsx';
import { deviceName } from './view.ts';

const everyMs = 60_000;

/** A signer says that the log is not the one it has seen: nothing recorded can be relied on until that is explained. */
function LogAlarm(): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const enabled = usePermission('audit.read');
  const { data } = useApi('audit', 'status', {}, { quiet: true, enabled, refetchInterval: everyMs });
  if (!data?.witnesses.some(({ problem }) => problem === 'logForked')) return null;
  return (
    <p role="alert" className="border-line border-b bg-bads px-5 py-1.5 font-medium text-bad max-md:px-3">
      {t('tools:audit.alarm')}
    </p>
  );
}

/** A login from a new kind of device or network, until the user says whose it was. The newest first; the others come after it. */
function LoginAlert(): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const now = useNow(everyMs);
  const queries = useQueryClient();
  const { data } = useApi('loginHistory', 'alerts', {}, { quiet: true, refetchInterval: everyMs });
  const mine = useMutation({
    mutationFn: async () => {
      for (const { id } of data?.list ?? []) await api.loginHistory.acknowledge({ id });
    },
    onSuccess: () => {
      // The log has it in a moment; it is not asked for again before.
      queries.setQueryData(['loginHistory', 'alerts', {}], { list: [] });
      void queries.invalidateQueries({ queryKey: ['loginHistory', 'list'] });
    },
  });
  const [newest, ...more] = data?.list ?? [];
  if (!newest) return null;
  const device = deviceName(newest);
  const text = t('tools:login.alert', { device, ip: newest.ip, when: relativeTime(newest.time, now) });
  return (
    <div className="flex flex-wrap items-center gap-2 border-line border-b bg-bads px-5 py-1.5 text-bad max-md:px-3">
      <span role="alert" className="min-w-0 flex-1 font-medium">
        <bdi>{text}</bdi>
        {more.length > 0 && <span className="ml-1.5">{t('tools:login.alertMore', { count: more.length })}</span>}
      </span>
      <Button size="sm" busy={mine.isPending} onClick={() => mine.mutate()}>
        {t('tools:login.itWasMe')}
      </Button>
      <NotMe small />
    </div>
  );
}

/** What the audit log has to say on every page. */
export default function Alerts(): ReactNode {
  return (
    <>
      <LogAlarm />
      <LoginAlert />
    </>
  );
}
