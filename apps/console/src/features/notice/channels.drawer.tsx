import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Plus, Send } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { useApi } from '../../lib/query.ts';
import { notify } from '../../lib/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { DrawerBody, useDrawers } from '../../ui/drawers.tsx';
import { Banner, EmptyState, ErrorState, Skeleton } from '../../ui/feedback.tsx';
import { Card } from '../../ui/layout.tsx';
import type { Channel } from './channel-draft.ts';

function OneChannel({ channel }: { channel: Channel }): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const { push } = useDrawers();
  const queries = useQueryClient();
  const { channel_id, name, type, hint, kinds, last_error } = channel;
  const again = () => queries.invalidateQueries({ queryKey: ['notice', 'channels'] });
  const attempt = useMutation({
    mutationFn: () => api.notice.tryChannel({ channel_id }),
    onSuccess: ({ sent, error }) =>
      notify(sent ? t('tools:notice.tried') : t('tools:notice.notTried', { error }), sent ? 'success' : 'error'),
  });
  const remove = useMutation({ mutationFn: () => api.notice.removeChannel({ channel_id }), onSuccess: again });
  const ask = async (): Promise<void> => {
    const asked = { type: 'warning', title: t('tools:notice.removeTitle'), content: name } as const;
    if ((await confirm(asked)).result === 'confirm') remove.mutate();
  };
  return (
    <Card title={name}>
      <div className="grid gap-3">
        <p className="text-mut">
          {t(`tools:notice.type.${type}`)} · <bdi className="break-all">{hint}</bdi>
        </p>
        <p>{kinds.map((kind) => t(`tools:notice.kind.${kind}`)).join(' · ')}</p>
        {last_error !== '' && <Banner>{t('tools:notice.notSent', { error: last_error })}</Banner>}
        <div className="flex flex-wrap gap-2">
          <Button busy={attempt.isPending} onClick={() => attempt.mutate()}>
            <Send aria-hidden />
            {t('tools:notice.try')}
          </Button>
          <Button onClick={() => push('channel', String(channel_id))}>{t('tools:notice.change')}</Button>
          <Button variant="ghost" busy={remove.isPending} onClick={() => void ask()}>
            {t('tools:notice.remove')}
          </Button>
        </div>
      </div>
    </Card>
  );
}

/** By which ways one is told outside the console. */
export default function ChannelsDrawer(): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const { push } = useDrawers();
  const { data, error, refetch } = useApi('notice', 'channels', {}, { quiet: true });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <DrawerBody
      footer={
        <Button variant="primary" onClick={() => push('channel')}>
          <Plus aria-hidden />
          {t('tools:notice.add')}
        </Button>
      }
    >
      <p className="text-mut">{t('tools:notice.channelsText')}</p>
      {!data && <Skeleton className="h-24 w-full" />}
      {data?.list.length === 0 && <EmptyState title={t('tools:notice.noChannels')} text="" />}
      {data?.mail === false && <p className="text-mut text-xs">{t('tools:notice.noMail')}</p>}
      {data?.list.map((channel) => (
        <OneChannel key={channel.channel_id} channel={channel} />
      ))}
    </DrawerBody>
  );
}
