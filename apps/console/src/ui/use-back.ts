import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';

/** While `open`, the browser's Back closes what lies over the page, and the page stays: as on a phone, where Back is how things are closed. */
export function useBack(open: boolean, close: () => void): void {
  const history = useRouter({ warn: false })?.history;
  const back = useEffectEvent(close);
  useEffect(() => {
    if (!open || !history) return;
    // A page that was opened by a link has nothing before it that could be held: Back would leave the console. So it stands there twice.
    const { href, state } = history.location;
    if (state.__TSR_index === 0) history.push(href, {}, { ignoreBlocker: true });
    return history.block({
      enableBeforeUnload: false,
      blockerFn: ({ action }) => {
        if (action !== 'BACK') return false;
        back();
        return true;
      },
    });
  }, [open, history]);
}
