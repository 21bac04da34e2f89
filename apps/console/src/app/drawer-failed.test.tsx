// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { noTodo } from '../../test/no-todo.ts';
import { inConsole, open } from '../../test/screen.tsx';
import { stopped } from '../../test/stopped.ts';
import { refreshPage } from './failed-page.tsx';

vi.mock('../features/deposit/deposit.drawer.tsx', () => {
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
  await screen.findByText('Nothing waits for a decision');
  const field = screen.getByRole<HTMLInputElement>('searchbox');
  const show = (d: string | undefined) => router.navigate({ to: '.', search: (old: object) => ({ ...old, d }) });
  return { back, router, field, show };
}

const failed = (title: string) =>
  waitFor(() => expect(within(screen.getByRole('dialog')).getByRole('alert').textContent).toContain(title));

it('a drawer that a stopped server does not hand out says so in its place, and is loaded once the server is back', async () => {
  const { back, field, show } = await onTodo();
  await show('deposit:ETH');
  await failed('The server cannot be reached');
  expect(screen.getByRole('dialog').textContent).toContain('Deposit');
  expect(within(screen.getByRole('dialog')).queryByRole('link')).toBeNull();
  expect(field.isConnected).toBe(true);
  expect(refreshPage).not.toHaveBeenCalled();
  back();
  await waitFor(() => expect(refreshPage).toHaveBeenCalledOnce());
});

it('what is half written below stays: it is never loaded over, and the drawer says what a refresh would cost', async () => {
  const { back, field, show } = await onTodo();
  fireEvent.input(field, { target: { value: 'half' } });
  await show('deposit:ETH');
  await failed('The server cannot be reached');
  expect(screen.getByRole('dialog').textContent).toContain('what you are writing stays');
  back();
  fireEvent.click(screen.getByRole('button', { name: 'Try again now' }));
  await failed('This could not be loaded');
  expect(refreshPage).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(field.isConnected && field.value).toBe('half');
  await show('deposit:ETH');
  fireEvent.click(await screen.findByRole('button', { name: 'Refresh' }));
  expect(refreshPage).toHaveBeenCalledOnce();
});

it('a drawer that is open below another one stays as it is', async () => {
  const { router, show } = await onTodo();
  await show('preferences');
  await waitFor(() => expect(screen.getByRole('dialog').textContent).toContain('Preferences'));
  await show('preferences~deposit:ETH');
  await failed('The server cannot be reached');
  fireEvent.click(screen.getByRole('button', { name: 'Back' }));
  await waitFor(() => expect(router.state.location.search).toMatchObject({ d: 'preferences' }));
  expect(screen.queryByText('The server cannot be reached')).toBeNull();
  expect(screen.getByRole('dialog').textContent).toContain('Preferences');
});
