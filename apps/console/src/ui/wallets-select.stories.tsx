import type { Meta, StoryObj } from '@storybook/react-vite';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { WalletsSelect } from './wallets-select.tsx';

export default { component: WalletsSelect } satisfies Meta;
type Story = StoryObj;

const client = new QueryClient();
const show = (chosen: readonly number[]): Story => ({
  render: () => (
    <QueryClientProvider client={client}>
      <div className="max-w-60">
        <WalletsSelect any="All wallets" aria-label="Wallet" chosen={chosen} onChange={() => undefined} most={10} />
      </div>
    </QueryClientProvider>
  ),
});

export const NothingChosen = show([]);
export const Several = show([7, 8, 9]);
