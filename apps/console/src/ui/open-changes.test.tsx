// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { serve } from '../../test/server.ts';
import { changeItem } from '../../test/todo-item.ts';
import { loadNamespaces, startI18n } from '../lib/i18n.ts';
import { queryClient } from '../lib/query.ts';
import { laterTexts } from '../locales/namespaces.ts';
import { DrawersProvider } from './drawers.tsx';
import OpenChanges from './open-changes.tsx';

beforeAll(async () => {
  await startI18n();
  await loadNamespaces([laterTexts, 'tools']);
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const rules = 6;
const subject = { action: 'higherSave', name: 'Large payments' };
const push = vi.fn();

function draw(kind: 'policy' | 'book'): ReturnType<typeof serve> {
  const item = changeItem({ kind: 'policy', subject }, { item_id: 12, item_type: rules });
  const counts = { open_count: 1, my_count: 1, asked_count: 0, unseen_count: 0 };
  const more = { older_unseen: false, search_is_part: false };
  const seen = serve({
    'todo.list': (form) => ({
      data: {
        list: form.has('item_type') ? [item] : [],
        ...{ pageTotal: 1, total: 1, ...counts, ...more },
        kinds: [
          { item_type: 1, open: 3, mine: 0 },
          { item_type: rules, open: 1, mine: 1 },
        ],
      },
    }),
  });
  const nothing = (): void => undefined;
  render(
    <QueryClientProvider client={queryClient}>
      <DrawersProvider value={{ stack: [], push, pop: nothing, replace: nothing, close: nothing }}>
        <OpenChanges kind={kind} />
      </DrawersProvider>
    </QueryClientProvider>,
  );
  return seen;
}

it('names the change that is open and who asked, and opens it on top of the form', async () => {
  const seen = draw('policy');
  (await screen.findByRole('button', { name: /Large payments/ })).click();
  expect(push).toHaveBeenCalledWith('approve', 'p12');
  expect(screen.getByText('Olivia')).toBeTruthy();
  screen.getByText(/Those that change the same thing end/);
  screen.getByText(/^3 requests for payments are open\. Once this change is in force they have to be signed anew/);
  // Of payments no more than their count is asked for.
  expect(seen.flatMap(({ form }) => form.getAll('item_type'))).toEqual([String(rules)]);
});

it('says nothing of a change of another kind, which takes nothing from this one', async () => {
  const seen = draw('book');
  await vi.waitFor(() => expect(seen.length).toBe(2));
  await new Promise((done) => setTimeout(done));
  expect(screen.queryByText(/Another change is open/)).toBeNull();
  expect(screen.queryByText(/requests for payments/)).toBeNull();
});
