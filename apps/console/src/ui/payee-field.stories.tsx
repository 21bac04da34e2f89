import type { Meta, StoryObj } from '@storybook/react-vite';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { PayeeField } from './payee-field.tsx';

export default { component: PayeeField } satisfies Meta;
type Story = StoryObj;

const client = new QueryClient();
const show = (value: string, error?: string): Story => ({
  render: () => (
    <QueryClientProvider client={client}>
      <PayeeField
        label="Address"
        hint="A name of the address book, or an address"
        error={error}
        value={value}
        coin={undefined}
        onValue={() => undefined}
      />
    </QueryClientProvider>
  ),
});

export const Empty = show('');
export const Address = show('TSzdGHnhYnQKFF4LKrRLztkjYAvbNoxnQ8');
export const Fault = show('', 'Enter an address');
