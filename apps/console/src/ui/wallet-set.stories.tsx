import type { Meta, StoryObj } from '@storybook/react-vite';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { WalletSet } from './wallet-set.tsx';

export default { component: WalletSet } satisfies Meta;
type Story = StoryObj;

const client = new QueryClient();
function Chosen({ first }: { first: readonly number[] }) {
  const [chosen, setChosen] = useState(first);
  return (
    <QueryClientProvider client={client}>
      <div className="max-w-md">
        <WalletSet legend="From wallets" hint="None chosen: all" chosen={chosen} onChange={setChosen} />
      </div>
    </QueryClientProvider>
  );
}

export const None: Story = { render: () => <Chosen first={[]} /> };
export const Many: Story = { render: () => <Chosen first={[1, 2, 30_000, 1_000_000]} /> };
