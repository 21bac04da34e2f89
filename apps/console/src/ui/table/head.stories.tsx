import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import type { Column, Sort } from './columns.ts';
import { TableHead } from './head.tsx';

export default { component: TableHead } satisfies Meta;
type Story = StoryObj;

const columns: readonly Column<string>[] = [
  { key: 'name', title: 'Name', share: 1, sortable: true, cell: (row) => row },
  { key: 'value', title: 'Value', share: 1, sortable: true, numeric: true, cell: (row) => row },
  { key: 'note', title: 'Note', share: 1, cell: (row) => row },
];

function Head({ ticked }: { ticked?: 'none' | 'some' | 'all' }) {
  const [sort, setSort] = useState<Sort>({ key: 'value', order: 'desc' });
  return (
    <table className="vt" aria-label="Headings">
      <TableHead columns={columns} sort={sort} onSort={setSort} ticked={ticked} onTickAll={() => undefined} />
    </table>
  );
}

export const Sorted: Story = { render: () => <Head /> };
export const SomeTicked: Story = { render: () => <Head ticked="some" /> };
export const AllTicked: Story = { render: () => <Head ticked="all" /> };
