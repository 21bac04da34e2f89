import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { usePermission } from '../../lib/permission.ts';
import { queryClient, useApi } from '../../lib/query.ts';
import { absoluteTime } from '../../lib/time.ts';
import { Button } from '../../ui/button.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { Banner } from '../../ui/feedback.tsx';
import { useNow } from '../../ui/use-now.ts';
import type { Reset } from './view.ts';

/** Resets that can still be stopped: one's own, and for an owner everybody's. */
export function OpenResets(): ReactNode {
  const member = usePermission('team.read');
  const { data } = useApi('account', 'resets', {}, { quiet: true, enabled: member });
  return data?.list.map((reset) => <OpenReset key={reset.reset_id} reset={reset} />);
}

function OpenReset({ reset }: { reset: Reset }): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const now = useNow(10_000);
  const { reset_id, me, what, name, asked_by: by, due_at, expires_at } = reset;
  const stop = useMutation({
    mutationFn: () => api.account.stopReset({ reset_id }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['account'] }),
  });
  const ask = async (): Promise<void> => {
    const { result } = await confirm({
      type: 'remove',
      title: t('tools:account.reset.stopTitle'),
      content: t('tools:account.reset.stopText'),
      confirmText: t('tools:account.reset.stop'),
    });
    if (result === 'confirm') stop.mutate();
  };
  const when =
    due_at.getTime() > now
      ? t('tools:account.reset.open.from', { from: absoluteTime(due_at) })
      : t('tools:account.reset.open.now', { until: absoluteTime(expires_at) });
  const title = t(me ? `tools:account.reset.open.mine.${what}` : `tools:account.reset.open.${what}`, { by, name });
  return (
    <Banner tone="warn" title={title}>
      <span className="grid justify-items-start gap-2">
        <span>
          {when} {me && t('tools:account.reset.open.mineText')}
        </span>
        <Button size="sm" busy={stop.isPending} onClick={() => void ask()}>
          {t('tools:account.reset.stop')}
        </Button>
      </span>
    </Banner>
  );
}
