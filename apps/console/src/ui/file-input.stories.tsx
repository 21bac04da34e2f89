import type { Meta, StoryObj } from '@storybook/react-vite';
import { FileInput } from './file-input.tsx';

export default { component: FileInput } satisfies Meta<typeof FileInput>;
type Story = StoryObj<typeof FileInput>;

export const Rules: Story = {
  args: { label: 'Choose a rules file', accept: '.json', onFile: () => undefined },
};
export const LongLabel: Story = {
  args: { label: 'W'.repeat(40), accept: '.csv', onFile: () => undefined },
};
