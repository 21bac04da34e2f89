import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { usePermission } from '../../lib/permission.ts';
import { queryClient } from '../../lib/query.ts';
import { Button } from '../../ui/button.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { RelativeTime } from '../../ui/display.tsx';
import { StatusPill } from '../../ui/feedback.tsx';
import { Card } from '../../ui/layout.tsx';
import { PlainTable } from '../../ui/plain-table.tsx';
import type { Health } from './view.ts';

type Upkeep = Health['upkeep'][number];
const wide = 'max-md:hidden';

/** Backups and drills with their age, as members noted them: the server sees neither. */
export function UpkeepCard({ upkeep }: { upkeep: readonly Upkeep[] }): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const head = [
    { text: t('tools:health.what') },
    { text: t('tools:health.state') },
    { text: t('tools:health.by'), className: wide },
    { text: t('tools:health.noteIt') },
  ];
  return (
    <Card flush title={t('tools:health.upkeep')}>
      <p className="px-4 pb-2 text-mut">{t('tools:health.upkeep.about')}</p>
      <PlainTable head={head} shapes={5}>
        {upkeep.map((one) => (
          <UpkeepRow key={one.kind} one={one} />
        ))}
      </PlainTable>
    </Card>
  );
}

function UpkeepRow({ one }: { one: Upkeep }): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const { kind, done_at, by_name, remark, every_days, due } = one;
  return (
    <tr data-upkeep={kind}>
      <td className="max-md:whitespace-normal">
        <span className="font-medium">{t(`tools:health.kind.${kind}`)}</span>
        <span className="block text-mut text-xs">{t('tools:health.every', { count: every_days })}</span>
      </td>
      <td>
        <StatusPill tone={due ? 'wait' : 'done'} text={t(due ? 'tools:health.due' : 'tools:health.fresh')} />
        <span className="block text-mut text-xs">
          {done_at ? <RelativeTime when={done_at} /> : t('tools:health.never')}
        </span>
      </td>
      <td className={`${wide} max-w-64`}>
        <bdi className="block truncate">{by_name || (done_at ? t('tools:health.fromLog') : '–')}</bdi>
        <bdi className="block truncate text-mut text-xs">{remark}</bdi>
      </td>
      <td>
        <NoteIt kind={kind} />
      </td>
    </tr>
  );
}

function NoteIt({ kind }: Pick<Upkeep, 'kind'>): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const may = usePermission('health.note');
  const note = useMutation({
    mutationFn: (remark: string) => api.health.note({ upkeep: kind, remark }),
    onSuccess: () =>
      Promise.all(['health', 'signing'].map((area) => queryClient.invalidateQueries({ queryKey: [area] }))),
  });
  const ask = async (): Promise<void> => {
    const { result, remark } = await confirm({
      type: 'info',
      title: t(`tools:health.kind.${kind}`),
      content: t('tools:health.note.text'),
      remark: t('tools:health.note.remark'),
      confirmText: t('tools:health.note.done'),
    });
    if (result === 'confirm') note.mutate(remark);
  };
  if (!may) return '–';
  return (
    <Button
      size="sm"
      busy={note.isPending}
      aria-label={t('tools:health.note.of', { what: t(`tools:health.kind.${kind}`) })}
      onClick={() => void ask()}
    >
      {t('tools:health.note.done')}
    </Button>
  );
}
