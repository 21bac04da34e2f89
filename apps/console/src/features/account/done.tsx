import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { DrawerBody, useDrawers } from '../../ui/drawers.tsx';
import { EmptyState } from '../../ui/feedback.tsx';

/** The change holds. @param ended how many other sessions ended with it */
export function Done({ title, ended }: { title: string; ended: number }): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const { pop } = useDrawers();
  return (
    <DrawerBody footer={<Button onClick={pop}>{t('common.close')}</Button>}>
      <EmptyState
        icon={<CircleCheck size={18} aria-hidden />}
        title={title}
        {...(ended > 0 ? { text: t('tools:account.ended', { count: ended }) } : {})}
      />
    </DrawerBody>
  );
}
