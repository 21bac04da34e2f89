import type { Meta, StoryObj } from '@storybook/react-vite';
import { ApprovalLink } from './approval-link.tsx';

export default { component: ApprovalLink } satisfies Meta;
type Story = StoryObj;

export const ToASigner: Story = {
  render: () => <ApprovalLink url="https://signer.example/#/i/0195b2c4-7e11-7c3a-9f00-1c2d3e4f5a6b" />,
};
export const WholeWidth: Story = {
  render: () => (
    <div className="w-80">
      <ApprovalLink url="https://signer.example/#/i/0195b2c4" className="w-full" />
    </div>
  ),
};
/** Nothing is drawn for what is no web address. */
export const NoWebAddress: Story = { render: () => <ApprovalLink url="javascript:alert(1)" /> };
