import type { Meta, StoryObj } from '@storybook/react-vite';
import { Decisions } from './decisions.tsx';

export default { component: Decisions } satisfies Meta<typeof Decisions>;
type Story = StoryObj<typeof Decisions>;

const time = new Date(1_800_000_000_000);
export const Approved: Story = {
  args: {
    decisions: [
      { id: 'm-1', name: 'Ada', decision: 'initiate', time, remark: '' },
      { id: 'm-2', name: 'Bo', decision: 'approve', time, remark: 'Compared with the contract' },
    ],
  },
};
export const RefusedAtLength: Story = {
  args: { decisions: [{ id: 'm-1', name: 'W'.repeat(100), decision: 'refuse', time, remark: 'W'.repeat(200) }] },
};
