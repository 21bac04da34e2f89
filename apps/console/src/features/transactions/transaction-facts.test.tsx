// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { inConsole } from '../../../test/screen.tsx';
import { apiQuery, queryClient } from '../../lib/query.ts';
import { DrawersProvider } from '../../ui/drawers.tsx';
import { TransactionFacts } from './transaction-facts.tsx';
import type { Transaction } from './view.ts';

inConsole();

const [ours, theirs] = ['0x1111111111111111111111111111111111111111', '0x2222222222222222222222222222222222222222'];
const payment = {
  ...{ id: 7, type: 2, amount: '1', symbol: 'ETH', symbol_alias: 'ETH', coin_net: 'Ethereum', contract_address: '' },
  ...{ sub_wallet_id: 4, sub_wallet_name: 'Treasury', counterparty_label: '', counterparty_own: false },
  ...{
    address_from: ours,
    outputs: [{ address: theirs, amount: '1', memo: '', label: '', remark: '' }],
    memo: '',
    customer_state: '',
  },
  ...{
    real_fee: null,
    fee_worth_usd: null,
    fee: '0.1',
    fee_symbol: 'ETH',
    initiator_name: 'Ann',
    batch_name: '',
    remark: '',
    worth_usd: null,
  },
  ...{ stake: null, nft: null, refunds: null, created_at: new Date(0), evidence: { chain_id: 'evm:1' } },
};
const drawers = { stack: [], push: vi.fn(), pop: vi.fn(), replace: vi.fn(), close: vi.fn() };
function show(change: object) {
  return render(
    <QueryClientProvider client={queryClient}>
      <DrawersProvider value={drawers}>
        <TransactionFacts transaction={{ ...payment, ...change } as unknown as Transaction} />
      </DrawersProvider>
    </QueryClientProvider>,
  );
}
/** What the buttons beside the two addresses do, from the payer's on: one that asks first is called otherwise. */
function copies(change: object): (string | null)[] {
  const { unmount } = show(change);
  const found = screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'));
  unmount();
  return found;
}

it('asks whether deposits are open wherever an address of ours is copied, whichever side of a payment it is', () => {
  const [guarded, plain] = ['Copy address', 'Copy'];
  expect(copies({})).toEqual([guarded, plain]);
  expect(copies({ counterparty_own: true })).toEqual([guarded, guarded]);
  const deposit = {
    type: 1,
    address_from: theirs,
    outputs: [{ address: ours, amount: '1', memo: '', label: '', remark: '' }],
  };
  expect(copies(deposit)).toEqual([plain, guarded]);
  expect(copies({ ...deposit, counterparty_own: true })).toEqual([guarded, guarded]);
});

it('leads whoever may list payees to list the one of a payment, by its number, where the book has them not', () => {
  const permissions = { permissions: ['addressBook.edit'], sub_wallets: [] };
  queryClient.setQueryData(apiQuery('user', 'permissions', {}).queryKey, permissions as never);
  const name = 'Add to address book';
  const two = [...payment.outputs, { address: ours, amount: '1', memo: '', label: '', remark: '' }];
  for (const change of [
    { counterparty_label: 'Acme' },
    { counterparty_own: true },
    { type: 1 },
    { outputs: two },
    { refunds: 3 },
  ]) {
    const { unmount } = show(change);
    expect(screen.queryByRole('button', { name }), JSON.stringify(change)).toBeNull();
    unmount();
  }
  show({});
  fireEvent.click(screen.getByRole('button', { name }));
  expect(drawers.push).toHaveBeenCalledWith('bookAdd', 'payment', '7');
});
