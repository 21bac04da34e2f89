// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import { beforeAll, expect, it, vi } from 'vitest';
import { inConsole } from '../../../test/screen.tsx';
import { loadNamespaces } from '../../lib/i18n.ts';
import { apiQuery, queryClient } from '../../lib/query.ts';
import { laterTexts } from '../../locales/namespaces.ts';
import { DrawersProvider } from '../../ui/drawers.tsx';
import { Evidence } from './evidence.tsx';
import { Payees } from './payees.tsx';
import type { Transaction } from './view.ts';

inConsole();
beforeAll(() => loadNamespaces([laterTexts, 'tools']));

const [ann, ben] = ['0x1111111111111111111111111111111111111aAa', '0x2222222222222222222222222222222222222222'];
const evidence = {
  ...{ chain_id: 'evm:1', txid: '', confirmations: 0, confirmations_needed: 3, block_height: null, block_hash: '' },
  ...{ created_contract: '', nonce: '', intent_digest: '', policy_version: '', explorer_url: '', has_steps: false },
};
const payment = {
  ...{ id: 7, type: 2, symbol: 'ETH', symbol_alias: 'ETH', contract_address: '', sub_wallet_id: 4, txid: '', evidence },
  ...{ counterparty_label: 'Ann', counterparty_own: false },
  outputs: [
    { address: ann, amount: '0.1', memo: '', label: '', remark: '' },
    { address: ben, amount: '0.25', memo: 'May', label: '', remark: 'Invoice 204' },
  ],
};
const drawers = { stack: [], push: vi.fn(), pop: vi.fn(), replace: vi.fn(), close: vi.fn() };
function show(change: object = {}) {
  const transaction = { ...payment, ...change } as unknown as Transaction;
  return render(
    <QueryClientProvider client={queryClient}>
      <DrawersProvider value={drawers}>
        <Payees transaction={transaction} />
        <Evidence transaction={transaction} />
      </DrawersProvider>
    </QueryClientProvider>,
  );
}
/** What the server says of the batch of the payment; null where it is of none. */
function batchIs(batch_id: number | null, txids: readonly string[] = []): void {
  const { queryKey } = apiQuery('batch', 'multiInfo', { ids: [7] });
  queryClient.setQueryData(queryKey, { list: [{ batch_id }] } as never);
  const rows = [
    { row: 1, address: ann.toLowerCase(), memo: '', label: 'Ann', own: null, txid: txids[0] ?? '' },
    { row: 2, address: ben, memo: 'May', label: 'Ben', own: null, txid: txids[1] ?? '' },
  ];
  const detail = { name: 'Wages November', txid: '', list: rows };
  queryClient.setQueryData(apiQuery('batch', 'info', { batch_id: batch_id as never }).queryKey, detail as never);
}
const payees = () => screen.getAllByRole('listitem').map((one) => one.textContent);

it('a payment to several says of each by name what they get, as its batch knows them', () => {
  batchIs(12, ['0xa', '0xb']);
  show();
  screen.getByText('2 payees');
  const [first, second] = payees();
  expect(first).toMatch(/^Ann0.1 ETH/);
  expect(second).toMatch(/^Ben0.25 ETH.*MayInvoice 204$/);
});

it('where each payee is paid by a transaction, the way to the rows stands in place of a hash that there is not', () => {
  batchIs(12, ['0xa', '0xb']);
  show();
  expect(screen.queryByText('Transaction hash')).toBeNull();
  expect(screen.queryByText('Confirmations')).toBeNull();
  screen.getByText('Each payee is paid by a transaction of its own.');
  fireEvent.click(screen.getByRole('button', { name: 'Wages November' }));
  expect(drawers.push).toHaveBeenCalledWith('batch', '12');
});

it('where one transaction pays all, or no batch is behind it, its hash stands as ever', () => {
  batchIs(12, ['0xa', '0xa']);
  const { unmount } = show({ txid: '0xa', evidence: { ...evidence, txid: '0xa' } });
  screen.getByText('Transaction hash');
  unmount();
  batchIs(null);
  show();
  screen.getByText('Transaction hash');
  expect(payees().map((text) => text?.slice(0, 3))).toEqual(['Ann', '0.2']);
});

it('of very many the first are drawn, until somebody asks for all', () => {
  batchIs(null);
  const outputs = Array.from({ length: 300 }, (_, at) => ({
    address: `0x${at}`,
    amount: '1',
    memo: '',
    label: '',
    remark: '',
  }));
  show({ outputs });
  expect(payees()).toHaveLength(20);
  fireEvent.click(screen.getByRole('button', { name: 'Show all 300 payees' }));
  expect(payees()).toHaveLength(300);
});
