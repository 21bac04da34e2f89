// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { serve } from '../../../test/server.ts';
import { useBookEntries } from '../../lib/book-entries.ts';
import { loadNamespaces, startI18n } from '../../lib/i18n.ts';
import { queryClient } from '../../lib/query.ts';
import { useSession } from '../../lib/session.ts';
import { EntryPicker } from './entry-picker.tsx';

const hashOf = (n: number): string => n.toString(16).padStart(64, '0');
const entry = (n: number) => ({
  id: hashOf(n),
  address: `0x${n.toString(16).padStart(40, '0')}`,
  memo: '',
  label: `Payee ${n}`,
  chains: ['evm:1'],
  base_symbols: [],
  symbols: [],
  contracts: [],
  methods: [],
  type: 1,
  owner: null,
  status: 2,
  white: 1,
  listed_at: new Date(0),
  effective_at: new Date(0),
  last_used_at: null,
  used_count: 0,
  similar: [],
});
const book = Array.from({ length: 10_000 }, (_, at) => entry(at + 1));

function answer(form: URLSearchParams) {
  const ids = form.get('ids')?.split(',');
  const keyword = form.get('keyword')?.toLowerCase() ?? '';
  const found = book.filter(({ id, label }) => (ids ? ids.includes(id) : label.toLowerCase().includes(keyword)));
  const list = found.slice(0, Number(form.get('page_size')));
  return { data: { pageTotal: 1, total: found.length, list } };
}

beforeAll(async () => {
  await startI18n();
  await loadNamespaces(['strategyEngine']);
});
beforeEach(() => useSession.getState().signIn('token'));
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

function Picking({ first }: { first: readonly string[] }): ReactNode {
  const [chosen, choose] = useState(first);
  return <EntryPicker naming={{ entries: useBookEntries(chosen) }} chosen={chosen} onChange={choose} />;
}
const show = (first: readonly string[] = []) =>
  render(
    <QueryClientProvider client={queryClient}>
      <Picking first={first} />
    </QueryClientProvider>,
  );

it('finds an entry among ten thousand at the server, and keeps what was chosen in sight', async () => {
  const seen = serve({ 'addressBook.list': answer });
  show();
  await screen.findByText('9980 more: search by label or address');
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'payee 9876' } });
  fireEvent.click(await screen.findByRole('checkbox', { name: /^Payee 9876/ }));
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'nobody' } });
  await screen.findByText('No entry of the address book has this in its label or address');
  fireEvent.click(screen.getByRole('button', { name: 'Remove Payee 9876' }));
  expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('searchbox'));
  expect(seen.every(({ form }) => Number(form.get('page_size')) <= 50)).toBe(true);
});

it('names all that a rule may name, wherever they stand in the book', async () => {
  const seen = serve({ 'addressBook.list': answer });
  const named = Array.from({ length: 200 }, (_, at) => hashOf(9_000 + at));
  show(named);
  await waitFor(() => expect(screen.getAllByRole('button', { name: /^Remove Payee 9/ })).toHaveLength(200));
  const asked = seen.flatMap(({ form }) => form.get('ids')?.split(',') ?? []);
  expect([...new Set(asked)].sort()).toEqual([...named].sort());
});

it('says what to do while nobody is listed', async () => {
  serve({ 'addressBook.list': () => ({ data: { pageTotal: 0, total: 0, list: [] } }) });
  show();
  await screen.findByText('The address book is empty. List a payee there first');
});
