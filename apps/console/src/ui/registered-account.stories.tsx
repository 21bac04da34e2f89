import type { Meta, StoryObj } from '@storybook/react-vite';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import RegisteredAccount from './registered-account.tsx';

export default { component: RegisteredAccount } satisfies Meta;
type Story = StoryObj;

const coin = { symbol: 'ETH', chain_id: 'devnet', contract_address: '' };
/** As the register answers. */
function answered(data: object): QueryClient {
  const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } });
  client.setQueryData(['withdraw', 'addressName', { ...coin, named: 'acme.eth' }], data);
  return client;
}
const show = (data: object): Story => ({
  render: () => (
    <QueryClientProvider client={answered(data)}>
      <RegisteredAccount coin={coin} named="acme.eth" onPick={() => undefined} />
    </QueryClientProvider>
  ),
});

export const Found = show({
  name: 'acme.eth',
  address: '0xd36f41c0De7A88B0f9a36a5B1172E43262CA99d1',
  register: true,
});
export const Nobody = show({ name: '', address: '', register: true });
