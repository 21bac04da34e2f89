// @vitest-environment jsdom
import { orderStatus } from '@holdfast/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeAll, expect, it, vi } from 'vitest';
import { inConsole } from '../../../test/screen.tsx';
import { serve } from '../../../test/server.ts';
import { todoItem } from '../../../test/todo-item.ts';
import { loadNamespaces } from '../../lib/i18n.ts';
import { apiQuery, queryClient } from '../../lib/query.ts';
import { Lately } from './lately.tsx';

inConsole();
beforeAll(() => loadNamespaces(['tools']));

const counts = { open_count: 0, my_count: 0, asked_count: 0, unseen_count: 0, older_unseen: false };
const rest = { ...counts, pageTotal: 1, search_is_part: false, kinds: [] };
const ended = (item_id: number, minutesAgo: number, over: object = {}) =>
  todoItem({
    ...{ item_id, status: 1, state: orderStatus.done, created_at: new Date(Date.now() - minutesAgo * 60_000) },
    ...over,
  });

/** What was asked or decided by the reader, by how it ended. */
function show(lists: Readonly<Record<string, readonly object[]>>, onChoose: (key: string) => void = () => undefined) {
  const seen = serve({
    'todo.list': (form) => {
      const list = lists[`${form.get('scope')} ${form.get('status')}`] ?? [];
      return { data: { list, total: list.length, ...rest } };
    },
    'transaction.detail': () => ({ data: {} }),
  });
  render(
    <QueryClientProvider client={queryClient}>
      <Lately current={undefined} onChoose={onChoose} />
    </QueryClientProvider>,
  );
  return seen;
}
const rows = (): (string | null)[] => screen.getAllByRole('button').map(({ textContent }) => textContent);

it('what was asked for or decided stays in view once it is over, the newest first, with how it ended', async () => {
  const refusal = { id: 'm-2', name: 'Bob', decision: 'refuse', time: new Date(), remark: '', remark_signed: false };
  const refused = { status: 2, state: orderStatus.approvalRefused, decisions: [refusal] };
  const onChoose = vi.fn();
  show({ 'asked 1': [ended(7, 9)], 'asked 2': [ended(8, 3, refused)], 'mine 1': [ended(9, 6)] }, onChoose);
  await waitFor(() => expect(screen.queryAllByRole('button')).toHaveLength(3));
  expect(rows().map((text) => /Refused by Bob|Paid/.exec(text ?? '')?.[0])).toEqual(['Refused by Bob', 'Paid', 'Paid']);
  for (const button of screen.getAllByRole('button')) fireEvent.click(button);
  expect(onChoose.mock.calls).toEqual([['8'], ['9'], ['7']]);
});

it('what one has both asked for and decided is told once, and no more than the last five', async () => {
  const own = [1, 2, 3, 4].map((id) => ended(id, id));
  show({ 'asked 1': own, 'mine 1': [...own, ended(5, 5), ended(6, 6)] });
  await waitFor(() => expect(screen.queryAllByRole('button')).toHaveLength(5));
});

it('a payment that was approved says how far it is until it is paid', async () => {
  show({ 'mine 1': [ended(7, 1, { state: orderStatus.awaitingSignature })] });
  await screen.findByText('Approved, being signed');
});

it.each([
  [0, 'Signed, on its way'],
  [2, 'Paid, 2 of 6 blocks'],
])('a payment that was sent is paid once it is in a block, not before: with %i blocks', async (confirmations, told) => {
  const { queryKey } = apiQuery('transaction', 'detail', { type: 2, id: 7 });
  queryClient.setQueryData(queryKey, { confirmations, confirmations_needed: 6 } as never);
  show({ 'mine 1': [ended(7, 1, { state: orderStatus.paying })] });
  await screen.findByText(told);
});

it('nothing stands there as long as nothing was asked or decided', async () => {
  const seen = show({});
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(seen).toHaveLength(4);
  expect(screen.queryByRole('region')).toBeNull();
});
