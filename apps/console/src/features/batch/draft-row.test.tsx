// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { inConsole } from '../../../test/screen.tsx';
import { serve } from '../../../test/server.ts';
import { loadNamespaces } from '../../lib/i18n.ts';
import { queryClient } from '../../lib/query.ts';
import { DraftRow } from './draft-row.tsx';
import { FaultyRows } from './faulty-rows.tsx';
import type { RowFinding } from './view.ts';

inConsole();

const row = {
  row: 2,
  address: '0x12',
  memo: '',
  amount: '1',
  remark: '',
  seen: 0 as const,
  label: '',
  own: null,
  status: 0,
  txid: '',
  fail_reason: '',
};
const nothing = { same: undefined, similar: [], unlisted: false, freeFrom: undefined, first: false, odd: false };

const noText = { address: null, link: null };

const show = (
  finding: RowFinding,
  written: object = {},
  onChange: () => void = () => undefined,
  price: string | null = null,
) =>
  render(
    <QueryClientProvider client={queryClient}>
      <DraftRow
        {...{ row: { ...row, ...written }, finding, payer: 1, memos: false, busy: false }}
        coin={{ symbol: 'ETH', chain_id: 'ETH', contract_address: '' }}
        price={price}
        onChange={onChange}
        onRemove={undefined}
      />
    </QueryClientProvider>,
  );

it('a missing amount is said to be missing, and rows that need fixing can be taken away as a file with what is wrong', async () => {
  await loadNamespaces(['tools']);
  const saved: Blob[] = [];
  Object.assign(URL, { createObjectURL: (blob: Blob) => String(saved.push(blob)), revokeObjectURL: () => undefined });
  const errors = [{ row: 2, field: 'amount' as const, code: 110_005, msg: 'The amount is not valid', ...noText }];
  render(<FaultyRows symbol="ETH" rows={[{ ...row, amount: '' }]} of={() => ({ ...nothing, errors })} />);
  fireEvent.click(screen.getByRole('button', { name: 'Download rows to mend' }));
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(await saved[0]?.text()).toContain('"0x12","","","","Enter an amount"');
});

it.each([
  [{ reason: 'checksum', network: '', token: '' }, 'The address has a typing error: its checksum does not match'],
  [{ reason: 'network', network: 'Bitcoin', token: '' }, 'This is an address of Bitcoin, another network'],
  [{ reason: 'token', network: '', token: 'USDC' }, 'This is the contract of USDC itself: what is sent there is lost'],
  [
    { reason: 'zero', network: '', token: '' },
    'This is the zero address, from which nothing can ever be spent: what is sent there is lost',
  ],
  [{ reason: 'format', network: '', token: '' }, 'This is not an address of this network'],
  [null, 'The server’s own words'],
])('a row says why its address is none, as the form for one payment does: %o', async (address, text) => {
  await loadNamespaces(['tools']);
  const errors = [
    { row: 2, field: 'address' as const, code: 110_055, msg: 'The server’s own words', address, link: null },
  ];
  show({ ...nothing, errors });
  screen.getByText(text);
});

it('a payee that still cools down is told with the time from which it is listed, and is not said to be unlisted', async () => {
  await loadNamespaces(['tools']);
  const cools = { ...nothing, errors: [], unlisted: true, freeFrom: new Date('2026-12-01T10:00:00Z') };
  show(cools);
  screen.getByText(/^Still cools down: listed from \S/);
  expect(screen.queryByText('Not listed')).toBeNull();
  cleanup();
  show({ ...cools, freeFrom: undefined });
  screen.getByText('Not listed');
});

it('a name that is not of one payee, and an amount that may be two columns, are told as that', async () => {
  await loadNamespaces(['tools']);
  const format = { reason: 'format', network: '', token: '' };
  const errors = [
    { row: 2, field: 'address' as const, code: 110_055, msg: 'No address', address: format, link: null },
    { row: 2, field: 'amount' as const, code: 110_005, msg: 'The amount is not valid', ...noText },
  ];
  show({ ...nothing, errors }, { address: 'Acme Supplies', amount: '1,5' });
  screen.getByText(/^Nobody in the address book, or more than one, is called “Acme Supplies”/);
  screen.getByText(/^1,5 can be one amount, or an amount and a remark/);
});

it('where a row is mended, that a name is nobody’s is told once', async () => {
  await loadNamespaces(['tools', 'whiteAddress']);
  serve({ 'addressBook.withdrawList': () => ({ data: { list: [], total: 0, pageTotal: 1 } }) });
  const format = { reason: 'format', network: '', token: '' };
  const errors = [{ row: 2, field: 'address' as const, code: 110_055, msg: 'No address', address: format, link: null }];
  show({ ...nothing, errors }, { address: 'Acme Supplies' });
  fireEvent.click(screen.getByRole('button', { name: 'Mend row 2' }));
  await screen.findByText('Nobody in the address book is called that');
  expect(screen.queryByText(/or more than one, is called/)).toBeNull();
});

it('an amount that nobody has changed is read no other way than before', async () => {
  await loadNamespaces(['tools']);
  serve({});
  const onChange = vi.fn();
  show({ ...nothing, errors: [] }, { amount: '1,5' }, onChange);
  fireEvent.click(screen.getByRole('button', { name: 'Mend row 2' }));
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(onChange).toHaveBeenLastCalledWith(expect.objectContaining({ amount: '1,5' }));
  fireEvent.click(screen.getByRole('button', { name: 'Mend row 2' }));
  fireEvent.change(screen.getByLabelText('Amount'), { target: { value: '1,50' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(onChange).toHaveBeenLastCalledWith(expect.objectContaining({ amount: '1.50' }));
});

it('a row tells what it is worth where a price is known, and nothing where none is', async () => {
  await loadNamespaces(['tools']);
  show({ ...nothing, errors: [] }, { amount: '0.5' }, undefined, '3000');
  expect(screen.getByText(/^0.5 ETH$/).nextSibling?.textContent?.trim()).toBe('≈\u00a0$1,500.00');
  cleanup();
  show({ ...nothing, errors: [] }, { amount: '0.5' });
  expect(screen.queryByText(/≈/)).toBeNull();
});

it('dollars that nobody knows a price for say so and what to write, and a comma in them is no other than in coin', async () => {
  await loadNamespaces(['tools']);
  const errors = [{ row: 2, field: 'amount' as const, code: 110_005, msg: 'The amount is not valid', ...noText }];
  show({ ...nothing, errors }, { amount: '$40' });
  screen.getByText(/^\$40 is in US dollars, and nobody knows a price of ETH .* write the amount in ETH$/);
  cleanup();
  show({ ...nothing, errors }, { amount: '5 USDC' });
  screen.getByText(/^“5 USDC” is no amount of ETH, which this batch pays/);
  // The coin that is paid stands beside amounts alone.
  screen.getByText('5 USDC');
  cleanup();
  show({ ...nothing, errors }, { amount: '$1,234' });
  screen.getByText(/^\$1,234 can mean 1.234 or 1234/);
  cleanup();
  show({ ...nothing, errors }, { amount: '$0' });
  screen.getByText('The amount is not valid');
});

const bitcoin = { symbol: 'BTC', chain_id: 'bitcoin:mainnet', contract_address: '' };
it.each([
  [{ fault: 'network', network: 'Bitcoin', coin: bitcoin }, 'This link is for another coin: BTC on Bitcoin'],
  [{ fault: 'network', network: 'Polygon', coin: null }, 'This link is for another network: Polygon'],
  [{ fault: 'amount', network: '', coin: null }, /^The amount in this link is not one that can be paid in ETH/],
  [{ fault: '', network: '', coin: null }, /^This payment link was not filled in: .* more than 50 links were pasted/],
  [null, /^This link cannot be read as a payment/],
])('a payment link says what is wrong with it: %o', async (link, text) => {
  await loadNamespaces(['tools', 'whiteAddress']);
  const address = { reason: 'format', network: '', token: '' };
  const errors = [{ row: 2, field: 'address' as const, code: 110_055, msg: 'No address', address, link }];
  show({ ...nothing, errors }, { address: 'bitcoin:bc1qone?amount=0.5' });
  screen.getByText(text);
});
