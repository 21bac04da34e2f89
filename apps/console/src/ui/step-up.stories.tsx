import type { Meta, StoryObj } from '@storybook/react-vite';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StepUp } from './step-up.tsx';

export default { component: StepUp } satisfies Meta;
type Story = StoryObj;

const client = new QueryClient();
const form = (
  <QueryClientProvider client={client}>
    <div className="max-w-md">
      <StepUp onDone={() => undefined} />
    </div>
  </QueryClientProvider>
);

export const Asked: Story = { render: () => form };
export const RightToLeft: Story = { render: () => <div dir="rtl">{form}</div> };
