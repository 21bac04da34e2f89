import type { Meta, StoryObj } from '@storybook/react-vite';
import ProposedNote from './proposed-note.tsx';

export default { component: ProposedNote } satisfies Meta;
type Story = StoryObj;

export const Named: Story = { render: () => <ProposedNote change={{ audit_id: 4, label: 'Acme' }} /> };
export const ByName: Story = { render: () => <ProposedNote change={{ audit_id: 4, label: 'Acme' }} byName /> };
export const LongName: Story = {
  render: () => <ProposedNote change={{ audit_id: 4, label: 'Acme Industrial Supplies and Logistics, Rotterdam' }} />,
};
