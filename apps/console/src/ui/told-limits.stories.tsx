import type { Meta, StoryObj } from '@storybook/react-vite';
import { ToldLimits } from './told-limits.tsx';

export default { component: ToldLimits } satisfies Meta<typeof ToldLimits>;
type Story = StoryObj<typeof ToldLimits>;

const hour = {
  rule: 'Much in an hour',
  action: 'flow',
  unit: 'USD',
  limit: '1000',
  hours: 1,
  scope: 'workspace',
} as const;
const day = { rule: 'Day limit', action: 'refuse', unit: 'ETH', limit: '30', hours: 24, scope: 'wallet' } as const;

export const Left: Story = {
  args: {
    limits: [
      { ...hour, left: '832.5' },
      { ...day, left: '12.5' },
    ],
  },
};
export const UsedUp: Story = { args: { limits: [{ ...day, left: '0' }] } };
export const Unknown: Story = { args: { limits: [{ ...hour, left: null }] } };
export const Single: Story = {
  args: { limits: [{ ...day, rule: 'Small', action: 'pass', hours: 0, limit: '3', left: '3' }] },
};
