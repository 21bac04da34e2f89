// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { inConsole, open } from '../../test/screen.tsx';
import { serve } from '../../test/server.ts';

inConsole();
beforeEach(() => void serve({}));

it('the menu of a phone opens from its bar, and closes by Escape wherever one is', async () => {
  await open('/mpc/center/transactions');
  await screen.findByRole('heading', { name: 'Transactions' });
  const menu = screen.getByRole('button', { name: 'Menu' });
  const isOpen = (): boolean => document.querySelector('aside')?.classList.contains('max-md:hidden') === false;
  expect(isOpen()).toBe(false);
  fireEvent.click(menu);
  expect(isOpen()).toBe(true);
  // Who closes it is fetched with it.
  await waitFor(() => {
    fireEvent.keyDown(menu, { key: 'Escape' });
    expect(isOpen()).toBe(false);
  });
});
