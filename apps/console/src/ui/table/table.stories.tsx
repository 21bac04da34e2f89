import type { Meta, StoryObj } from '@storybook/react-vite';
import { useMemo, useState } from 'react';
import { Amount, Usd } from '../display.tsx';
import DrawerHost from '../drawer-host.tsx';
import type { DrawerPage } from '../drawer-stack.ts';
import { DrawerBody, DrawersProvider, useDrawers } from '../drawers.tsx';
import { StatusPill } from '../feedback.tsx';
import type { Column, Sort } from './columns.ts';
import { Table } from './table.tsx';
import { useSelection } from './use-selection.ts';

export default { component: Table, parameters: { layout: 'fullscreen' } } satisfies Meta;
type Story = StoryObj;

interface Payment {
  readonly id: number;
  readonly to: string;
  readonly amount: string;
  readonly usd: string;
}
const paymentAt = (id: number): Payment => ({
  id,
  to: `Supplier ${(id * 7_919) % 1_000}`,
  amount: `${(id * 31) % 1_000}.${String(id).padStart(6, '0')}`,
  usd: String((id * 1_117) % 90_000),
});
const keyOf = ({ id }: Payment): string => String(id);
const nameOf = ({ id }: Payment): string => `Select payment ${id}`;
const columns: readonly Column<Payment>[] = [
  { key: 'to', title: 'Payee', share: 30, fixed: true, sortable: true, cell: ({ to }) => <bdi>{to}</bdi> },
  { key: 'id', title: 'Number', share: 15, numeric: true, from: 'md', sortable: true, cell: ({ id }) => id },
  {
    key: 'amount',
    title: 'Amount',
    share: 25,
    numeric: true,
    cell: ({ amount }) => <Amount value={amount} symbol="ETH" />,
  },
  { key: 'usd', title: 'Value', share: 15, numeric: true, from: 'lg', cell: ({ usd }) => <Usd value={usd} /> },
  { key: 'status', title: 'Status', share: 15, from: 'md', cell: () => <StatusPill tone="done" text="Completed" /> },
];

const compare: Readonly<Record<string, (a: Payment, b: Payment) => number>> = {
  to: (a, b) => a.to.localeCompare(b.to),
  id: (a, b) => a.id - b.id,
};

function List({ count }: { count: number }) {
  const drawers = useDrawers();
  const [sort, setSort] = useState<Sort>({ key: 'id', order: 'desc' });
  const rows = useMemo(() => {
    const list = Array.from({ length: count }, (_, at) => paymentAt(at + 1)).sort(compare[sort.key]);
    return sort.order === 'desc' ? list.reverse() : list;
  }, [count, sort]);
  const selection = useSelection('payments', keyOf);
  const { push } = drawers;
  const onOpen = useMemo(() => (row: Payment) => push('payment', String(row.id)), [push]);
  const own = { label: 'Payments', columns, rows, keyOf, nameOf, onOpen, sort, onSort: setSort, selection };
  return (
    <div data-scrolls className="h-[600px] overflow-auto bg-panel">
      <Table {...own} />
    </div>
  );
}

const registry = {
  payment: {
    width: 460,
    title: 'Payment',
    component: ({ args }: { args: readonly string[] }) => <DrawerBody>{args[0]}</DrawerBody>,
  },
} as const;

function WithDrawer({ count }: { count: number }) {
  const [stack, setStack] = useState<readonly DrawerPage[]>([]);
  const drawers = useMemo(
    () => ({
      stack,
      push: (name: string, ...args: readonly string[]) => setStack([{ key: name, name, args }]),
      replace: () => undefined,
      pop: () => setStack([]),
      close: () => setStack([]),
    }),
    [stack],
  );
  return (
    <DrawersProvider value={drawers}>
      <List count={count} />
      <DrawerHost registry={registry} />
    </DrawersProvider>
  );
}

export const HundredThousandRows: Story = { render: () => <WithDrawer count={100_000} /> };
export const FewRows: Story = { render: () => <WithDrawer count={6} /> };
export const Loading: Story = {
  render: () => <Table label="Payments" columns={columns} rows={undefined} keyOf={keyOf} nameOf={nameOf} />,
};
export const LongAndHostile: Story = {
  render: () => (
    <Table
      label="Payments"
      columns={columns}
      rows={[
        { ...paymentAt(1), to: 'W'.repeat(10_000) },
        { ...paymentAt(2), to: '<b>bold</b>' },
        { ...paymentAt(3), to: '\u202Eمورد' },
      ]}
      keyOf={keyOf}
      nameOf={nameOf}
    />
  ),
};
