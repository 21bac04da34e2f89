import { LockKeyhole, LockKeyholeOpen } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { usePermission } from '../../lib/permission.ts';
import { useApi } from '../../lib/query.ts';
import { Button } from '../../ui/button.tsx';
import { cn } from '../../ui/cn.ts';
import { useDrawers } from '../../ui/drawers.tsx';
import { Skeleton } from '../../ui/feedback.tsx';
import { Card } from '../../ui/layout.tsx';

/** Whether payments go to listed payees alone, as the signers hold it, and how long a new one waits. */
export function ModeCard(): ReactNode {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  const { push } = useDrawers();
  const mayEdit = usePermission('addressBook.mode');
  const { data } = useApi('addressBook', 'whiteStatus', {}, { quiet: true });
  if (!data)
    return (
      <Card>
        <Skeleton className="h-9 w-1/2" />
      </Card>
    );
  const on = data.mode === 'on';
  const Icon = on ? LockKeyhole : LockKeyholeOpen;
  const changing = data.white_status === 2;
  return (
    <Card className="flex flex-wrap items-center gap-3">
      <span
        className={cn(
          'grid size-9 shrink-0 place-items-center rounded-full',
          on ? 'bg-oks text-ok' : 'bg-hov text-mut',
        )}
      >
        <Icon size={17} aria-hidden />
      </span>
      <span className="min-w-48 flex-1">
        <strong className="block font-medium">{t(on ? 'whiteAddress:mode.on' : 'whiteAddress:mode.off')}</strong>
        <span className="text-mut">
          {t(on ? 'whiteAddress:mode.onText' : 'whiteAddress:mode.offText', { count: data.cooling_hours })}
        </span>
      </span>
      {mayEdit && (
        <Button disabled={changing} onClick={() => push('bookMode')}>
          {t(changing ? 'whiteAddress:mode.changing' : 'whiteAddress:mode.change')}
        </Button>
      )}
    </Card>
  );
}
