import { useEffect, useState } from 'react';
import { myAction, type TodoItem } from '../../lib/inbox-item.ts';
import { queryClient } from '../../lib/query.ts';

const everyMs = 500;
/** Longer than the server takes to learn of a decision from the signer that took it. */
const mostMs = 5_000;

/**
 * Whoever comes back from the page that signs may be here before their decision is: for a while the server is asked again, and nobody is told meanwhile that
 * they are waited for.
 */
export function useCameBack({ my_action }: Pick<TodoItem, 'my_action'>): {
  readonly went: () => void;
  readonly looking: boolean;
} {
  const [isGone, setGone] = useState(false);
  const [isBack, setBack] = useState(false);
  const waits = my_action === myAction.decide;
  useEffect(() => {
    if (!isGone) return;
    const seen = (): void => setBack(document.visibilityState === 'visible');
    document.addEventListener('visibilitychange', seen);
    return () => document.removeEventListener('visibilitychange', seen);
  }, [isGone]);
  const looking = isGone && isBack && waits;
  useEffect(() => {
    if (!looking) return;
    const again = setInterval(() => void queryClient.invalidateQueries({ queryKey: ['todo'] }), everyMs);
    const end = setTimeout(() => {
      setGone(false);
      setBack(false);
    }, mostMs);
    return () => {
      clearInterval(again);
      clearTimeout(end);
    };
  }, [looking]);
  return { went: () => setGone(true), looking };
}
