import type { Meta, StoryObj } from '@storybook/react-vite';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import ListedPicker from './listed-picker.tsx';

export default { component: ListedPicker } satisfies Meta;
type Story = StoryObj;

const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } });
const coin = { symbol: 'TRX', chain_id: 'devnet', contract_address: '' };
const show = (named?: string): Story => ({
  render: () => (
    <QueryClientProvider client={client}>
      <ListedPicker coin={coin} {...(named === undefined ? {} : { named })} onPick={() => undefined} />
    </QueryClientProvider>
  ),
});

export const WithItsOwnField = show();
export const WrittenElsewhere = show('Freight');
