// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { noTodo } from '../../test/no-todo.ts';
import { inConsole, open } from '../../test/screen.tsx';
import { stopped } from '../../test/stopped.ts';
import { refreshPage } from './failed-page.tsx';

vi.mock('./drawer-pages.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});
vi.mock('./failed-page.tsx', async (real) => ({ ...(await real<object>()), refreshPage: vi.fn() }));

inConsole();
beforeEach(() => {
  vi.mocked(refreshPage).mockReset();
  vi.spyOn(console, 'error').mockReturnValue();
  vi.spyOn(console, 'warn').mockReturnValue();
});

async function onTodo() {
  const back = stopped({ 'todo.list': () => ({ data: noTodo }), 'todo.strategyList': () => ({ data: { list: [] } }) });
  const router = await open('/mpc/center/todo');
  const field = await screen.findByRole<HTMLInputElement>('searchbox');
  const show = (d: string | undefined) => router.navigate({ to: '.', search: (old: object) => ({ ...old, d }) });
  return { back, router, field, show };
}

const failed = (title: string) => screen.findByRole('heading', { name: title });

it('where not even the frame of drawers can be had, a panel says so, is closed, and the screen below stays', async () => {
  const { router, field, show } = await onTodo();
  fireEvent.input(field, { target: { value: 'half' } });
  field.focus();
  await show('deposit:ETH');
  const panel = (await failed('The server cannot be reached')).closest('aside');
  expect(panel?.contains(document.activeElement)).toBe(true);
  fireEvent.keyDown(panel as HTMLElement, { key: 'Escape' });
  await waitFor(() => expect(router.state.location.search).not.toHaveProperty('d'));
  await waitFor(() => expect(screen.queryByText('The server cannot be reached')).toBeNull());
  expect(field.isConnected && field.value).toBe('half');
  expect(document.activeElement).toBe(field);
});

it('it is loaded once the server is back', async () => {
  const { back, show } = await onTodo();
  await show('deposit:ETH');
  await failed('The server cannot be reached');
  back();
  fireEvent.click(screen.getByRole('button', { name: 'Try again now' }));
  await waitFor(() => expect(refreshPage).toHaveBeenCalledOnce());
});

it('what is begun beside it is not loaded over, neither by itself nor by a button that did not say so', async () => {
  const { back, field, show } = await onTodo();
  back();
  await show('deposit:ETH');
  const again = await screen.findByRole('button', { name: 'Try again' });
  fireEvent.input(field, { target: { value: 'begun' } });
  fireEvent.click(again);
  await failed('This could not be loaded');
  expect(refreshPage).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: 'Refresh' }));
  expect(refreshPage).toHaveBeenCalledOnce();
});
