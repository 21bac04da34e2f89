// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startI18n } from '../../lib/i18n.ts';
import { ConfirmHost } from '../../ui/confirm.tsx';
import { CompareLink, useKnownPages } from './compare-link.tsx';

const page = 'https://signer-1.example/#/address?chain=evm:1';
const open = vi.spyOn(window, 'open').mockImplementation(() => null);
beforeAll(() => Promise.all([startI18n(), import('../../ui/confirm-dialog.tsx')]));
afterEach(() => {
  cleanup();
  open.mockClear();
  useKnownPages.setState({ origins: [] });
});

function show(url: string): HTMLElement {
  render(
    <>
      <CompareLink url={url} />
      <ConfirmHost />
    </>,
  );
  return screen.getByRole('link');
}

it('says where it leads, and leads nowhere before somebody has called that page right', async () => {
  const link = show(page);
  expect(link.textContent).toContain('https://signer-1.example');
  expect(fireEvent.click(link)).toBe(false);
  expect(open).not.toHaveBeenCalled();
  const box = await screen.findByRole('checkbox');
  expect(screen.getByRole('alertdialog').textContent).toContain('https://signer-1.example');
  fireEvent.click(box);
  fireEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(open).toHaveBeenCalledWith(page, '_blank', 'noopener,noreferrer'));
  expect(useKnownPages.getState().origins).toEqual(['https://signer-1.example']);
});

it('leads on at once to a page that is known, and asks again for another', async () => {
  useKnownPages.setState({ origins: ['https://signer-1.example'] });
  const link = show(page);
  link.addEventListener('click', (event) => event.preventDefault());
  fireEvent.click(link);
  expect(screen.queryByRole('checkbox')).toBeNull();
  cleanup();
  fireEvent.click(show('https://signer-1.example.evil.example/#/address'));
  expect(await screen.findByRole('checkbox')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
});

it('takes nothing for a page that is none', () => {
  render(<CompareLink url="" />);
  expect(screen.queryByRole('link')).toBeNull();
});
