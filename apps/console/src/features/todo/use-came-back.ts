import type { ClientInput, contract } from '@holdfast/contract';
import { useEffect, useState } from 'react';
import { keyOf, myAction, type TodoItem } from '../../lib/inbox-item.ts';
import { queryClient, useApi } from '../../lib/query.ts';

const everyMs = 1_000;
/** Longer than the server takes to learn of a decision from the signer that took it. */
const mostMs = 5_000;

interface Return {
  /** Somebody goes to the page that signs. */
  readonly went: () => void;
  readonly looking: boolean;
}

/** From when they come back until it waits for them no more, or the time is over. @param waits it is theirs to decide */
function useReturn(waits: boolean): Return {
  const [isGone, setGone] = useState(false);
  const [isBack, setBack] = useState(false);
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
  return { went: () => setGone(true), looking };
}

/**
 * Whoever comes back from the page that signs may be here before their decision is: for a while the server is asked again, and nobody is told meanwhile that
 * they are waited for.
 */
export function useCameBack({
  item_type,
  item_id,
  my_action,
}: Pick<TodoItem, 'item_type' | 'item_id' | 'my_action'>): Return {
  const back = useReturn(my_action === myAction.decide);
  const { looking } = back;
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
  return back;
}

const none: ReadonlySet<string> = new Set();

/** The same of several that they went to decide together: their list is asked for again, which tells of each. */
export function useCameBackTogether(
  items: readonly TodoItem[],
  ask: ClientInput<typeof contract.todo.list>,
): { readonly went: (some: readonly TodoItem[]) => void; readonly looking: ReadonlySet<string> } {
  const [gone, setGone] = useState(none);
  const waiting = items
    .filter((item) => item.my_action === myAction.decide)
    .map(keyOf)
    .filter((key) => gone.has(key));
  const { went, looking } = useReturn(waiting.length > 0);
  useApi('todo', 'list', ask, { quiet: true, keep: true, enabled: looking, refetchInterval: everyMs });
  return {
    went: (some) => {
      setGone(new Set(some.map(keyOf)));
      went();
    },
    looking: looking ? new Set(waiting) : none,
  };
}
