// @vitest-environment jsdom
import { orderStatus } from '@holdfast/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { serve } from '../../../test/server.ts';
import { todoItem } from '../../../test/todo-item.ts';
import { useFollowed } from '../../lib/followed.ts';
import { loadNamespaces, startI18n } from '../../lib/i18n.ts';
import { queryClient } from '../../lib/query.ts';
import { useToasts } from '../../lib/toasts.ts';
import Outcomes from './outcomes.tsx';
import { useReadHere } from './read-here.ts';

const item = (state: number, status: number) =>
  todoItem({
    state,
    status,
    decisions:
      status === 2
        ? [{ id: 'm-2', name: 'Bob', decision: 'refuse', time: new Date(), remark: '', remark_signed: false }]
        : [],
  });
const told = () => useToasts.getState().toasts.map(({ text, tone }) => [text, tone]);

beforeAll(async () => {
  await startI18n();
  await loadNamespaces(['tools']);
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  useToasts.setState({ toasts: [] });
  useFollowed.setState({ states: {} });
  vi.unstubAllGlobals();
});

/** Whoever asked watches their one item, which becomes what the test says. */
async function watched() {
  let now = item(orderStatus.awaitingApproval, 0);
  const open = () => (now.status === 0 ? [now] : []);
  serve({
    'todo.list': () => ({
      data: {
        list: open(),
        total: 1,
        pageTotal: 1,
        open_count: 1,
        my_count: 0,
        asked_count: 1,
        unseen_count: 0,
        older_unseen: false,
        search_is_part: false,
        kinds: [],
      },
    }),
    'todo.info': () => ({ data: now }),
    'transaction.detail': () => 'broken',
  });
  render(
    <QueryClientProvider client={queryClient}>
      <Outcomes />
    </QueryClientProvider>,
  );
  await waitFor(() => expect(useFollowed.getState().states).toEqual({ 7: orderStatus.awaitingApproval }));
  expect(told()).toEqual([]);
  return async (state: number, status = 1) => {
    now = item(state, status);
    await act(() => queryClient.invalidateQueries());
  };
}

it('tells whoever asked what became of it: approved, then paid, in one toast that tells the latest', async () => {
  const becomes = await watched();
  await becomes(orderStatus.awaitingSignature);
  await waitFor(() => expect(told()).toEqual([['Withdraw 1.5 ETH: Approved, being signed', 'info']]));
  await becomes(orderStatus.done);
  await waitFor(() => expect(told()).toEqual([['Withdraw 1.5 ETH: Paid', 'success']]));
  expect(useFollowed.getState().states).toEqual({});
});

it('a toast that is still shown follows the item to what none is told of', async () => {
  const becomes = await watched();
  await becomes(orderStatus.awaitingSignature);
  await waitFor(() => expect(told()).toHaveLength(1));
  await becomes(orderStatus.paying);
  await waitFor(() => expect(told()).toEqual([['Withdraw 1.5 ETH: Signed, on its way', 'info']]));
});

it('a toast that was closed does not come back for what none is told of', async () => {
  const becomes = await watched();
  await becomes(orderStatus.awaitingSignature);
  await waitFor(() => expect(told()).toHaveLength(1));
  useToasts.setState({ toasts: [] });
  await becomes(orderStatus.paying);
  await waitFor(() => expect(useFollowed.getState().states).toEqual({ 7: orderStatus.paying }));
  expect(told()).toEqual([]);
});

it('nothing is told any more of what is asked for anew', async () => {
  const becomes = await watched();
  await becomes(orderStatus.awaitingSignature);
  await waitFor(() => expect(told()).toHaveLength(1));
  await becomes(orderStatus.awaitingApproval, 0);
  await waitFor(() => expect(told()).toEqual([]));
});

it('tells whoever went to decide that it was refused, and by whom', async () => {
  serve({
    'todo.list': () => ({
      data: {
        list: [],
        total: 0,
        pageTotal: 0,
        open_count: 0,
        my_count: 0,
        asked_count: 0,
        unseen_count: 0,
        older_unseen: false,
        search_is_part: false,
        kinds: [],
      },
    }),
    'todo.info': () => ({ data: item(orderStatus.approvalRefused, 2) }),
  });
  useFollowed.getState().follow('7', orderStatus.awaitingApproval);
  render(
    <QueryClientProvider client={queryClient}>
      <Outcomes />
    </QueryClientProvider>,
  );
  await waitFor(() => expect(told()).toEqual([['Withdraw 1.5 ETH: Refused by Bob', 'ended']]));
});

it('of the item that is read in full no toast tells what it says by itself', async () => {
  renderHook(() => useReadHere('7'));
  const becomes = await watched();
  await becomes(orderStatus.done);
  await waitFor(() => expect(useFollowed.getState().states).toEqual({}));
  expect(told()).toEqual([]);
});
