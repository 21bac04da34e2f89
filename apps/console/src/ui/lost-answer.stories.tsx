import type { Meta, StoryObj } from '@storybook/react-vite';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { LookedFor, LostAnswer } from './lost-answer.tsx';

export default { component: LostAnswer } satisfies Meta;
type Story = StoryObj;

const client = new QueryClient();

export const NoServer: Story = {
  render: () => (
    <QueryClientProvider client={client}>
      <LostAnswer requestId={'5'.repeat(32)} onFound={() => undefined} />
    </QueryClientProvider>
  ),
};
export const NotKnown: Story = { render: () => <LookedFor answered={false} /> };
export const NoSuchRequest: Story = { render: () => <LookedFor answered /> };
