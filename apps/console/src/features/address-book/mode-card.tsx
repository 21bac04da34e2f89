import { LockKeyhole, LockKeyholeOpen } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { usePermission } from '../../lib/permission.ts';
import { useApi } from '../../lib/query.ts';
import { absoluteTime } from '../../lib/time.ts';
import { Button } from '../../ui/button.tsx';
import { cn } from '../../ui/cn.ts';
import { useDrawers } from '../../ui/drawers.tsx';
import { Skeleton } from '../../ui/feedback.tsx';
import { Card } from '../../ui/layout.tsx';
import { useNow } from '../../ui/use-now.ts';
import { timeLeft, type White } from './view.ts';

const everyMs = 20_000;

/** How it looks now: `held` is switched off, and still counts. */
const looks = {
  on: { Icon: LockKeyhole, tone: 'bg-oks text-ok' },
  held: { Icon: LockKeyhole, tone: 'bg-warns text-warn' },
  off: { Icon: LockKeyholeOpen, tone: 'bg-hov text-mut' },
} as const;

/** Whether payments go to listed payees alone, as the signers hold it, and how long a new one waits. */
export function ModeCard(): ReactNode {
  const { data } = useApi('addressBook', 'whiteStatus', {}, { quiet: true });
  if (!data)
    return (
      <Card>
        <Skeleton className="h-9 w-1/2" />
      </Card>
    );
  const { Icon, tone } = looks[data.off_from === null ? data.mode : 'held'];
  return (
    <Card className="flex flex-wrap items-center gap-3">
      <span className={cn('grid size-9 shrink-0 place-items-center rounded-full', tone)}>
        <Icon size={17} aria-hidden />
      </span>
      <span className="min-w-48 flex-1">
        <Standing white={data} />
      </span>
      <Changing white={data} />
    </Card>
  );
}

/** What counts, and from when on what the members have agreed on since. */
function Standing({ white }: { white: White }): ReactNode {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  const now = useNow(everyMs);
  const { mode, off_from: offFrom, shorter_from: shorterFrom, cooling_hours: hours, held_hours: count } = white;
  const left = (from: Date): string => {
    const told = timeLeft(from, now);
    return told ? t(told.key, { count: told.count }) : '';
  };
  const plain = mode === 'on' ? 'whiteAddress:mode.onText' : 'whiteAddress:mode.offText';
  return (
    <>
      <strong className="block font-medium">
        {offFrom
          ? t('whiteAddress:mode.offFrom', { when: absoluteTime(offFrom) })
          : t(mode === 'on' ? 'whiteAddress:mode.on' : 'whiteAddress:mode.off')}
      </strong>
      <span className="block text-mut">
        {offFrom ? t('whiteAddress:mode.heldText', { count, left: left(offFrom) }) : t(plain, { count })}
      </span>
      {shorterFrom && (
        <span className="block text-mut">
          {t('whiteAddress:mode.shorterFrom', {
            count: hours,
            when: absoluteTime(shorterFrom),
            left: left(shorterFrom),
          })}
        </span>
      )}
    </>
  );
}

/** The way to change it; what still cools down is taken back by who tightens, at once. */
function Changing({ white }: { white: White }): ReactNode {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  const { push } = useDrawers();
  if (!usePermission('addressBook.mode')) return null;
  const { off_from: offFrom, shorter_from: shorterFrom, held_hours: count } = white;
  if (white.white_status === 2) return <Button disabled>{t('whiteAddress:mode.changing')}</Button>;
  return (
    <>
      {(offFrom ?? shorterFrom) && (
        <Button onClick={() => push('bookMode', 'undo')}>
          {offFrom ? t('whiteAddress:mode.onAgain') : t('whiteAddress:mode.backTo', { count })}
        </Button>
      )}
      <Button onClick={() => push('bookMode')}>{t('whiteAddress:mode.change')}</Button>
    </>
  );
}
