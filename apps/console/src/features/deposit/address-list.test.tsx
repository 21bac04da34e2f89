// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { inConsole } from '../../../test/screen.tsx';
import { serve } from '../../../test/server.ts';
import { queryClient } from '../../lib/query.ts';
import { AddressList } from './address-list.tsx';

inConsole();

const coin = { symbol: 'BTC', chain_id: 'bitcoin:regtest', contract_address: '' };
const row = (address_id: number, address: string, label: string, addr_type = 1, addr_form = 'segwit') => ({
  addr_form,
  ...{ address_id, address, addr_type, address_label: label, memo: '', balance: '0', is_common: address_id === 1 },
  ...{ chain_id: coin.chain_id, path: `m/${address_id}`, last_used_at: null, created_at: new Date(0) },
  proof: { deployment: 'd', key_group: 'k', attestations: [] },
});
const answers = (total = 3): Parameters<typeof serve>[0] => ({
  'user.permissions': () => ({ data: { permissions: ['address.create'], sub_wallets: [], fund_open: true } }),
  'deposit.addresses': () => ({
    data: {
      pageTotal: Math.ceil(total / 20),
      total,
      total_is_bounded: false,
      list: [row(1, 'bcrt1qone', 'Shop'), row(2, 'bcrt1qtwo', ''), row(3, 'bcrt1qchange', '', 2)],
    },
  }),
  'deposit.createAddress': () => ({ data: { list: [] } }),
});
const draw = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <AddressList
        subWalletId={4}
        coin={coin}
        copy={(address) => <span>copy {address}</span>}
        forms={['segwit', 'taproot']}
      />
    </QueryClientProvider>,
  );

describe('the addresses of a coin', () => {
  it('are shown with a QR code each, but for those that take change', async () => {
    serve(answers());
    draw();
    await screen.findByText('Shop');
    const lines = screen.getAllByRole('listitem');
    fireEvent.click(within(lines[1] ?? document.body).getByRole('button', { name: 'Show the QR code' }));
    within(lines[1] ?? document.body).getByRole('img', { name: 'QR code of the BTC deposit address' });
    within(lines[2] ?? document.body).getByText('Takes change: not for deposits');
    within(lines[1] ?? document.body).getByText('copy bcrt1qtwo');
    expect(within(lines[2] ?? document.body).queryByText(/^copy/)).toBeNull();
  });

  it('are made of the form that was chosen, and of the usual one where nothing was', async () => {
    const seen = serve(answers());
    draw();
    const made = () =>
      seen.filter(({ path }) => path.endsWith('/create/address')).map(({ form }) => form.get('addr_form'));
    const button = await screen.findByRole('button', { name: 'New address' });
    fireEvent.click(button);
    await waitFor(() => expect(made()).toEqual([null]));
    fireEvent.change(screen.getByLabelText('Kind of address'), { target: { value: 'taproot' } });
    screen.getByText(/older wallets/);
    fireEvent.click(button);
    await waitFor(() => expect(made()).toEqual([null, 'taproot']));
  });

  it('are made many at once, with one label, and never none or too many', async () => {
    const seen = serve(answers());
    draw();
    const made = () => seen.filter(({ path }) => path.endsWith('/create/address'));
    const count = await screen.findByLabelText('How many');
    for (const wrong of ['0', '101', '']) {
      fireEvent.change(count, { target: { value: wrong } });
      fireEvent.click(screen.getByRole('button', { name: 'New address' }));
      await screen.findByText('1 to 100');
    }
    expect(made()).toHaveLength(0);
    fireEvent.change(count, { target: { value: '25' } });
    fireEvent.change(screen.getByLabelText('Label'), { target: { value: 'Till 3' } });
    fireEvent.click(screen.getByRole('button', { name: 'New address' }));
    await waitFor(() => expect(made()).toHaveLength(1));
    expect(Object.fromEntries(made()[0]?.form ?? [])).toEqual({
      ...coin,
      sub_wallet_id: '4',
      num: '25',
      label: 'Till 3',
    });
  });

  it('of a long list are searched at the server and paged', async () => {
    const seen = serve(answers(45));
    draw();
    fireEvent.click(await screen.findByRole('button', { name: 'Next page' }));
    await waitFor(() => expect(seen.at(-1)?.form.get('page_no')).toBe('2'));
    const box = screen.getByRole('searchbox', { name: 'Find an address or label' });
    fireEvent.change(box, { target: { value: 'shop' } });
    fireEvent.submit(box);
    await waitFor(() => expect(seen.at(-1)?.form.get('keyword')).toBe('shop'));
    expect(seen.at(-1)?.form.get('page_no')).toBe('1');
  });
});
