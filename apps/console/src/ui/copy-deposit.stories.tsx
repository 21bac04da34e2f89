import type { Meta, StoryObj } from '@storybook/react-vite';
import { CopyDeposit } from './copy-deposit.tsx';

export default { component: CopyDeposit } satisfies Meta<typeof CopyDeposit>;
type Story = StoryObj<typeof CopyDeposit>;

export const Open: Story = { args: { symbol: 'BTC', text: 'bcrt1qexample', enabled: () => true } };
export const Stopped: Story = { args: { symbol: 'BTC', text: 'bcrt1qexample', enabled: () => false } };
