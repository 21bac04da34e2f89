// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { inConsole, open } from '../../../test/screen.tsx';
import { serve } from '../../../test/server.ts';
import { todoItem } from '../../../test/todo-item.ts';

inConsole();
const nodes = [
  { index: 0, name: '', kind: 'approve', threshold: 1, status: 1, members: [{ id: 'm-2', name: 'Ann', status: 0 }] },
];
const counts = { open_count: 2, my_count: 2, asked_count: 0, unseen_count: 0, older_unseen: false };

/** The inbox with two items; of the first the server learns that it is decided when `learn` is called. */
async function inbox() {
  let first = { nodes, my_action: 1 };
  serve({
    'todo.info': () => ({ data: todoItem(first) }),
    'todo.list': (form) => {
      const list = form.get('scope') === 'asked' ? [] : [todoItem(first), todoItem({ item_id: 8, my_action: 1 })];
      return { data: { list, pageTotal: 1, total: 2, kinds: [], search_is_part: false, ...counts } };
    },
  });
  await open('/mpc/center/todo');
  await screen.findByRole('article');
  return {
    learn: () => {
      first = { nodes: [], my_action: 2 };
    },
  };
}
/** Goes to another tab, or comes from it. */
function look(state: 'visible' | 'hidden'): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
}
const told = () => screen.getAllByRole('status').map(({ textContent }) => textContent);

it('whoever comes back from signing before the server knows of it is not told that they are waited for', async () => {
  const { learn } = await inbox();
  await waitFor(() => expect(told()).toContainEqual(expect.stringContaining('Waiting for one more approver')));
  fireEvent.click(screen.getByTestId('approval-link'));
  look('hidden');
  look('visible');
  expect(told()).toContain('Looking whether you have decided…');
  learn();
  await waitFor(() => expect(told()).toContain('Approved, waiting for the signers'));
});

it('whoever comes back without having signed is told after a while what it waits for', async () => {
  await inbox();
  vi.useFakeTimers({ shouldAdvanceTime: true });
  fireEvent.click(screen.getByTestId('approval-link'));
  look('hidden');
  look('visible');
  expect(told()).toContain('Looking whether you have decided…');
  await act(() => vi.advanceTimersByTimeAsync(5_100));
  expect(told()).toContainEqual(expect.stringContaining('Waiting for one more approver'));
  vi.useRealTimers();
  look('hidden');
  look('visible');
  expect(told()).toContainEqual(expect.stringContaining('Waiting for one more approver'));
});

it('whoever has only been elsewhere is told what it waits for, at once', async () => {
  await inbox();
  look('hidden');
  look('visible');
  expect(told()).toContainEqual(expect.stringContaining('Waiting for one more approver'));
});

/** The inbox with three items of which the first two are ticked and gone to, and looked at again; of `1` the server learns that it is decided. */
async function cameBackFromTwo() {
  const link = (id: number) =>
    `http://signer.example/#/i/${String(id).padStart(8, '0')}-0000-4000-8000-000000000000?return=`;
  const item = (item_id: number, my_action = 1) =>
    todoItem({ item_id, nodes, my_action, intent_id: `i-${item_id}`, approval_url: link(item_id) });
  let list = [item(1), item(2), item(3)];
  serve({
    'todo.info': () => ({ data: list[0] }),
    'todo.list': (form) => {
      const found = form.get('scope') === 'all' ? list : [];
      return { data: { list: found, pageTotal: 1, total: 3, kinds: [], search_is_part: false, ...counts } };
    },
  });
  await open('/mpc/center/todo');
  await screen.findByRole('article');
  for (const box of screen.getAllByRole('checkbox', { name: /^Tick:/ }).slice(0, 2)) fireEvent.click(box);
  fireEvent.click(screen.getByRole('link', { name: 'Review and sign 2' }));
  look('hidden');
  look('visible');
  return {
    learn: () => {
      list = [item(1, 2), item(2), item(3)];
    },
  };
}
/** Which rows say that it is looked whether they were decided. */
const lookedFor = () =>
  screen
    .getAllByRole('button', { name: /^Withdraw 1.5 ETH/ })
    .map(({ textContent }) => textContent?.includes('Looking whether you have decided…'));

it('whoever comes back from signing several is told of none of them that it waits, until the server knows of it or the time is over', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { learn } = await cameBackFromTwo();
  expect(lookedFor()).toEqual([true, true, false]);
  // So does the one that is looked at beside them.
  expect(told()).toContain('Looking whether you have decided…');
  learn();
  await waitFor(() => expect(lookedFor()).toEqual([false, true, false]), { timeout: 3_000 });
  await act(() => vi.advanceTimersByTimeAsync(5_100));
  expect(lookedFor()).toEqual([false, false, false]);
  vi.useRealTimers();
});

it('beside ticked items the way to decide them is the one that stands out', async () => {
  await inbox();
  const standsOut = () => document.querySelectorAll('.btn-primary').length;
  expect(standsOut()).toBe(1);
  fireEvent.click(screen.getAllByRole('checkbox', { name: /^Tick:/ })[1] as HTMLElement);
  expect(screen.getByTestId('approval-link').className).not.toContain('btn-primary');
});
