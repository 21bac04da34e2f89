import type { Meta, StoryObj } from '@storybook/react-vite';
import { AskingBody } from './asking.tsx';

export default { component: AskingBody } satisfies Meta;
type Story = StoryObj;

const show = (isWhole: boolean, error: Error | null): Story => ({
  render: () => (
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
  ),
});

export const Ready = show(true, null);
export const SomethingMissing = show(false, null);
export const NoAnswer = show(true, new Error('no answer'));
