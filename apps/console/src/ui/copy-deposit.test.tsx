// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startI18n } from '../lib/i18n.ts';
import { useToasts } from '../lib/toasts.ts';
import { ConfirmHost } from './confirm.tsx';
import { CopyDeposit } from './copy-deposit.tsx';

const written = vi.fn(async () => undefined);

function Harness({ enableDeposit }: { enableDeposit: boolean }) {
  return (
    <>
      <CopyDeposit symbol="BTC" text="bc1qtest" enabled={async () => enableDeposit} />
      <ConfirmHost />
    </>
  );
}

beforeAll(() => Promise.all([startI18n(), import('./confirm-dialog.tsx')]));
beforeEach(() => {
  written.mockClear();
  useToasts.setState({ toasts: [] });
  Object.assign(navigator, { clipboard: { writeText: written } });
});
afterEach(cleanup);

it('copies and says so', async () => {
  render(<Harness enableDeposit />);
  fireEvent.click(screen.getByRole('button', { name: 'Copy address' }));
  await waitFor(() => expect(useToasts.getState().toasts).toMatchObject([{ tone: 'success', text: 'Address copied' }]));
  expect(written).toHaveBeenCalledWith('bc1qtest');
});

it('says first that deposits have stopped and nothing must be sent', async () => {
  render(<Harness enableDeposit={false} />);
  fireEvent.click(screen.getByRole('button', { name: 'Copy address' }));
  expect((await screen.findByRole('alertdialog')).textContent).toContain('Do not send funds to this address');
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(written).not.toHaveBeenCalled();
});
