import type { Meta, StoryObj } from '@storybook/react-vite';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { noDrawers } from '../../test/no-drawers.ts';
import { DrawersProvider } from './drawers.tsx';
import { PayeeStanding, type PayeeTold } from './payee-standing.tsx';

export default { component: PayeeStanding } satisfies Meta;
type Story = StoryObj;

const client = new QueryClient();
const known: PayeeTold = {
  is_own: null,
  is_contract: false,
  first_time: false,
  similar_to: [],
  white_id: '',
  white_label: '',
  is_white: false,
  white_from: null,
  white_change: null,
};
const show = (over: Partial<PayeeTold>): Story => ({
  render: () => (
    <QueryClientProvider client={client}>
      <DrawersProvider value={noDrawers}>
        <PayeeStanding payee={{ ...known, ...over }} payer={1} />
      </DrawersProvider>
    </QueryClientProvider>
  ),
});

export const Unlisted = show({});
export const FirstTime = show({ first_time: true });
export const Contract = show({ first_time: true, is_contract: true });
export const Proposed = show({ white_change: { audit_id: 4, label: 'Acme' } });
export const LookAlike = show({ similar_to: ['0xd36f41c0De7A88B0f9a36a5B1172E43262CA99d1'] });
