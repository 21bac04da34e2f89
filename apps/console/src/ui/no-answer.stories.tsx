import type { Meta, StoryObj } from '@storybook/react-vite';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { NoAnswer } from './no-answer.tsx';

export default { component: NoAnswer } satisfies Meta;
type Story = StoryObj;

const client = new QueryClient();
const show = (requestId?: string): Story => ({
  render: () => (
    <QueryClientProvider client={client}>
      <NoAnswer
        error={new Error('no answer')}
        look={requestId === undefined ? undefined : { requestId, onFound: () => undefined }}
      />
    </QueryClientProvider>
  ),
});

export const NobodyCanLook = show();
export const Looking = show('5'.repeat(32));
