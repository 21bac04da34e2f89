// @vitest-environment jsdom
import { orderStatus, transactionType } from '@holdfast/contract';
import { screen } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { showDrawer } from '../../../test/drawer.tsx';
import { inConsole } from '../../../test/screen.tsx';
import { loadNamespaces } from '../../lib/i18n.ts';
import { apiQuery, queryClient } from '../../lib/query.ts';
import { laterTexts } from '../../locales/namespaces.ts';
import ReceiptDrawer from './receipt.drawer.tsx';
import ReceiptsDrawer from './receipts.drawer.tsx';

inConsole();
beforeAll(() => loadNamespaces([laterTexts]));

const people = ['Ann', 'Ben'].map((name) => ({ member_id: `m-${name}`, name, role: 'approver' }));
const step = (name: string, approved: readonly string[]) => ({
  ...{ name, kind: 'approve', threshold: 1, members: people },
  approved: approved.map((one) => `m-${one}`),
});
const payment = {
  ...{ id: 7, type: transactionType.withdraw, amount: '1', symbol_alias: 'ETH', coin_net: 'Ethereum', nft: null },
  ...{ worth_usd: null, sub_wallet_name: 'Treasury', address_from: '0x1', counterparty_label: '', memo: '', note: '' },
  ...{
    outputs: [{ address: '0x2', amount: '1', memo: '', label: '', remark: '' }],
    real_fee: null,
    fee_worth_usd: null,
    fee_symbol: 'ETH',
    remark: '',
  },
  ...{ initiator_name: 'Olga', batch_name: '', created_at: new Date(0), updated_at: new Date(0) },
  evidence: { txid: '', block_height: null, block_hash: '' },
};

/** What the receipt of a payment says of who approved it; nothing where it says nothing of that. */
async function approvedBy(status: number, approvals: readonly object[]): Promise<string | null | undefined> {
  const { queryKey } = apiQuery('transaction', 'detail', { type: payment.type, id: payment.id });
  queryClient.setQueryData(queryKey, { ...payment, status, approvals } as never);
  showDrawer(<ReceiptDrawer args={[String(payment.type), String(payment.id)]} />);
  await screen.findByRole('heading', { name: /7/ });
  screen.getByText('Olga');
  return screen.queryByText('Approved by')?.nextElementSibling?.textContent;
}

it('as long as nobody has approved, a receipt says nobody did, though it knows whom the rule asks', async () => {
  const open = [step('Approval 1', []), step('Release', [])];
  expect(await approvedBy(orderStatus.awaitingApproval, open)).toBeUndefined();
});

it('once somebody has approved they are named, and nobody who was asked besides', async () => {
  const first = [step('Approval 1', ['Ann']), step('Release', [])];
  expect(await approvedBy(orderStatus.awaitingApproval, first)).toBe('Ann');
});

it('whoever approved in several steps is named once', async () => {
  const all = [step('Approval 1', ['Ann']), step('Release', ['Ann', 'Ben'])];
  expect(await approvedBy(orderStatus.done, all)).toBe('Ann, Ben');
});

const batch = {
  batch_name: 'Wages of May',
  outputs: [
    { address: '0xa', amount: '1', memo: '', label: 'Ann Archer', remark: 'Bonus' },
    { address: '0xb', amount: '2', memo: '77', label: '', remark: '' },
  ],
};

it('of a batch it has the name, and each payee with name, amount, memo and remark', async () => {
  const all = [step('Approval 1', ['Ann'])];
  const { queryKey } = apiQuery('transaction', 'detail', { type: payment.type, id: payment.id });
  queryClient.setQueryData(queryKey, { ...payment, ...batch, status: orderStatus.done, approvals: all } as never);
  showDrawer(<ReceiptDrawer args={[String(payment.type), String(payment.id)]} />);
  await screen.findByText('Wages of May');
  screen.getByText('Ann Archer · 0xa · 1 ETH · Bonus');
  screen.getByText('0xb · 2 ETH · 77');
});

it('so does the sheet of a month', async () => {
  const row = { ...payment, ...batch, status: orderStatus.done, direction: 'out', txid: '0xhash', stake: null };
  queryClient.setQueryData(['transaction', 'month', '2026-05'], [row] as never);
  const { container } = showDrawer(<ReceiptsDrawer args={['2026-05']} />);
  await screen.findByText(/^Wages of May · /);
  expect(container.textContent).toContain('Ann Archer · 0xa · 1 ETH · Bonus');
  expect(container.textContent).toContain('0xb · 2 ETH · 77');
});
