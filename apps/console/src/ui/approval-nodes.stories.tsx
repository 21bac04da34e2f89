import type { Meta, StoryObj } from '@storybook/react-vite';
import { ApprovalNodes, nodesOf } from './approval-nodes.tsx';

export default { component: ApprovalNodes } satisfies Meta;
type Story = StoryObj;

const people = ['Ann', 'Bob', 'Chen', 'D'.repeat(100)].map((name, at) => ({ member_id: `m${at}`, name }));
const nodes = (first: readonly string[], second: readonly string[]): Story => ({
  render: () => (
    <div className="max-w-xl">
      <ApprovalNodes
        nodes={nodesOf([
          { name: 'Review', kind: 'approve', threshold: 2, members: people, approved: first },
          { name: 'Approve and sign', kind: 'sign', threshold: 1, members: people.slice(0, 1), approved: second },
        ])}
      />
    </div>
  ),
});

/** A key is accepted at a step that no rule names. */
export const Acceptance: Story = {
  render: () => (
    <div className="max-w-xl">
      <ApprovalNodes
        nodes={nodesOf([
          { name: 'Acceptance', kind: 'accept', threshold: 1, members: people.slice(1, 2), approved: [] },
        ])}
      />
    </div>
  ),
};
export const Begun = nodes(['m0'], []);
export const LastOne = nodes(['m0', 'm1'], []);
export const Done = nodes(['m0', 'm1'], ['m0']);
