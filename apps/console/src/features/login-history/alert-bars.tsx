import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { deviceName } from '../../lib/device-name.ts';
import { relativeTime } from '../../lib/time.ts';
import { Button } from '../../ui/button.tsx';
import { useNow } from '../../ui/use-now.ts';
import { NotMe } from './not-me.tsx';
import type { Login } from './view.ts';

const everyMs = 60_000;

/** The newest login in words, and how many more; one answer goes for all that are shown. */
function LoginBar({ newest, more }: { newest: Login; more: readonly Login[] }): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const now = useNow(everyMs);
  const queries = useQueryClient();
  const mine = useMutation({
    mutationFn: async () => {
      for (const { id } of [newest, ...more]) await api.loginHistory.acknowledge({ id });
    },
    onSuccess: () => {
      // The log has it in a moment; it is not asked for again before.
      queries.setQueryData(['loginHistory', 'alerts', {}], { list: [] });
      void queries.invalidateQueries({ queryKey: ['loginHistory', 'list'] });
    },
  });
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

export interface AlertBarsProps {
  readonly logins: readonly Login[];
  /** A signer says that the log is not the one it has seen: nothing recorded can be relied on until that is explained. */
  readonly forked: boolean;
}

export default function AlertBars({ logins: [newest, ...more], forked }: AlertBarsProps): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  return (
    <>
      {forked && (
        <p role="alert" className="border-line border-b bg-bads px-5 py-1.5 font-medium text-bad max-md:px-3">
          {t('tools:audit.alarm')}
        </p>
      )}
      {newest && <LoginBar newest={newest} more={more} />}
    </>
  );
}
