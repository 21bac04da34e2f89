// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { serve } from '../../test/server.ts';
import { changeItem } from '../../test/todo-item.ts';
import { startI18n } from '../lib/i18n.ts';
import { queryClient } from '../lib/query.ts';
import { DrawersProvider } from './drawers.tsx';
import { Proposal } from './proposal.tsx';

const replace = vi.fn();
const drawers = { stack: [], push: vi.fn(), pop: vi.fn(), replace, close: vi.fn() };
const made = {
  item_id: 7,
  approval_url: 'http://signer.example/#/i/x',
  digest: 'ab'.repeat(32),
  digest_words: [],
  instant: false,
};

function show(over: object): void {
  serve({ 'todo.info': () => ({ data: changeItem({ kind: 'policy' }, { item_id: 7, item_type: 6, ...over }) }) });
  render(
    <QueryClientProvider client={queryClient}>
      <DrawersProvider value={drawers}>
        <Proposal made={made} title="The flow is proposed" text="Sign it." />
      </DrawersProvider>
    </QueryClientProvider>,
  );
}

beforeAll(startI18n);
afterEach(() => {
  cleanup();
  replace.mockClear();
  queryClient.clear();
  vi.unstubAllGlobals();
});

it('what waits for its signature leads to the signer’s page', async () => {
  show({ my_action: 1 });
  await screen.findByTestId('approval-link');
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(replace).not.toHaveBeenCalled();
});

it.each([
  ['was signed', { my_action: 2 }],
  ['is in force', { status: 1, state: 2000 }],
  ['was refused', { status: 2, state: 2100 }],
])('once it %s, the item stands in its place: nothing asks for a signature any more', async (_what, over) => {
  show(over);
  await waitFor(() => expect(replace).toHaveBeenCalledExactlyOnceWith('approve', 'p7'));
  expect(screen.queryByTestId('approval-link')).toBeNull();
});
