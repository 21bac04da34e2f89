// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { serve } from '../../test/server.ts';
import { startI18n } from '../lib/i18n.ts';
import { forgetPageStates } from '../lib/page-state.ts';
import { queryClient } from '../lib/query.ts';
import { useSession } from '../lib/session.ts';
import { makeRouter } from './router.tsx';

beforeAll(() => Object.assign(window, { scrollTo: () => undefined }));
beforeAll(() => startI18n());
beforeEach(() => {
  serve({});
  useSession.getState().signIn('token-1');
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  queryClient.clear();
  forgetPageStates();
  useSession.getState().signOut();
});

async function open(path: string) {
  const router = makeRouter(createMemoryHistory({ initialEntries: [path] }));
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await screen.findByRole('navigation', {}, { timeout: 5_000 });
  await screen.findByRole('heading', { name: 'Transactions' }, { timeout: 5_000 });
  return router;
}
const menu = (name: string): void => void fireEvent.click(screen.getByRole('link', { name }));

it('coming back through the menu finds a page filtered as it was left, without its drawers', async () => {
  const router = await open('/mpc/center/transactions?type=1&d=nope');
  menu('To-do');
  await waitFor(() => expect(router.state.location.href).toBe('/mpc/center/todo'));
  menu('Transactions');
  await waitFor(() => expect(router.state.location.href).toBe('/mpc/center/transactions?type=1'));
  menu('Transactions');
  await waitFor(() => expect(router.state.location.href).toBe('/mpc/center/transactions'));
});

it('five minutes later it starts anew', async () => {
  const router = await open('/mpc/center/transactions?type=1');
  menu('To-do');
  await waitFor(() => expect(router.state.location.href).toBe('/mpc/center/todo'));
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 5 * 60_000 + 1);
  menu('Transactions');
  await waitFor(() => expect(router.state.location.href).toBe('/mpc/center/transactions'));
});

it('is scrolled to where it was', async () => {
  const router = await open('/mpc/center/transactions');
  const main = screen.getByRole('main');
  act(() => {
    main.scrollTop = 420;
    fireEvent.scroll(main);
  });
  menu('To-do');
  await waitFor(() => expect(router.state.location.href).toBe('/mpc/center/todo'));
  expect(screen.getByRole('main') === main).toBe(true);
  await waitFor(() => expect(main.scrollTop).toBe(0));
  menu('Transactions');
  await waitFor(() => expect(main.scrollTop).toBe(420));
});
