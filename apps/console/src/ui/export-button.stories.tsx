import type { Meta, StoryObj } from '@storybook/react-vite';
import { ExportButton } from './export-button.tsx';

export default { component: ExportButton } satisfies Meta;
type Story = StoryObj;

const what = () => ({ list: 'transaction', filter: {}, words: {} }) as const;

export const Closed: Story = { render: () => <ExportButton what={what} name="transactions" /> };
export const RightToLeft: Story = {
  render: () => (
    <div dir="rtl">
      <ExportButton what={what} name="transactions" />
    </div>
  ),
};
