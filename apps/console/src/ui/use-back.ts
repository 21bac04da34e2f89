import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';

/** While `open`, the browser's Back closes what lies over the page, and the page stays: as on a phone, where Back is how things are closed. */
export function useBack(open: boolean, close: () => void): void {
  const history = useRouter({ warn: false })?.history;
  const back = useEffectEvent(close);
  useEffect(() => {
    if (!open || !history) return;
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
