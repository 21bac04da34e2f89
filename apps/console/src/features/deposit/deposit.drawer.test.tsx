// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import { act, render, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { inConsole } from '../../../test/screen.tsx';
import { serve } from '../../../test/server.ts';
import { queryClient } from '../../lib/query.ts';
import { useSession } from '../../lib/session.ts';
import { DrawersProvider } from '../../ui/drawers.tsx';
import DepositDrawer from './deposit.drawer.tsx';

inConsole();

const address = '0xd36f41c0De7A88B0f9a36a5B1172E43262CA99d1';
const proof = { deployment: '', key_group: '', attestations: [] };
const named = {
  symbol: 'ETH',
  symbol_alias: 'ETH',
  base_symbol: 'ETH',
  coin_net: 'Ethereum',
  contract_address: '',
  decimals: 18,
};
const none = {
  ...{ normal_balance: '0', payable_balance: '0', lock_balance: '0', collecting_balance: '0', pending_balance: '0' },
  ...{ hold_balance: '0', staked_balance: '0', total_balance: '0' },
};
const coin = {
  ...{ ...named, ...none, name: 'Ether', icon: '', chain_id: 'evm:1', coin_type: 0, path: '', proof, address },
  ...{
    price_usd: null,
    price_time: null,
    price_source: '',
    asset_usd: null,
    normal_usd: null,
    is_focus: false,
    open: true,
  },
  ...{ enable_deposit: true, enable_withdraw: true, support_memo: false },
};
const info = {
  ...{ ...named, enable_deposit: true, enableDeposit: true, deposit_confirmation: 3, min_deposit: '0.001', tips: [] },
  ...{ support_memo: false, support_multi_addr: false, addr_forms: [] },
};
const known = {
  'wallet.allSubWallets': () => ({ data: { list: [{ id: 1, name: 'Main', type: 1, status: 1 }], total: 1 } }),
  'wallet.coinsAsset': () => ({ data: { asset_usd: null, list: [coin] } }),
  'deposit.info': () => ({ data: info }),
};
const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });
const shown = () => document.body.textContent?.includes('99d1') ?? false;

it('an address stays while the server cannot be reached, and goes once the server refuses it', async () => {
  const row = {
    ...{
      address_id: 1,
      symbol: 'ETH',
      address,
      qr_text: address,
      text: address,
      memo: '',
      addr_type: 1,
      addr_form: '',
    },
    ...{
      address_label: '',
      is_common: true,
      deposit_suspended: false,
      chain_id: 'evm:1',
      path: '',
      proof,
      verify_url: '',
    },
  };
  serve({ ...known, 'deposit.address': () => ({ data: row }) });
  useSession.setState({ walletId: 1, subWalletId: 1 });
  render(
    <RouterContextProvider router={router as never}>
      <QueryClientProvider client={queryClient}>
        <DrawersProvider value={{ stack: [], push: vi.fn(), pop: vi.fn(), replace: vi.fn(), close: vi.fn() }}>
          <DepositDrawer args={['ETH', '1']} />
        </DrawersProvider>
      </QueryClientProvider>
    </RouterContextProvider>,
  );
  await waitFor(() => expect(shown()).toBe(true));
  serve({});
  await act(() => queryClient.refetchQueries());
  expect(shown()).toBe(true);
  serve({ ...known, 'deposit.address': () => ({ code: 300001, msg: 'No address for this wallet' }) });
  await act(() => queryClient.refetchQueries());
  await screen.findByText('No address for this wallet');
  expect(shown()).toBe(false);
});
