// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { inConsole } from '../../../test/screen.tsx';
import { serve } from '../../../test/server.ts';
import { setLanguage } from '../../lib/i18n.ts';
import { queryClient } from '../../lib/query.ts';
import { type Drawers, DrawersProvider } from '../../ui/drawers.tsx';
import { OpenPayments } from './open-payments.tsx';
import type { Transaction } from './view.ts';

inConsole();

const order = { id: 7, type: 2, status: 2202, fee_symbol: 'ETH', sub_wallet_id: 1, evidence: { chain_id: 'evm:1' } };
function show(open: readonly (number | null)[], status = order.status, mayPay = true) {
  serve({
    'user.permissions': () => ({
      data: { permissions: mayPay ? ['withdraw.create'] : [], sub_wallets: [], fund_open: false },
    }),
  });
  const drawers = { stack: [], push: vi.fn(), pop: vi.fn(), replace: vi.fn(), close: vi.fn() } satisfies Drawers;
  const open_payments = open.map((id, n) => ({ id, intent_id: `i${n}` }));
  render(
    <QueryClientProvider client={queryClient}>
      <DrawersProvider value={drawers}>
        <OpenPayments transaction={{ ...order, status, open_payments } as unknown as Transaction} />
      </DrawersProvider>
    </QueryClientProvider>,
  );
  return drawers;
}

it('says of an ended payment that it may still be made, and leads to the payment that takes its place', async () => {
  const drawers = show([7]);
  screen.getByText('This payment ended and may still be made');
  fireEvent.click(await screen.findByRole('button', { name: 'Free its place' }));
  expect(drawers.push.mock.calls).toEqual([['withdraw', 'ETH@evm:1@', '1', 'self']]);
});

it('says what a payment waits for, whether or not the books know it, and leads there', async () => {
  const drawers = show([3, null, null], 1100);
  screen.getByText('Earlier payments of this wallet ended and may still be made');
  screen.getByText(/The signers tell of 2 that are not in these books/);
  fireEvent.click(screen.getByRole('button', { name: 'Payment 3' }));
  expect(drawers.push.mock.calls).toEqual([['transaction', '2', '3']]);
  cleanup();
  await setLanguage('zh-CN');
  show([3, null], 1000);
  await screen.findByRole('button', { name: '释放其位置' });
});

it('says nothing where nothing waits, and offers no payment to who may ask for none', async () => {
  show([3], 2000);
  expect(screen.queryByRole('status')).toBeNull();
  cleanup();
  show([7], 2202, false);
  screen.getByRole('status');
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(screen.queryByRole('button')).toBeNull();
});
