import { useMutation } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { usePermission } from '../../lib/permission.ts';
import { useApi } from '../../lib/query.ts';
import { notify } from '../../lib/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { RelativeTime } from '../../ui/display.tsx';
import { StatusPill } from '../../ui/feedback.tsx';
import { Card, Detail } from '../../ui/layout.tsx';

const everyMs = 30_000;

/** How notices leave by mail, and whom they did not reach: for whoever runs the workspace. */
export function MailCard(): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const may = usePermission('notice.manage');
  const { data } = useApi('notice', 'mail', {}, { quiet: true, enabled: may, refetchInterval: everyMs });
  const attempt = useMutation({
    mutationFn: () => api.notice.tryMail({}),
    onSuccess: ({ sent, error }) =>
      notify(sent ? t('tools:notice.tried') : t('tools:notice.notTried', { error }), sent ? 'success' : 'error'),
  });
  if (!may || !data) return null;
  if (!data.configured)
    return (
      <Card title={t('tools:mail.title')}>
        <p className="text-mut">{t('tools:mail.none')}</p>
      </Card>
    );
  return (
    <Card
      title={t('tools:mail.title')}
      aside={
        <Button size="sm" busy={attempt.isPending} onClick={() => attempt.mutate()}>
          <Send aria-hidden />
          {t('tools:mail.try')}
        </Button>
      }
    >
      <dl>
        <Detail name={t('tools:mail.from')}>
          <bdi>{data.from}</bdi>
        </Detail>
        <Detail name={t('tools:mail.host')}>
          <bdi>{data.host}</bdi> · {t(data.encrypted ? 'tools:mail.encrypted' : 'tools:mail.plain')}
        </Detail>
        <Detail name={t('tools:mail.failures')}>
          {data.failures.length === 0 ? t('tools:mail.noFailures') : <Failures list={data.failures} />}
        </Detail>
      </dl>
    </Card>
  );
}

interface Failure {
  readonly name: string;
  readonly error: string;
  readonly sent_at: Date | null;
}

function Failures({ list }: { list: readonly Failure[] }): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  return (
    <ul className="grid gap-1">
      {list.map(({ name, error, sent_at }) => (
        <li key={name} className="flex flex-wrap items-center gap-2">
          <bdi className="font-medium">{name}</bdi>
          <StatusPill tone="bad" text={error} />
          {sent_at && (
            <span className="text-mut text-xs">
              {t('tools:mail.lastSent')} <RelativeTime when={sent_at} />
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
