import type { Meta, StoryObj } from '@storybook/react-vite';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Drawn, Picture } from './nft-picture.tsx';

export default { component: Drawn } satisfies Meta;
type Story = StoryObj;

const point = 'data:image/webp;base64,UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA';

export const Shown: Story = {
  render: () => (
    <div className="w-40">
      <Drawn image={point} problem="" name="Vault key #7" />
    </div>
  ),
};
export const TooLarge: Story = {
  render: () => (
    <div className="w-40">
      <Drawn image="" problem="size" name="Vault key #7" />
    </div>
  ),
};
const client = new QueryClient();
export const OfAFoldedCollection: Story = {
  render: () => (
    <QueryClientProvider client={client}>
      <Picture
        {...{ subWalletId: 1, chain: '', contract: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', id: '7' }}
        name="Vault key #7"
        className="w-40"
        folded
      />
    </QueryClientProvider>
  ),
};
