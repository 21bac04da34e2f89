import type { Meta, StoryObj } from '@storybook/react-vite';
import { QueryClientProvider } from '@tanstack/react-query';
import { noDrawers } from '../../test/no-drawers.ts';
import { queryClient } from '../lib/query.ts';
import { DrawersProvider } from './drawers.tsx';
import { Banner } from './feedback.tsx';
import { Proposal, ProposalFault } from './proposal.tsx';

// Once it is signed it gives way to its item; in a story nobody signs.
export default {
  component: Proposal,
  decorators: [
    (Story) => (
      <QueryClientProvider client={queryClient}>
        <DrawersProvider value={noDrawers}>
          <Story />
        </DrawersProvider>
      </QueryClientProvider>
    ),
  ],
} satisfies Meta;
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
