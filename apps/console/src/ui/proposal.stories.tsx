import type { Meta, StoryObj } from '@storybook/react-vite';
import { Banner } from './feedback.tsx';
import { Proposal, ProposalFault } from './proposal.tsx';

export default { component: Proposal } satisfies Meta;
type Story = StoryObj;

const made = {
  approval_url: 'https://signer.example/#/i/0195b2c4-7e11-7c3a-9f00-1c2d3e4f5a6b',
  digest: '0a1b2c3d'.repeat(8),
  digest_words: ['violet', 'harbour', 'lamp', 'forty', 'anvil', 'meadow', 'crank', 'tulip'],
  instant: false,
};

export const Waits: Story = {
  render: () => (
    <div className="grid w-[420px] gap-4">
      <Proposal made={made} title="Ada is to become an approver" text="It counts as soon as the members have signed." />
    </div>
  ),
};
export const WithAWarning: Story = {
  render: () => (
    <div className="grid w-[420px] gap-4">
      <Proposal made={made} title="One address is to be listed" text="It counts as soon as the members have signed.">
        <Banner tone="warn">Looks like a listed address.</Banner>
      </Proposal>
    </div>
  ),
};
export const Refused: Story = {
  render: () => (
    <ProposalFault error={new Error('The rules have changed meanwhile')}>Reload and try again.</ProposalFault>
  ),
};
