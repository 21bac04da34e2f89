// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { inConsole, open } from '../../../test/screen.tsx';
import { type SeenRequest, serve } from '../../../test/server.ts';
import { todoItem } from '../../../test/todo-item.ts';
import { queryClient } from '../../lib/query.ts';

inConsole();
let seen: SeenRequest[] = [];
const list = [todoItem({ item_id: 7 }), todoItem({ item_id: 8 })];
/** Of the list; nothing here looks at them. */
const counts = {
  open_count: 2,
  my_count: 0,
  asked_count: 0,
  kinds: [],
  unseen_count: 0,
  older_unseen: false,
  search_is_part: false,
};
beforeEach(() => {
  seen = serve({ 'todo.list': () => ({ data: { list, total: 2, pageTotal: 1, ...counts } }) });
});
const screenOf = (wide: boolean): void =>
  void vi.stubGlobal('matchMedia', () => ({
    matches: wide,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));

/** Comes to the list from another page, and opens an item, then the other one. */
async function look() {
  const router = await open('/mpc/center/transactions');
  await act(() => router.navigate({ to: '/mpc/center/todo' }));
  const rows = () => [...document.querySelectorAll<HTMLElement>('li > button[aria-current]')].slice(0, 2);
  await waitFor(() => expect(rows()).toHaveLength(2));
  const item = () => new URLSearchParams(router.state.location.searchStr).get('item');
  for (const [at, id] of [
    [0, '7'],
    [1, '8'],
  ] as const) {
    fireEvent.click(rows()[at] as HTMLElement);
    await waitFor(() => expect(item()).toBe(id));
  }
  return { router, item, back: () => act(async () => router.history.back()) };
}

it('on a phone Back leads from an item to the list, and from there to where one came from', async () => {
  screenOf(false);
  const { router, item, back } = await look();
  await back();
  await waitFor(() => expect(item()).toBeNull());
  expect(router.state.location.pathname).toBe('/mpc/center/todo');
  await back();
  await waitFor(() => expect(router.state.location.pathname).toBe('/mpc/center/transactions'));
});

it('on a phone the button back to the list is the same step, not one more', async () => {
  screenOf(false);
  const { router, item, back } = await look();
  fireEvent.click(screen.getByRole('button', { name: 'Back' }));
  await waitFor(() => expect(item()).toBeNull());
  await back();
  await waitFor(() => expect(router.state.location.pathname).toBe('/mpc/center/transactions'));
});

it('on a wide screen an item stands beside the list, and Back leaves both', async () => {
  screenOf(true);
  const { router, back } = await look();
  await back();
  await waitFor(() => expect(router.state.location.pathname).toBe('/mpc/center/transactions'));
});

it('a link with days shows them, and asks for what was asked for from the first one until the end of the last', async () => {
  screenOf(true);
  await open('/mpc/center/todo?from=2026-11-03&to=2026-11-04');
  expect((await screen.findByLabelText<HTMLInputElement>('From')).value).toBe('2026-11-03');
  const asked = seen.filter(({ path, form }) => path.endsWith('/todo/list') && form.has('start')).at(-1)?.form;
  expect([asked?.get('start'), asked?.get('end')]).toEqual(
    [new Date(2026, 10, 3), new Date(2026, 10, 5)].map((day) => String(day.getTime())),
  );
});

it('what is read without being chosen stays when others end it, and no other request comes in its place', async () => {
  screenOf(true);
  const [first, second] = [todoItem({ item_id: 7 }), todoItem({ item_id: 8 })];
  let waiting = [first, second];
  serve({
    'todo.list': () => ({ data: { list: waiting, total: waiting.length, pageTotal: 1, ...counts } }),
    'todo.info': () => ({ data: { ...first, status: 2, state: 2100 } }),
  });
  await open('/mpc/center/todo');
  const shown = async () => (await screen.findByRole('article')).textContent ?? '';
  expect(await shown()).toContain('W-7');
  waiting = [second];
  await act(() => queryClient.invalidateQueries({ queryKey: ['todo'] }));
  await waitFor(async () => expect(await shown()).toMatch(/Refused|Rejected/));
  expect(await shown()).toContain('W-7');
  expect(screen.queryByRole('link', { name: 'Review and sign' })).toBeNull();
});

it('what else waits for whoever has decided, or looks at what has ended, is one press away; not while it is their turn', async () => {
  screenOf(true);
  const decided = todoItem({ item_id: 7, my_action: 2 });
  const waiting = todoItem({ item_id: 8, my_action: 1 });
  const ended = { ...todoItem({ item_id: 6 }), status: 2, state: 2100 };
  const data = { list: [decided, waiting], total: 2, pageTotal: 1, ...counts, my_count: 5 };
  serve({ 'todo.list': () => ({ data }), 'todo.info': () => ({ data: ended }) });
  const router = await open('/mpc/center/todo?item=7');
  const item = () => new URLSearchParams(router.state.location.searchStr).get('item');
  fireEvent.click(await screen.findByRole('button', { name: 'Next to decide (5)' }));
  await waitFor(() => expect(item()).toBe('8'));
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Next to decide/ })).toBeNull());
  await act(() => router.navigate({ to: '/mpc/center/todo', search: { item: '6' } as never }));
  fireEvent.click(await screen.findByRole('button', { name: 'Next to decide (5)' }));
  await waitFor(() => expect(item()).toBe('8'));
});
