// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { inConsole } from '../../../test/screen.tsx';
import { serve } from '../../../test/server.ts';
import { queryClient } from '../../lib/query.ts';
import { CustomerMemos } from './customer-memos.tsx';

inConsole();

const coin = { symbol: 'TON', chain_id: 'ton:-3', contract_address: '' };
const memo = (memo_id: number, customer: string, text: string) => ({
  ...{ memo_id, customer, memo: text, address: 'EQ', chain_id: coin.chain_id, path: 'm/607/4/0/0' },
  proof: { deployment: '', key_group: '', attestations: [] },
});
const listed = (id: number, customer: string, text: string) => ({
  ...memo(id, customer, text),
  deposit_count: id,
  last_used_at: null,
  created_at: new Date(),
});
const answers = (permissions = ['address.create']): Parameters<typeof serve>[0] => ({
  'user.permissions': () => ({ data: { permissions, sub_wallets: [], fund_open: true } }),
  'deposit.memos': () => ({
    data: { pageTotal: 1, total: 2, list: [listed(2, 'Bob <b>', 'user 7'), listed(1, 'Alice', '4711')] },
  }),
  'deposit.createMemo': () => ({ data: memo(3, 'Carol', '1234567890') }),
});
const draw = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <CustomerMemos subWalletId={4} coin={coin} copy={(text) => `copy ${text}`} />
    </QueryClientProvider>,
  );

describe('comments of customers', () => {
  it('stand beside the customers, whose names are text, and say how often they were used', async () => {
    serve(answers([]));
    draw();
    const list = within(await screen.findByRole('list'));
    list.getByText('Bob <b>');
    list.getByText('4711');
    list.getByText('2 deposits');
    list.getByText('1 deposit');
    expect(screen.queryByRole('button', { name: 'Make comment' })).toBeNull();
  });

  it('are made for a name, drawn or chosen, and never without one', async () => {
    const seen = serve(answers());
    draw();
    const made = () => seen.filter(({ path }) => path.endsWith('/create/memo'));
    fireEvent.click(await screen.findByRole('button', { name: 'Make comment' }));
    await screen.findByText(/enter Customer/i);
    expect(made()).toHaveLength(0);
    fireEvent.change(screen.getByLabelText('Customer'), { target: { value: 'Carol' } });
    fireEvent.click(screen.getByRole('button', { name: 'Make comment' }));
    await waitFor(() => expect(made()).toHaveLength(1));
    expect(Object.fromEntries(made()[0]?.form ?? [])).toEqual({ sub_wallet_id: '4', ...coin, customer: 'Carol' });
    await waitFor(() => expect(screen.getByLabelText('Customer')).toHaveProperty('value', ''));
  });
});
