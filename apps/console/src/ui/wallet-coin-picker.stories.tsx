import type { Meta, StoryObj } from '@storybook/react-vite';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { WalletCoin } from '../lib/wallets.ts';
import { WalletCoinPicker } from './wallet-coin-picker.tsx';

export default { component: WalletCoinPicker } satisfies Meta;
type Story = StoryObj;

const client = new QueryClient();
const value: WalletCoin = {
  subWalletId: 1,
  name: { symbol: 'BTC', chain_id: 'example:main', contract_address: '' },
  coin: undefined,
  coins: [],
  error: null,
  retry: () => undefined,
};
const show = (change: Partial<WalletCoin>): Story => ({
  render: () => (
    <QueryClientProvider client={client}>
      <div className="max-w-md">
        <WalletCoinPicker value={{ ...value, ...change }} onChange={() => undefined} />
      </div>
    </QueryClientProvider>
  ),
});

export const Chosen = show({});
export const NothingChosen = show({ subWalletId: null, name: null });
