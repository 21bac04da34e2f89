import type { Flow, PolicyDocument } from '@holdfast/policy';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { FlowMeaning } from './flow-meaning.tsx';

const memberOf = (id: string) => ({
  ...{ id, name: id, role: 'owner', status: 'active', keyHolder: 'yes', wallets: [], credentials: [] },
});
// What a flow means is read from the members alone.
const policy = { members: ['Ada', 'Bob', 'Cleo'].map(memberOf), strategies: [] } as unknown as PolicyDocument;
const flowOf = (approvers: string[], signProtection: Flow['signProtection']): Flow => ({
  signProtection,
  nodes: [{ name: 'Release', kind: 'sign', approvers, threshold: '1' }],
});

export default { component: FlowMeaning } satisfies Meta<typeof FlowMeaning>;
type Story = StoryObj<typeof FlowMeaning>;

export const Others: Story = { args: { policy, flow: flowOf(['Ada', 'Bob', 'Cleo'], 'on') } };
export const Alone: Story = { args: { policy, flow: flowOf(['Ada', 'Bob', 'Cleo'], 'off') } };
export const Stuck: Story = { args: { policy, flow: flowOf(['Ada'], 'on') } };
