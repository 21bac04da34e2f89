import type { Meta, StoryObj } from '@storybook/react-vite';
import { ChangeLine } from './change-line.tsx';

export default { component: ChangeLine } satisfies Meta<typeof ChangeLine>;
type Story = StoryObj<typeof ChangeLine>;

export const Each: Story = {
  args: { sign: '', text: '' },
  render: () => (
    <ul className="grid gap-2">
      <ChangeLine sign="plus" text="New advanced rule “Large”" />
      <ChangeLine sign="minus" text="No advanced rule “Small” any more" />
      <ChangeLine sign="" text="Default rule of all wallets">
        <p className="text-mut">Before: 1 of Ann</p>
        <p>After: 2 of Ann, Bo</p>
      </ChangeLine>
    </ul>
  ),
};
export const LongText: Story = {
  args: { sign: 'plus', text: 'W'.repeat(300) },
  decorators: [(Line) => <ul>{Line()}</ul>],
};
