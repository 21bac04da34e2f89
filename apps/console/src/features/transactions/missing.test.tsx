// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { inConsole } from '../../../test/screen.tsx';
import { serve } from '../../../test/server.ts';
import { queryClient } from '../../lib/query.ts';
import { DrawersProvider } from '../../ui/drawers.tsx';
import TransactionDrawer from './transaction.drawer.tsx';

inConsole();

const nothing = (): void => undefined;
const drawers = { stack: [], push: nothing, pop: nothing, close: nothing, replace: nothing };

it.each([
  ['that there is not', ['2', '999']],
  ['that names none', ['2', 'x']],
])('a link to a transaction %s says so, and leads to those that there are', async (_what, args) => {
  serve({ 'transaction.detail': () => ({ code: 210003, msg: 'This order does not exist' }) });
  const root = createRootRoute({
    component: () => (
      <QueryClientProvider client={queryClient}>
        <DrawersProvider value={drawers}>
          <TransactionDrawer args={args} />
        </DrawersProvider>
      </QueryClientProvider>
    ),
  });
  render(<RouterProvider router={createRouter({ routeTree: root, history: createMemoryHistory() }) as never} />);
  await screen.findByRole('heading', { name: 'There is no such transaction here' });
  const link = screen.getByRole('link', { name: 'All transactions' });
  expect(link.getAttribute('href')).toBe('/mpc/center/transactions');
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});
