import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { deviceName } from '../../lib/device-name.ts';
import { queryClient, useApi } from '../../lib/query.ts';
import { absoluteTime } from '../../lib/time.ts';
import { Button } from '../../ui/button.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { RelativeTime } from '../../ui/display.tsx';
import { ErrorState, StatusPill } from '../../ui/feedback.tsx';
import { Card } from '../../ui/layout.tsx';
import { PlainTable } from '../../ui/plain-table.tsx';
import type { OwnSession } from './view.ts';

const wide = 'max-md:hidden';
/** Logins and ends come by themselves; when each was last used does not. */
const renewMs = 30_000;
const renew = () => queryClient.invalidateQueries({ queryKey: ['account', 'sessions'] });

/** This one first; the others as they were last used. */
const byUse = (list: readonly OwnSession[]): OwnSession[] =>
  [...list].sort((a, b) => Number(b.current) - Number(a.current));

/** Everywhere that one is logged in. */
export function SessionsCard(): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const { data, error, refetch } = useApi('account', 'sessions', {}, { quiet: true, refetchInterval: renewMs });
  const others = (data?.list ?? []).filter(({ current }) => !current).length;
  const head = [
    { text: t('tools:account.sessions.device') },
    { text: t('tools:account.sessions.place'), className: wide },
    { text: t('tools:account.sessions.used') },
    { text: t('tools:account.sessions.since'), className: wide },
    { text: t('tools:account.sessions.action'), className: 'text-right' },
  ];
  return (
    <Card flush title={t('tools:account.sessions.title')} aside={others > 0 && <EndOthers />}>
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <PlainTable head={head} shapes={2}>
          {data && byUse(data.list).map((row) => <Row key={row.session_id} row={row} />)}
        </PlainTable>
      )}
    </Card>
  );
}

function Row({ row }: { row: OwnSession }): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  return (
    <tr data-session={row.session_id}>
      <td className="max-w-72">
        <bdi className="block truncate font-medium" title={row.ua}>
          {deviceName(row) || t('tools:account.sessions.unknown')}
        </bdi>
        <bdi className="mono block truncate text-mut text-xs md:hidden">{row.ip}</bdi>
      </td>
      <td className={wide}>
        <bdi className="mono">{row.ip}</bdi>
      </td>
      <td>{row.current ? t('tools:account.sessions.now') : <RelativeTime when={row.last_seen_at} />}</td>
      <td className={wide}>{absoluteTime(row.created_at)}</td>
      <td className="text-right">
        {row.current ? <StatusPill tone="done" text={t('tools:account.sessions.this')} /> : <End row={row} />}
      </td>
    </tr>
  );
}

function End({ row }: { row: OwnSession }): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const end = useMutation({
    mutationFn: () => api.account.endSession({ session_id: row.session_id }),
    onSettled: renew,
  });
  const named = { device: deviceName(row) || t('tools:account.sessions.unknown'), ip: row.ip };
  const ask = async (): Promise<void> => {
    const { result } = await confirm({
      type: 'remove',
      title: t('tools:account.sessions.endTitle'),
      content: t('tools:account.sessions.endText', named),
      confirmText: t('tools:account.sessions.end'),
    });
    if (result === 'confirm') end.mutate();
  };
  return (
    <Button
      size="sm"
      busy={end.isPending}
      aria-label={t('tools:account.sessions.endOf', named)}
      onClick={() => void ask()}
    >
      {t('tools:account.sessions.end')}
    </Button>
  );
}

function EndOthers(): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const end = useMutation({ mutationFn: () => api.account.endOthers({}), onSettled: renew });
  const ask = async (): Promise<void> => {
    const { result } = await confirm({
      type: 'remove',
      title: t('tools:account.sessions.othersTitle'),
      content: t('tools:account.sessions.othersText'),
      confirmText: t('tools:account.sessions.endOthers'),
    });
    if (result === 'confirm') end.mutate();
  };
  return (
    <Button size="sm" busy={end.isPending} onClick={() => void ask()}>
      {t('tools:account.sessions.endOthers')}
    </Button>
  );
}
