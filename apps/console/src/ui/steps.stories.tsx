import type { Meta, StoryObj } from '@storybook/react-vite';
import { Steps } from './steps.tsx';

export default { component: Steps } satisfies Meta;
type Story = StoryObj;

const names = ['Owner', 'Authenticator', 'Passkey', 'Keys', 'Workspace'];

export const First: Story = { render: () => <Steps names={names} current={0} /> };
export const Middle: Story = { render: () => <Steps names={names} current={2} /> };
export const AllDone: Story = { render: () => <Steps names={names.slice(0, 3)} current={3} /> };
export const Chinese: Story = {
  render: () => <Steps names={['所有者', '验证器', '通行密钥', '密钥', '工作区']} current={4} />,
};
