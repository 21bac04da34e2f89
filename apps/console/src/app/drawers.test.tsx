// @vitest-environment jsdom
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { signer, standing } from '../../test/health.ts';
import { serve } from '../../test/server.ts';
import { startI18n } from '../lib/i18n.ts';
import { useDrawers } from '../ui/drawers.tsx';
import { DrawerLayer } from './drawers.tsx';

/** The pages ask for ids nobody has, so that they show an empty state and call nobody. */
function Page() {
  const drawers = useDrawers();
  return (
    <>
      <button type="button" onClick={() => drawers.push('approve', 'x')}>
        first
      </button>
      <button type="button" onClick={() => drawers.push('transaction', 'x')}>
        second
      </button>
      <button type="button" onClick={drawers.close}>
        shut
      </button>
    </>
  );
}

async function open(path: string) {
  const history = createMemoryHistory({ initialEntries: ['/start', path], initialIndex: 1 });
  const { QueryClientProvider } = await import('@tanstack/react-query');
  const { queryClient } = await import('../lib/query.ts');
  const root = createRootRoute({
    component: () => (
      <QueryClientProvider client={queryClient}>
        <DrawerLayer>
          <Page />
        </DrawerLayer>
      </QueryClientProvider>
    ),
  });
  const router = createRouter({ routeTree: root, history, defaultNotFoundComponent: () => null });
  render(<RouterProvider router={router as never} />);
  await screen.findByText('first');
  return history;
}
const title = (): string => screen.queryByRole('dialog')?.querySelector('h2')?.textContent ?? '';
const press = (text: string): void => void fireEvent.click(screen.getByText(text));
const shows = (text: string) => waitFor(() => expect(title()).toBe(text));

beforeAll(() =>
  Promise.all([
    startI18n(),
    import('../ui/drawer-host.tsx'),
    import('../features/todo/approve.drawer.tsx'),
    import('../features/transactions/transaction.drawer.tsx'),
  ]),
);
beforeAll(() => Object.assign(window, { scrollTo: () => undefined }));
afterEach(cleanup);

it('a link opens its drawers, and closing the last one closes all', async () => {
  const history = await open('/?d=approve:x~transaction:x');
  await shows('Transaction');
  fireEvent.click(screen.getByRole('button', { name: 'Back' }));
  await shows('Approval');
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  await shows('');
  expect(history.location.search).toBe('');
});

it('Back takes off the top one', async () => {
  const history = await open('/');
  press('first');
  await shows('Approval');
  press('second');
  await shows('Transaction');
  expect(new URLSearchParams(history.location.search).get('d')).toBe('approve:x~transaction:x');
  act(() => history.back());
  await shows('Approval');
});

it('Escape closes it, and leaves no step behind in the history', async () => {
  const history = await open('/');
  press('first');
  await shows('Approval');
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
  await shows('');
  act(() => history.back());
  await waitFor(() => expect(history.location.pathname).toBe('/start'));
});

it('closing goes back to where the first was opened', async () => {
  const history = await open('/');
  press('first');
  await shows('Approval');
  press('second');
  await shows('Transaction');
  press('shut');
  await shows('');
  act(() => history.back());
  await waitFor(() => expect(history.location.pathname).toBe('/start'));
});

it('a hostile link opens nothing', async () => {
  await open('/?d=%3Cscript%3E~constructor:1~__proto__');
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('a drawer says that a signer does not answer: the bar above the screen lies in its shade', async () => {
  const status = { frozen: false, signers: [], freeze: null, unfreeze_item: null, key_notices: 0, divergence: null };
  serve({
    'signing.status': () => ({ data: { ...status, troubles: ['signer'] } }),
    'health.status': () => ({ data: standing({ signers: [signer('One'), signer('Two', { state: 'silent' })] }) }),
  });
  await open('/?d=approve:x');
  const said = await screen.findByText(/^No answer from Two: payments and changes of the rules wait/);
  expect(screen.getByRole('dialog').contains(said)).toBe(true);
});
