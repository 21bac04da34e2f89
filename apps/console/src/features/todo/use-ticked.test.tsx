// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { todoItem } from '../../../test/todo-item.ts';
import type { TodoItem } from '../../lib/inbox-item.ts';
import { useTicked } from './use-ticked.ts';

const item = (item_id: number, my_action = 1, over: object = {}) =>
  todoItem({ item_id, my_action, ...over }) as unknown as TodoItem;
const list = [item(1), item(2), item(3)];

/** The inbox, with its first two items ticked. */
function ticked() {
  const view = renderHook(({ items }) => useTicked('open', items), {
    initialProps: { items: list as readonly TodoItem[] | undefined },
  });
  const keys = () => [...view.result.current.rows.keys()];
  for (const one of list.slice(0, 2)) act(() => view.result.current.toggle(one, list, false));
  return {
    keys,
    rows: () => view.result.current.rows,
    shows: (items?: readonly TodoItem[]) => view.rerender({ items }),
  };
}

it('what was decided or has ended is ticked no more, and not again when it comes back', () => {
  const { keys, shows } = ticked();
  expect(keys()).toEqual(['1', '2']);
  shows([item(1, 2), item(2), item(3)]);
  expect(keys()).toEqual(['2']);
  shows([item(3)]);
  expect(keys()).toEqual([]);
  shows(list);
  expect(keys()).toEqual([]);
});

it('while the list is not there nothing is forgotten, and what is ticked is what is listed now', () => {
  const { rows, keys, shows } = ticked();
  shows(undefined);
  shows([item(1, 1, { intent_hash: 'cd'.repeat(32) }), item(2), item(3)]);
  expect(keys()).toEqual(['1', '2']);
  expect(rows().get('1')?.intent_hash).toBe('cd'.repeat(32));
});
