// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { inConsole, visit } from '../../test/screen.tsx';
import { serve } from '../../test/server.ts';

vi.mock('../features/transactions/transactions.page.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});

inConsole();
beforeEach(() => {
  serve({});
  vi.spyOn(console, 'error').mockReturnValue();
  vi.spyOn(console, 'warn').mockReturnValue();
});

it('a screen that a stopped server does not hand out says so in its place, and the menu stays', async () => {
  const router = visit('/mpc/center/transactions');
  await waitFor(() =>
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('The server cannot be reached'),
  );
  const main = document.getElementById('main');
  expect(main?.contains(screen.getByRole('heading', { level: 1 }))).toBe(true);
  expect(document.querySelectorAll('main')).toHaveLength(1);
  expect(document.querySelector('aside a[href="/mpc/center/todo"]')).toBeTruthy();
  await router.navigate({ to: '/mpc/center/todo' });
  await waitFor(() => expect(screen.queryByText('The server cannot be reached')).toBeNull());
  expect(document.querySelector('aside')).toBeTruthy();
});
