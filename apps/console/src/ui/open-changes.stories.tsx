import type { Meta, StoryObj } from '@storybook/react-vite';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { noDrawers } from '../../test/no-drawers.ts';
import { DrawersProvider } from './drawers.tsx';
import OpenChanges from './open-changes.tsx';

export default { component: OpenChanges } satisfies Meta;
type Story = StoryObj;

const rules = 6;

/** What the server would answer, put where it is looked for. */
function knowing(open: number): QueryClient {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const change = { kind: 'policy', subject: { action: 'higherSave', name: 'Large payments' }, policy_version: '4' };
  const item = { item_id: 12, item_type: rules, initiator: { id: 'm-1', name: 'Ada' }, created_at: new Date(), change };
  client.setQueryData(['todo', 'list', { page_no: 1, page_size: 1 }], { kinds: [{ item_type: rules, open, mine: 0 }] });
  const asked = { status: 0, item_type: rules, page_no: 1, page_size: 20 };
  client.setQueryData(['todo', 'list', asked], { list: open > 0 ? [item] : [] });
  return client;
}
const within = (open: number): ReactElement => (
  <QueryClientProvider client={knowing(open)}>
    <DrawersProvider value={noDrawers}>
      <OpenChanges kind="policy" />
    </DrawersProvider>
  </QueryClientProvider>
);

export const OneIsOpen: Story = { render: () => within(1) };
export const NoneIsOpen: Story = { render: () => within(0) };
