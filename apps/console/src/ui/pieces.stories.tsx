import type { Meta, StoryObj } from '@storybook/react-vite';
import { Pieces } from './pieces.tsx';

export default {
  component: Pieces,
  decorators: [
    (Story) => (
      <div className="w-48">
        <Story />
      </div>
    ),
  ],
} satisfies Meta<typeof Pieces>;
type Story = StoryObj<typeof Pieces>;

export const OneLine: Story = { args: { of: ['To Acme', 'Ann'] } };
export const Lines: Story = { args: { of: ['To Acme Supplies Limited', 'Invoice 4411', 'Ann'] } };
export const Cut: Story = { args: { of: ['To Acme', 'Invoice 4411 of the second quarter, corrected twice', 'Ann'] } };
