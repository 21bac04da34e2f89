import type { Meta, StoryObj } from '@storybook/react-vite';
import { PlainTable } from './plain-table.tsx';

export default { component: PlainTable } satisfies Meta;
type Story = StoryObj;

const head = [{ text: 'Name' }, { text: 'Status' }, { text: 'Last used', className: 'max-md:hidden' }];
const row = (name: string) => (
  <tr key={name}>
    <td className="max-w-72">
      <bdi className="block truncate">{name}</bdi>
    </td>
    <td>On</td>
    <td className="max-md:hidden">Never</td>
  </tr>
);
const table = (names: readonly string[] | undefined) => (
  <PlainTable head={head} shapes={3}>
    {names?.map(row)}
  </PlainTable>
);

export const Rows: Story = { render: () => table(['Payroll', 'Collector']) };
export const Loading: Story = { render: () => table(undefined) };
export const NoRows: Story = { render: () => table([]) };
export const LongText: Story = { render: () => table(['W'.repeat(10_000)]) };
export const RightToLeft: Story = { render: () => <div dir="rtl">{table(['الرواتب', 'Payroll'])}</div> };
