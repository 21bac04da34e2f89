import { useEffect, useState } from 'react';
import { myAction, type TodoItem } from '../../lib/inbox-item.ts';
import { queryClient, useApi } from '../../lib/query.ts';

const everyMs = 1_000;
/** Longer than the server takes to learn of a decision from the signer that took it. */
const mostMs = 5_000;

/**
 * Whoever comes back from the page that signs may be here before their decision is: for a while the server is asked again, and nobody is told meanwhile that
 * they are waited for.
 */
export function useCameBack({ item_type, item_id, my_action }: Pick<TodoItem, 'item_type' | 'item_id' | 'my_action'>): {
  /** Somebody goes to that page. */
  readonly went: () => void;
  readonly looking: boolean;
} {
  const [isGone, setGone] = useState(false);
  const [isBack, setBack] = useState(false);
  const waits = my_action === myAction.decide;
  const looking = isGone && isBack && waits;
  if (isGone && !waits) {
    setGone(false);
    setBack(false);
  }
  useEffect(() => {
    if (!isGone) return;
    const seen = (): void => setBack(document.visibilityState === 'visible');
    document.addEventListener('visibilitychange', seen);
    return () => document.removeEventListener('visibilitychange', seen);
  }, [isGone]);
  useEffect(() => {
    if (!looking) return;
    const over = setTimeout(() => {
      setGone(false);
      setBack(false);
    }, mostMs);
    return () => clearTimeout(over);
  }, [looking]);
  const { data } = useApi(
    'todo',
    'info',
    { item_type, item_id },
    { quiet: true, enabled: looking, refetchInterval: everyMs },
  );
  const isKnown = looking && data !== undefined && data.my_action !== myAction.decide;
  useEffect(() => {
    if (isKnown) void queryClient.invalidateQueries({ queryKey: ['todo'] });
  }, [isKnown]);
  return { went: () => setGone(true), looking };
}
