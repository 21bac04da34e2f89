// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startI18n } from '../../lib/i18n.ts';
import { type Column, nextSort, type Sort, shownColumns } from './columns.ts';
import { Table } from './table.tsx';
import { useSelection } from './use-selection.ts';

interface Row {
  readonly id: string;
}
let drawn: string[] = [];
const columns: readonly Column<Row>[] = [
  {
    key: 'id',
    title: 'Name',
    share: 1,
    fixed: true,
    sortable: true,
    cell: ({ id }) => {
      drawn.push(id);
      return id;
    },
  },
  { key: 'own', title: 'Address', share: 1, own: true, cell: ({ id }) => <button type="button">copy {id}</button> },
];
const keyOf = ({ id }: Row): string => id;
const nameOf = ({ id }: Row): string => `tick ${id}`;
const rows = (...ids: string[]): readonly Row[] => ids.map((id) => ({ id }));

let opened: string[] = [];
const open = ({ id }: Row): void => void opened.push(id);
let sorts: Sort[] = [];
const sort = { key: 'id', order: 'desc' } as const;
const onSort = (next: Sort): void => void sorts.push(next);

function List({ first, list = 'a' }: { first: readonly Row[]; list?: string }) {
  const [shown, show] = useState(first);
  const selection = useSelection(list, keyOf);
  return (
    <>
      <button type="button" onClick={() => show(rows('x', 'y'))}>
        other page
      </button>
      <output>{[...selection.rows.keys()].join()}</output>
      <Table {...{ label: 'Rows', columns, rows: shown, keyOf, nameOf, onOpen: open, sort, onSort, selection }} />
    </>
  );
}
const ticked = (): string | null => screen.getByRole('status').textContent;
const tick = (id: string, shiftKey = false): void =>
  void fireEvent.click(screen.getByLabelText(`tick ${id}`), { shiftKey });

beforeAll(() => startI18n());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  [drawn, opened, sorts] = [[], [], []];
});

it('a row opens by a click anywhere but on what has controls of its own', () => {
  render(<List first={rows('a', 'b')} />);
  fireEvent.click(screen.getByText('b'));
  fireEvent.click(screen.getByText('copy a'));
  tick('a');
  expect(opened).toEqual(['b']);
});

it('ticking one row draws that row again and no other', () => {
  render(<List first={rows('a', 'b', 'c')} />);
  drawn = [];
  tick('b');
  expect([drawn, ticked()]).toEqual([['b'], 'b']);
});

it('shift ticks the rows between, the head all and then none, and another page keeps what was ticked', () => {
  render(<List first={rows('a', 'b', 'c', 'd')} />);
  tick('a');
  tick('c', true);
  expect(ticked()).toBe('a,b,c');
  const head = screen.getByLabelText('Select all rows shown');
  expect((head as HTMLInputElement).indeterminate).toBe(true);
  fireEvent.click(head);
  expect(ticked()).toBe('a,b,c,d');
  fireEvent.click(screen.getByText('other page'));
  expect(ticked()).toBe('a,b,c,d');
  tick('y');
  expect(ticked()).toBe('a,b,c,d,y');
});

it('another list begins with nothing ticked', () => {
  const { rerender } = render(<List first={rows('a')} />);
  tick('a');
  rerender(<List first={rows('a')} list="b" />);
  expect(ticked()).toBe('');
});

it('J and K move, X ticks, and a key in a control of the row stays there', async () => {
  render(<List first={rows('a', 'b')} />);
  const [first, second] = screen.getAllByRole('row').slice(1);
  fireEvent.keyDown(within(first as HTMLElement).getByText('a'), { key: 'j' });
  await new Promise(requestAnimationFrame);
  expect(second?.contains(document.activeElement)).toBe(true);
  // Behind the last there is none; it is heard all the same, so that nothing else of the page answers to it.
  expect(fireEvent.keyDown(document.activeElement as Element, { key: 'j' })).toBe(false);
  expect(second?.contains(document.activeElement)).toBe(true);
  fireEvent.keyDown(document.activeElement as Element, { key: 'x' });
  expect(ticked()).toBe('b');
  fireEvent.keyDown(screen.getByText('copy a'), { key: 'x' });
  expect(ticked()).toBe('b');
});

it('a heading sorts down, then up; what it says is what assistive technology hears', () => {
  render(<List first={rows('a')} />);
  expect(screen.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe('descending');
  fireEvent.click(screen.getByRole('button', { name: 'Name' }));
  expect(sorts).toEqual([{ key: 'id', order: 'asc' }]);
  expect(nextSort({ key: 'id', order: 'asc' }, 'id').order).toBe('desc');
  expect(nextSort({ key: 'id', order: 'asc' }, 'other')).toEqual({ key: 'other', order: 'desc' });
});

it('a column that names the row cannot be left out', () => {
  expect(shownColumns(columns, ['id', 'own']).map(({ key }) => key)).toEqual(['id']);
});

/** No screen is wide enough for anything. */
const beOnAPhone = (): void => {
  const none = { matches: false, addEventListener: () => undefined, removeEventListener: () => undefined };
  vi.stubGlobal('matchMedia', () => none);
};

it('on a phone a row is one cell under all headings, so that no piece of it has the width of a column', () => {
  beOnAPhone();
  const phone: readonly Column<Row>[] = [
    ...columns,
    {
      key: 'sum',
      title: 'Amount',
      share: 1,
      numeric: true,
      cell: ({ id }) => `wide ${id}`,
      phone: ({ id }) => `sum ${id}`,
    },
    { key: 'told', title: 'State', share: 1, cell: ({ id }) => `told ${id}`, phone: null },
    { key: 'wide', title: 'Note', share: 1, from: 'md', cell: ({ id }) => `note ${id}` },
  ];
  render(<Table {...{ label: 'Rows', columns: phone, rows: rows('a'), keyOf, nameOf, onOpen: open }} />);
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['Name', 'Amount']);
  const [cell, ...others] = screen.getAllByRole('cell') as HTMLTableCellElement[];
  expect([cell?.colSpan, cell?.textContent, others]).toEqual([2, 'acopy asum a', []]);
  // What has controls of its own does not open the row here either; the row's name does, and whatever stands beside it.
  fireEvent.click(screen.getByText('copy a'));
  expect(opened).toEqual([]);
  fireEvent.click(screen.getByText('sum a'));
  fireEvent.click(screen.getByRole('button', { name: 'a' }));
  expect(opened).toEqual(['a', 'a']);
});
