import type { Meta, StoryObj } from '@storybook/react-vite';
import { ProposalLog } from './proposal-log.tsx';

export default { component: ProposalLog } satisfies Meta;
type Story = StoryObj;

const row = (seq: number, event: 'proposed' | 'decided' | 'passed', name: string, why = '') => ({
  seq,
  hash: `${seq}`.repeat(64).slice(0, 64),
  time: new Date(Date.UTC(2026, 10, 21, 9, seq)),
  event,
  action: 'addressBook.add',
  actor: event === 'passed' ? 'system' : 'user:1',
  actor_name: name,
  decision: event === 'decided' ? (why === '' ? 'approve' : 'refuse') : '',
  decision_remark: why,
  item_id: 4,
  item_type: 5,
  subject: { added: '1', removed: '0' },
  remark: '',
  status: 1,
  refused_by: '',
  policy_version: '3',
});
const log = (list: readonly ReturnType<typeof row>[] | undefined, q?: string) => (
  <div className="max-w-4xl border border-line bg-panel">
    <ProposalLog
      label="Address book log"
      empty={{ title: 'Nothing was ever changed', text: 'Changes appear here.' }}
      filter={{ event: undefined, q, from: undefined, to: undefined, page: 1 }}
      onFilter={() => undefined}
      answer={{ data: list && { list, pageTotal: 1, total: list.length }, error: null, refetch: () => undefined }}
      textOf={({ subject }) => `${subject.added} added, ${subject.removed} removed`}
      statusOf={() => ({ tone: 'done', text: 'In force' })}
      onOpen={() => undefined}
    />
  </div>
);

export const Some: Story = {
  render: () => log([row(9, 'passed', ''), row(8, 'decided', 'Olivia'), row(7, 'proposed', 'Olivia')]),
};
export const RefusedWithAReason: Story = {
  render: () =>
    log([row(8, 'decided', 'Olivia', `wrong <b>invoice</b> ${'W'.repeat(150)}`), row(7, 'proposed', 'Ada')]),
};
export const LongAndHostile: Story = {
  render: () => log([row(7, 'proposed', `<b>bold</b> \u202Eمحفظة ${'W'.repeat(300)}`)], 'W'.repeat(90)),
};
export const Empty: Story = { render: () => log([]) };
export const NothingFits: Story = { render: () => log([], 'nobody') };
export const Loading: Story = { render: () => log(undefined) };
