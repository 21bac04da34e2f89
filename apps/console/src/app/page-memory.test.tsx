// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { inConsole, visit } from '../../test/screen.tsx';
import { serve } from '../../test/server.ts';
import { forgetPageStates } from '../lib/page-state.ts';

inConsole();
beforeEach(() => void serve({}));
afterEach(forgetPageStates);

async function open(path: string) {
  const router = visit(path);
  await screen.findByRole('navigation', { name: 'Main' });
  await screen.findByRole('heading', { name: 'Transactions' });
  return router;
}
const menu = (name: string): void =>
  void fireEvent.click(within(screen.getByRole('navigation', { name: 'Main' })).getByRole('link', { name }));

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
