import type { Meta, StoryObj } from '@storybook/react-vite';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { WalletList, WalletSelect } from './wallet-select.tsx';

export default { component: WalletSelect } satisfies Meta;
type Story = StoryObj;

const client = new QueryClient();
const show = (any?: string): Story => ({
  render: () => (
    <QueryClientProvider client={client}>
      <div className="max-w-60">
        <WalletSelect
          value={null}
          onChange={() => undefined}
          aria-label="Wallet"
          placeholder="Add a wallet"
          {...(any === undefined ? {} : { any })}
        />
      </div>
    </QueryClientProvider>
  ),
});

export const NothingChosen = show();
export const Any = show('Any wallet');
export const LongText = show('W'.repeat(300));
export const Opened: Story = {
  render: () => (
    <QueryClientProvider client={client}>
      <div className="relative h-40 max-w-60">
        <WalletList listId="wallets" any="Any wallet" chosen={[0]} onPick={() => undefined} onClose={() => undefined} />
      </div>
    </QueryClientProvider>
  ),
};
