import type { Meta, StoryObj } from '@storybook/react-vite';
import { Decisions, Refusal } from './decisions.tsx';

export default { component: Decisions } satisfies Meta<typeof Decisions>;
type Story = StoryObj<typeof Decisions>;

const time = new Date(1_800_000_000_000);
export const Approved: Story = {
  args: {
    decisions: [
      { id: 'm-1', name: 'Ada', decision: 'initiate', time, remark: '', remark_signed: false },
      { id: 'm-2', name: 'Bo', decision: 'approve', time, remark: 'Compared with the contract', remark_signed: false },
    ],
  },
};
const refusal = { id: 'm-1', decision: 'refuse', time, remark_signed: true } as const;
export const RefusedAtLength: Story = {
  args: { decisions: [{ ...refusal, name: 'W'.repeat(100), remark: 'W'.repeat(200) }] },
};
export const RefusedWithAReason: Story = {
  args: { decisions: [] },
  render: () => <Refusal decisions={[{ ...refusal, name: 'Ada', remark: 'wrong <b>invoice</b>' }]} />,
};
export const RefusedWithoutAReason: Story = {
  args: { decisions: [] },
  render: () => <Refusal decisions={[{ ...refusal, name: 'Ada', remark: '', remark_signed: false }]} />,
};
