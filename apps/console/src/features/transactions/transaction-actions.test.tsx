// @vitest-environment jsdom
import { transactionType } from '@holdfast/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { serve } from '../../../test/server.ts';
import { todoItem } from '../../../test/todo-item.ts';
import { loadNamespaces, startI18n } from '../../lib/i18n.ts';
import { apiQuery, queryClient } from '../../lib/query.ts';
import { useSession } from '../../lib/session.ts';
import { laterTexts } from '../../locales/namespaces.ts';
import { DrawersProvider } from '../../ui/drawers.tsx';
import { TransactionActions } from './transaction-actions.tsx';
import type { Transaction } from './view.ts';

const drawers = { stack: [], push: vi.fn(), pop: vi.fn(), replace: vi.fn(), close: vi.fn() };
const can = { cancel: false, speed_up: false, drop: false, refund: false, remark: false, audit: true };
const transaction = {
  id: 7,
  type: transactionType.withdraw,
  status: 1000,
  can,
  stake: null,
  outputs: [],
  evidence: {},
};

beforeAll(async () => {
  await startI18n();
  await loadNamespaces([laterTexts]);
});
afterEach(() => {
  cleanup();
  queryClient.clear();
});

/** The footer of a payment that waits, for whom the server says this of their part in it. */
function show(my_action: number, over: object = {}): void {
  serve({ 'todo.info': () => ({ data: todoItem({ my_action }) }) });
  render(
    <QueryClientProvider client={queryClient}>
      <DrawersProvider value={drawers}>
        <TransactionActions transaction={{ ...transaction, ...over } as unknown as Transaction} />
      </DrawersProvider>
    </QueryClientProvider>,
  );
}
const way = () => screen.queryByRole('button', { name: 'Go to approval' });

it('the way to approve is the main button for whose turn it is', async () => {
  show(1);
  await waitFor(() => expect(way()?.className).toContain('btn-primary'));
});

it('whoever asked and has not signed is told to sign, and others are led to the approval', async () => {
  useSession.setState({ walletId: 'w' as never });
  const member = { wallets: [{ wallet_id: 'w', member_id: 'm-1' }] };
  queryClient.setQueryData(apiQuery('user', 'info', {}).queryKey, member as never);
  show(1, { awaits_initiator: true, initiator: 'm-1' });
  await screen.findByRole('button', { name: 'Sign it' });
  cleanup();
  show(0, { awaits_initiator: true, initiator: 'm-2' });
  await screen.findByRole('button', { name: 'Go to approval' });
});

it('who has decided has none', async () => {
  show(2);
  await waitFor(() => expect(way()).toBeNull());
});

it('others have a quiet one', async () => {
  show(0);
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(way()?.className).toContain('btn-ghost');
});
