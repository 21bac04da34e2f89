import { ApiError } from '@holdfast/contract';
import { useTranslation } from 'react-i18next';
import { type LeaveGuard, useLeaveGuard } from '../lib/leave-guard.ts';
import { confirm } from './confirm.tsx';
import { parseStack } from './drawer-stack.ts';
import { useOwnPage } from './drawers.tsx';

/** How far what stands in a form has come. The server is being asked, or was asked and gave no answer. */
export type Unsent = 'nothing' | 'written' | 'asking' | 'unknown';

export function unsentOf(
  written: boolean,
  { isPending, error }: { readonly isPending: boolean; readonly error: Error | null },
): Unsent {
  if (isPending) return 'asking';
  if (error && !(error instanceof ApiError)) return 'unknown';
  return written ? 'written' : 'nothing';
}

/**
 * Asks before what somebody wrote is left, and lost. Nothing is left while the server is being asked.
 * @param stays where it is still there
 */
export function useUnsent(state: Unsent, stays: LeaveGuard['free']): void {
  const { t } = useTranslation();
  const ask = async (): Promise<boolean> => {
    if (state === 'asking') return false;
    const { result } = await confirm({
      type: 'warning',
      title: t('common.unsent.title'),
      content: t(state === 'unknown' ? 'common.unsent.unknown' : 'common.unsent.text'),
      confirmText: t('withdraw.leave.yes'),
      cancelText: t('withdraw.leave.no'),
    });
    return result === 'confirm';
  };
  useLeaveGuard(state !== 'nothing', { free: stays, ask });
}

/** The same of what is written in a drawer. @param sent it was asked for: then nothing is held any more */
export function useUnsentDrawer(state: Unsent, sent: { readonly current: boolean }): void {
  const own = useOwnPage();
  const isOpen = (stack: unknown): boolean =>
    typeof stack === 'string' && parseStack(stack, () => true).some(({ key }) => key === own?.key);
  useUnsent(state, ({ d }) => sent.current || isOpen(d));
}
