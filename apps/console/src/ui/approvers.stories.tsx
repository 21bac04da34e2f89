import type { Meta, StoryObj } from '@storybook/react-vite';
import { Approvers } from './approvers.tsx';

export default { component: Approvers } satisfies Meta<typeof Approvers>;
type Story = StoryObj<typeof Approvers>;

const members = ['Ann', 'Bob', 'D'.repeat(100)].map((name) => ({ member_id: name, name }));
const review = { name: 'Review', kind: 'approve', threshold: 2, members } as const;
const release = { name: 'Approve and sign', kind: 'sign', threshold: 1, members: members.slice(0, 1) } as const;

export const OneStep: Story = { args: { dryRun: { approvers_preview: [release] } } };
export const Steps: Story = { args: { dryRun: { approvers_preview: [review, release] } } };
export const OtherPage: Story = {
  args: { dryRun: { approvers_preview: [review, { name: 'Pages', kind: 'page', threshold: 1, members: [] }] } },
};
