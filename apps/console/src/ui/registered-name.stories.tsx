import type { Meta, StoryObj } from '@storybook/react-vite';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import RegisteredName from './registered-name.tsx';

export default { component: RegisteredName } satisfies Meta;
const coin = { symbol: 'ETH', chain_id: 'devnet', contract_address: '' };
const address = '0xd36f41c0De7A88B0f9a36a5B1172E43262CA99d1';
const show = (name: string): StoryObj => {
  const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } });
  client.setQueryData(['withdraw', 'addressName', { ...coin, named: address }], { name });
  return {
    render: () => (
      <QueryClientProvider client={client}>
        <RegisteredName coin={coin} address={address} />
      </QueryClientProvider>
    ),
  };
};

export const Named = show('acme.eth');
export const Long = show(`${'a-very-long-name-that-wraps-'.repeat(3)}.eth`);
