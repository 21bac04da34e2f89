import { useMutation } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { api, effects, isRefusal } from '../../lib/api.ts';
import { Button } from '../../ui/button.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { useErrorText } from '../../ui/feedback.tsx';
import { StepUp } from '../../ui/step-up.tsx';

/** Asks, asks for a fresh code where the last is too old, ends every session of the user's, and leaves. */
export function NotMe({ small = false }: { small?: boolean }): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const revoke = useMutation({
    mutationFn: () => api.loginHistory.revokeAll({}),
    onSuccess: () => effects.logout(),
    meta: { quiet: true },
  });
  const textOf = useErrorText();
  const needsCode = isRefusal(revoke.error) && revoke.error.refusal === 'stepUpRequired';
  const ask = async (): Promise<void> => {
    const title = t('tools:login.notMeTitle');
    const options = {
      type: 'remove',
      title,
      content: t('tools:login.notMeText'),
      confirmText: t('tools:login.notMe'),
    } as const;
    if ((await confirm(options)).result === 'confirm') revoke.mutate();
  };
  if (needsCode) return <StepUp onDone={() => revoke.mutate()} />;
  return (
    <span className="grid justify-items-end gap-1">
      <Button variant="danger" size={small ? 'sm' : 'md'} busy={revoke.isPending} onClick={() => void ask()}>
        <LogOut aria-hidden />
        {t('tools:login.notMe')}
      </Button>
      {revoke.error && (
        <span role="alert" className="text-bad text-xs">
          {textOf(revoke.error)}
        </span>
      )}
    </span>
  );
}
