import type { Meta, StoryObj } from '@storybook/react-vite';
import ExportDialog from './export-dialog.tsx';

export default { component: ExportDialog } satisfies Meta;
type Story = StoryObj;

const what = () => ({ list: 'transaction', filter: {}, words: {} }) as const;
const dialog = <ExportDialog what={what} name="transactions" onClose={() => undefined} />;

export const Choosing: Story = { render: () => dialog };
export const RightToLeft: Story = { render: () => <div dir="rtl">{dialog}</div> };
