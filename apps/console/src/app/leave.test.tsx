// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { createBrowserHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { startI18n } from '../lib/i18n.ts';
import { type Leaving, useLeaveGuard } from '../lib/leave-guard.ts';
import { queryClient } from '../lib/query.ts';
import { ConfirmHost, confirm } from '../ui/confirm.tsx';
import { useDrawers } from '../ui/drawers.tsx';
import { Menu } from '../ui/menu.tsx';
import { DrawerLayer } from './drawers.tsx';

/** A page that holds its first drawer as long as something is written, as a half-written payment does. */
function Page() {
  const drawers = useDrawers();
  const [written, setWritten] = useState(false);
  const ask = async (_: Leaving): Promise<boolean> =>
    (await confirm({ type: 'warning', title: 'Leave?', content: '', confirmText: 'Leave' })).result === 'confirm';
  useLeaveGuard(written, { free: ({ d }) => String(d).startsWith('approve'), ask });
  return (
    <>
      <button type="button" onClick={() => drawers.push('approve', 'x')}>
        first
      </button>
      <button type="button" onClick={() => drawers.push('transaction', 'x')}>
        second
      </button>
      <button type="button" onClick={() => setWritten(true)}>
        write
      </button>
      <button type="button" onClick={() => void ask('BACK')}>
        question
      </button>
      <Menu
        label="Account"
        trigger="menu"
        triggerClassName=""
        heading="Mei"
        items={[{ key: 'one', text: 'one', icon: null, run: () => undefined }]}
      />
    </>
  );
}

let stop = (): void => undefined;
async function start(path = '/start') {
  window.history.pushState(null, '', '/before');
  window.history.pushState(null, '', path);
  const history = createBrowserHistory();
  stop = history.destroy;
  const root = createRootRoute({
    component: () => (
      <QueryClientProvider client={queryClient}>
        <DrawerLayer>
          <Page />
        </DrawerLayer>
        <ConfirmHost />
      </QueryClientProvider>
    ),
  });
  const router = createRouter({ routeTree: root, history, defaultNotFoundComponent: () => null });
  render(<RouterProvider router={router as never} />);
  await screen.findByText('first');
  return router;
}
const title = (): string => document.querySelector('[role="dialog"] h2')?.textContent ?? '';
const press = (text: string): void => void fireEvent.click(screen.getByText(text));
const shows = (text: string) => waitFor(() => expect(title()).toBe(text));
const asks = () => screen.findByRole('alertdialog');
const answer = async (name: string): Promise<void> => {
  fireEvent.click(await screen.findByRole('button', { name }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
};
async function writeInFirst(path?: string) {
  const router = await start(path);
  if (path === undefined) press('first');
  await shows('Approval');
  press('write');
  return router;
}

beforeAll(() =>
  Promise.all([startI18n(), import('../ui/drawer-host.tsx'), import('../features/todo/approve.drawer.tsx')]),
);
beforeAll(() => Object.assign(window, { scrollTo: () => undefined }));
beforeEach(() => queryClient.clear());
afterEach(() => {
  cleanup();
  stop();
});

it.each([
  ['Escape', () => void fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' })],
  ['the cross', () => void fireEvent.click(screen.getByRole('button', { name: 'Close' }))],
  ['the browser’s Back', () => act(() => window.history.back())],
])('%s asks before what is written is left, and leaves nothing on no', async (_, leave) => {
  await writeInFirst();
  const { href } = window.location;
  leave();
  await asks();
  expect(title()).toBe('Approval');
  await waitFor(() => expect(window.location.href).toBe(href));
  await answer('Cancel');
  expect(title()).toBe('Approval');
  leave();
  await asks();
  await answer('Leave');
  await shows('');
  expect(window.location.pathname).toBe('/start');
});

it('asks once, however often somebody presses Back meanwhile', async () => {
  await writeInFirst();
  const { href } = window.location;
  let moves = 0;
  const count = (): void => {
    moves += 1;
  };
  window.addEventListener('popstate', count);
  for (const times of [1, 2, 3]) {
    act(() => window.history.back());
    await asks();
    // There and back again, before it is pressed once more.
    await waitFor(() => expect(moves).toBe(2 * times));
    expect(window.location.href).toBe(href);
  }
  window.removeEventListener('popstate', count);
  await answer('Leave');
  await shows('');
  expect(window.location.pathname).toBe('/start');
});

it('a drawer opened by a link is held as well, and one that lies over it is not', async () => {
  await writeInFirst('/start?d=approve:x');
  press('second');
  await shows('Transaction');
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
  await shows('Approval');
  expect(screen.queryByRole('alertdialog')).toBeNull();
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
  await asks();
  await answer('Leave');
  await shows('');
});

it('the browser’s Back closes a menu, and a question, that lie over the page, and the page stays; the next one leaves it', async () => {
  const router = await start();
  // Also where the page was opened by a link, and nothing of the console lies before it.
  press('menu');
  await waitFor(() => expect(window.history.state.__TSR_index).toBe(1));
  act(() => window.history.back());
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  // There and back again.
  await waitFor(() => expect(window.history.state.__TSR_index).toBe(1));
  expect(window.location.pathname).toBe('/start');
  await act(() => router.navigate({ to: '/other' as never }));
  const { href } = window.location;
  press('menu');
  expect(screen.getByRole('menu')).toBeTruthy();
  act(() => window.history.back());
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  await waitFor(() => expect(window.location.href).toBe(href));
  press('question');
  await asks();
  act(() => window.history.back());
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  await waitFor(() => expect(window.location.href).toBe(href));
  act(() => window.history.back());
  await waitFor(() => expect(window.location.pathname).toBe('/start'));
});

it('a reload asks too, and what a refusal leads to does not', async () => {
  const router = await writeInFirst();
  const reload = (): boolean => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(reload()).toBe(false);
  await act(() => router.navigate({ to: '/login' as never, replace: true, ignoreBlocker: true }));
  expect(window.location.pathname).toBe('/login');
  expect(screen.queryByRole('alertdialog')).toBeNull();
});
