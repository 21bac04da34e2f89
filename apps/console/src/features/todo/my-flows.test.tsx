// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { inConsole, open } from '../../../test/screen.tsx';
import { serve } from '../../../test/server.ts';

inConsole();

const counts = {
  open_count: 0,
  my_count: 0,
  asked_count: 0,
  unseen_count: 0,
  older_unseen: false,
  search_is_part: false,
  kinds: [],
};
const step = (name: string, mine: boolean) => ({ index: 0, name, kind: 'approve', threshold: 2, members: 3, mine });
const flow = { level: 'senior', id: 'r-1', name: 'Large <b>', nodes: [step('First look', false), step('Board', true)] };

it('an empty inbox says by which rules, and at which of their steps, the member would be asked', async () => {
  serve({
    'todo.list': () => ({ data: { list: [], pageTotal: 0, total: 0, ...counts } }),
    'todo.strategyList': () => ({ data: { list: [flow] } }),
  });
  await open('/mpc/center/todo');
  await screen.findByText('Large <b>');
  expect(screen.getByTestId('my-flows').textContent).toContain('Board: 2 of 3 people (step 2 of 2)');
  expect(screen.getByTestId('my-flows').textContent).not.toContain('First look');
});

it('an inbox in which nothing fits the filter does not', async () => {
  serve({
    'todo.list': () => ({ data: { list: [], pageTotal: 0, total: 0, ...counts } }),
    'todo.strategyList': () => ({ data: { list: [flow] } }),
  });
  await open('/mpc/center/todo?q=nobody');
  await screen.findAllByRole('button', { name: 'Clear all' });
  expect(screen.queryByTestId('my-flows')).toBeNull();
});

it('a search says when more payees are called so than were looked for', async () => {
  const page = { list: [], pageTotal: 0, total: 0, ...counts };
  serve({
    'todo.list': (form) => ({ data: { ...page, search_is_part: form.get('keyword') === 'shop' } }),
    'todo.strategyList': () => ({ data: { list: [] } }),
  });
  const router = await open('/mpc/center/todo?q=shop');
  await screen.findByText(/More fits these words/);
  await router.navigate({ to: '/mpc/center/todo', search: { q: 'shop 7' } });
  await waitFor(() => expect(screen.queryByText(/More fits these words/)).toBeNull());
});
