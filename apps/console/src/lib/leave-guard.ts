import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

export type Leaving = 'BACK' | 'FORWARD' | 'GO' | 'PUSH' | 'REPLACE';

export interface LeaveGuard {
  /** May be left without a word: nothing is written, or what is written stays open there. */
  readonly free: (
    next: { readonly d?: unknown; readonly id?: unknown; readonly type?: unknown },
    path: string,
  ) => boolean;
  /** Asked when it is left all the same; true leaves. Meanwhile, and after no, everything stays as it is. */
  readonly ask: (how: Leaving) => Promise<boolean>;
}

/**
 * Holds Escape, the browser's Back, links and reload until the person has said yes, as long as `on`. The browser has its own words for a reload.
 * What a refusal of the server leads to (log-out, a selection that is gone) is not held.
 */
export function useLeaveGuard(on: boolean, guard: LeaveGuard): void {
  const router = useRouter();
  const latest = useRef(guard);
  useEffect(() => {
    latest.current = guard;
  });
  useEffect(() => {
    if (!on) return;
    const { history } = router;
    const free = { ignoreBlocker: true };
    let asking = false;
    return history.block({
      enableBeforeUnload: true,
      blockerFn: ({ currentLocation, nextLocation, action }) => {
        const isFree = (): boolean =>
          latest.current.free(router.options.parseSearch(nextLocation.search), nextLocation.pathname);
        if (isFree()) return false;
        const far = nextLocation.state.__TSR_index - currentLocation.state.__TSR_index;
        const leave = (): void => {
          if (action === 'PUSH') history.push(nextLocation.href, nextLocation.state, free);
          else if (action === 'REPLACE') history.replace(nextLocation.href, nextLocation.state, free);
          else history.go(far, free);
        };
        if (!asking) {
          asking = true;
          void latest.current.ask(action).then((yes) => {
            asking = false;
            // What has become free meanwhile has gone its own way.
            if (yes && !isFree()) leave();
          });
        }
        return true;
      },
    });
  }, [on, router]);
}
