import type { Meta, StoryObj } from '@storybook/react-vite';
import type { Column } from './columns.ts';
import { TableRow } from './row.tsx';

export default { component: TableRow } satisfies Meta;
type Story = StoryObj;

const columns: readonly Column<string>[] = [
  { key: 'name', title: 'Name', share: 1, cell: (row) => <bdi>{row}</bdi> },
  { key: 'value', title: 'Value', share: 1, numeric: true, cell: () => '12.5' },
];
const row = (text: string, ticked?: boolean, across?: number): Story => ({
  render: () => (
    <table className="vt vt-fixed" aria-label="One row">
      <tbody>
        <TableRow
          row={text}
          index={0}
          columns={columns}
          across={across}
          name={`Select ${text.slice(0, 20)}`}
          opens
          ticked={ticked}
          measure={() => undefined}
        />
      </tbody>
    </table>
  ),
});

export const Plain = row('Main wallet');
export const Ticked = row('Main wallet', true);
export const LongName = row('W'.repeat(10_000), false);
export const OnAPhone = row('Main wallet', false, 2);
