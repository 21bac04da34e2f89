import type { Meta, StoryObj } from '@storybook/react-vite';
import { Timeline } from './timeline.tsx';

export default { component: Timeline } satisfies Meta;
type Story = StoryObj;

const at = (minutes: number): Date => new Date(Date.UTC(2026, 0, 5, 10, minutes));

export const Withdrawal: Story = {
  render: () => (
    <div className="max-w-md">
      <Timeline
        items={[
          { key: 'a', title: 'Requested', by: 'Olivia Owner', when: at(0), tone: 'done' },
          { key: 'b', title: 'Approved', by: 'Mina', when: at(4), tone: 'done', text: '2 of 2 approvals' },
          { key: 'c', title: 'Signed', when: at(5), tone: 'done' },
          { key: 'd', title: 'Confirming', when: at(6), tone: 'active', text: '3 of 12 confirmations' },
        ]}
      />
    </div>
  ),
};
export const Refused: Story = {
  render: () => (
    <div className="max-w-md">
      <Timeline
        items={[
          { key: 'a', title: 'Requested', by: 'Olivia Owner', when: at(0), tone: 'done' },
          { key: 'b', title: 'Refused', by: 'Mina', when: at(4), tone: 'bad', text: 'Not on the list of payees.' },
        ]}
      />
    </div>
  ),
};
export const LongAndRightToLeft: Story = {
  render: () => (
    <div className="max-w-xs">
      <Timeline
        items={[
          { key: 'a', title: 'Requested', by: 'W'.repeat(120), when: at(0), tone: 'wait', text: 'remark '.repeat(40) },
          { key: 'b', title: 'Approved', by: '\u202Eمينا', when: at(1), tone: 'idle' },
        ]}
      />
    </div>
  ),
};
export const Nothing: Story = { render: () => <Timeline items={[]} /> };
