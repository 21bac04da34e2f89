import { ApiError } from '@holdfast/contract';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
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

interface UnsentOptions {
  /** Where it is still there. */
  readonly stays: LeaveGuard['free'];
  /** It is offered again for five minutes (`useKeeping`); otherwise it is lost. */
  readonly kept: boolean;
}

/** Asks before what somebody wrote is left. Nothing is left while the server is being asked. */
export function useUnsent(state: Unsent, { stays, kept }: UnsentOptions): void {
  const { t } = useTranslation();
  const written = kept ? 'common.unsent.kept' : 'common.unsent.text';
  const ask = async (): Promise<boolean> => {
    if (state === 'asking') return false;
    const { result } = await confirm({
      type: 'warning',
      title: t('common.unsent.title'),
      content: t(state === 'unknown' ? 'common.unsent.unknown' : written),
      confirmText: t('withdraw.leave.yes'),
      cancelText: t('withdraw.leave.no'),
    });
    return result === 'confirm';
  };
  useLeaveGuard(state !== 'nothing', { free: stays, ask });
}

/** May be left for as long as the drawer is open, or, of a page, for what opens above it. */
function useStays(): LeaveGuard['free'] {
  const own = useOwnPage();
  const router = useRouter();
  const [here] = useState(() => router.state.location);
  return ({ d, id, type }, path) => {
    if (own) return typeof d === 'string' && parseStack(d, () => true).some(({ key }) => key === own.key);
    // What else stands in the address is how the page is looked at.
    const begun: { readonly id?: unknown; readonly type?: unknown } = here.search;
    return path === here.pathname && id === begun.id && type === begun.type;
  };
}

/** The same of what is written in a drawer, or on a page. */
export function useUnsentForm(state: Unsent, kept = false): void {
  useUnsent(state, { stays: useStays(), kept });
}

/** The same of what is kept in a drawer that gives way to another once it was asked for. @param sent it was: then nothing is held any more */
export function useUnsentDrawer(state: Unsent, sent: { readonly current: boolean }): void {
  const stays = useStays();
  useUnsent(state, { stays: (next, path) => sent.current || stays(next, path), kept: true });
}
