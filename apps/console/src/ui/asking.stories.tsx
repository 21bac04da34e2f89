import type { Meta, StoryObj } from '@storybook/react-vite';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { AskingBody } from './asking.tsx';

export default { component: AskingBody } satisfies Meta;
type Story = StoryObj;

const client = new QueryClient();

const show = (isWhole: boolean, error: Error | null): Story => ({
  render: () => (
    <QueryClientProvider client={client}>
      <AskingBody
        formId="asking"
        label="Ask for it"
        isWhole={isWhole}
        busy={false}
        error={error}
        onCode={() => undefined}
      >
        <form id="asking" onSubmit={(event) => event.preventDefault()}>
          What is asked for
        </form>
      </AskingBody>
    </QueryClientProvider>
  ),
});

export const Ready = show(true, null);
export const SomethingMissing = show(false, null);
export const NoAnswer = show(true, new Error('no answer'));
