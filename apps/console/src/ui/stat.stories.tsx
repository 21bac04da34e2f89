import type { Meta, StoryObj } from '@storybook/react-vite';
import { Skeleton } from './feedback.tsx';
import { Stat } from './stat.tsx';

export default { component: Stat } satisfies Meta;
type Story = StoryObj;

export const Up: Story = {
  render: () => <Stat label="Total balance" value="$1,284,503.12" change="+2.41%" note="24 h" />,
};
export const Down: Story = {
  render: () => <Stat label="Total balance" value="$903.00" change="−12.00%" note="24 h" />,
};
export const NoHistory: Story = { render: () => <Stat label="Waiting for approval" value="3" /> };
export const Loading: Story = {
  render: () => <Stat label="Total balance" value={<Skeleton className="h-8 w-44" />} />,
};
export const LongText: Story = {
  render: () => (
    <div className="w-60">
      <Stat label={'A label without an end '.repeat(5)} value="$999,999,999,999,999.99" change="+0.01%" note="1 year" />
    </div>
  ),
};
export const RightToLeft: Story = {
  render: () => (
    <div dir="rtl">
      <Stat label="الرصيد" value="$1,284.12" change="+2.41%" />
    </div>
  ),
};
