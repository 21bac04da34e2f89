import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type LeaveGuard, useLeaveGuard } from '../lib/leave-guard.ts';
import { confirm } from './confirm.tsx';
import { parseStack } from './drawer-stack.ts';
import { useDrawers } from './drawers.tsx';

/** Asks before what somebody wrote is left, and lost. @param stays where it is still there */
export function useUnsent(written: boolean, stays: LeaveGuard['free']): void {
  const { t } = useTranslation();
  const ask = async (): Promise<boolean> => {
    const { result } = await confirm({
      type: 'warning',
      title: t('common.unsent.title'),
      content: t('common.unsent.text'),
      confirmText: t('withdraw.leave.yes'),
      cancelText: t('withdraw.leave.no'),
    });
    return result === 'confirm';
  };
  useLeaveGuard(written, { free: stays, ask });
}

const countOf = (stack: unknown, drawer: string): number =>
  typeof stack === 'string' ? parseStack(stack, (name) => name === drawer).length : 0;

/**
 * The same of what is written in a drawer.
 * @param drawer its name
 * @returns call it once it was asked for: then nothing is held any more
 */
export function useUnsentDrawer(drawer: string, written: boolean): () => void {
  const { stack } = useDrawers();
  const open = stack.filter(({ name }) => name === drawer).length;
  const sent = useRef(false);
  useUnsent(written, ({ d }) => sent.current || countOf(d, drawer) >= open);
  return () => {
    sent.current = true;
  };
}
