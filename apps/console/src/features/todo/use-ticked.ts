import { useEffect, useMemo } from 'react';
import { keyOf, myAction, type TodoItem } from '../../lib/inbox-item.ts';
import { type Selection, useSelection } from '../../ui/table/use-selection.ts';

/**
 * Ticked items, as they are listed now: what the caller has decided, or what has ended, is ticked no more, and does not become so again when it is asked
 * for anew.
 * @param list names what is listed @param items those, undefined until they are there
 */
export function useTicked(list: string, items: readonly TodoItem[] | undefined): Selection<TodoItem> {
  const selection = useSelection<TodoItem>(list, keyOf);
  const { rows, drop } = selection;
  const open = useMemo(
    () => new Map((items ?? []).flatMap((item) => (item.my_action === myAction.decide ? [[keyOf(item), item]] : []))),
    [items],
  );
  const left = useMemo(() => new Map([...open].filter(([key]) => rows.has(key))), [open, rows]);
  useEffect(() => {
    const gone = items ? [...rows.values()].filter((row) => !open.has(keyOf(row))) : [];
    if (gone.length > 0) drop(gone);
  }, [items, rows, open, drop]);
  return { ...selection, rows: left };
}
