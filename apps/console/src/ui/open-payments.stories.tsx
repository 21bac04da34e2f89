import { todoType } from '@holdfast/contract';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { OpenPayments } from './open-payments.tsx';

export default { component: OpenPayments } satisfies Meta;
type Story = StoryObj;

/** What the server would answer, put where it is looked for. */
function within(open: number): ReactElement {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const kinds = [{ item_type: todoType.withdraw, open, mine: 0 }];
  client.setQueryData(['todo', 'list', { page_no: 1, page_size: 1 }], { kinds });
  return (
    <QueryClientProvider client={client}>
      <OpenPayments beside="policy" />
    </QueryClientProvider>
  );
}

export const OneIsOpen: Story = { render: () => within(1) };
export const SomeAreOpen: Story = { render: () => within(3) };
