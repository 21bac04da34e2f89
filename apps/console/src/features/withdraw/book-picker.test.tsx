// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { entry } from '../../../test/book-entry.ts';
import { listed } from '../../../test/listed-order.ts';
import { inConsole } from '../../../test/screen.tsx';
import { serve } from '../../../test/server.ts';
import { loadNamespaces, setLanguage } from '../../lib/i18n.ts';
import { queryClient } from '../../lib/query.ts';
import { useSession } from '../../lib/session.ts';
import BookPicker from './book-picker.tsx';

const coin = { symbol: 'ETH', chain_id: 'evm:1', contract_address: '' };
const [supplier, landlord, dusty, lister] = ['Supplier', 'Landlord', 'Dusty', 'Lister'].map(
  (_, at) => `0x${String(at + 1).repeat(40)}`,
) as [string, string, string, string];
const [order] = listed(1).data.list;

const paid = (id: number, address: string, over: object = {}) => ({
  ...order,
  ...{ id, status: 2000, address_to: address, outputs: [{ address, amount: '1.25', memo: '', label: '', remark: '' }] },
  ...{ updated_at: new Date(Date.now() - id * 86_400_000), ...over },
});
const detail = (row: object, refunds: number | null) => ({
  ...row,
  ...{ timeline: [], approvals: [], decisions: [], approval_url: '', last_error: '', speeds_up: null, drops: null },
  ...{ refund: null, refunds, open_payments: [] },
  evidence: {
    ...{ chain_id: 'evm:1', txid: '', has_steps: false, file_form: '', block_height: null, block_hash: '' },
    ...{ confirmations: 0, confirmations_needed: 0, nonce: '', explorer_url: '', intent_id: '', intent_digest: '' },
    ...{ digest_words: [], policy_version: '1', expires_at: null, created_contract: '' },
  },
});
const own = {
  ...{ id: 7, address: landlord, memo: '', label: 'Landlord', note: '', chains: ['evm:1'], symbols: [], contracts: [] },
  ...{ listed: 0, created_at: new Date(), last_used_at: null, used_count: 0, similar: [] },
};
const asset = {
  ...{ symbol: 'ETH', symbol_alias: 'ETH', base_symbol: 'ETH', coin_net: 'Ethereum', name: 'Ether', icon: '' },
  ...{ chain_id: 'evm:1', contract_address: '', decimals: 18, normal_balance: '2', payable_balance: '2' },
  ...{ lock_balance: '0', collecting_balance: '0', pending_balance: '0', hold_balance: '0', staked_balance: '0' },
  ...{
    total_balance: '2',
    price_usd: null,
    price_time: null,
    price_source: '',
    path: '',
    asset_usd: null,
    normal_usd: null,
  },
  ...{ proof: null, address: '', is_focus: false, open: true, enable_deposit: true, enable_withdraw: true },
  ...{ coin_type: 0, support_memo: false },
};
const coins = [
  asset,
  { ...asset, symbol: 'USDC', contract_address: '0xc' },
  { ...asset, symbol: 'BTC', chain_id: 'bitcoin:1' },
];
const white = {
  ...{ white_status: 1, cooling_hours: 24, off_from: null, held_hours: 24, shorter_from: null, version: '1' },
};

interface World {
  readonly rows: readonly { readonly id: number }[];
  /** Orders that give a deposit back. */
  readonly refunds?: readonly number[];
  readonly entries?: readonly ReturnType<typeof entry>[];
  readonly mode?: 'on' | 'off';
}

async function show({ rows, refunds = [], entries = [], mode = 'off' }: World, named?: string) {
  await loadNamespaces(['whiteAddress']);
  useSession.setState({ walletId: 1, subWalletId: 1 });
  const fitting = (form: URLSearchParams) =>
    entries.filter(({ label, address }) => `${label} ${address}`.includes(form.get('keyword') ?? ''));
  const seen = serve({
    'wallet.allSubWallets': () => ({ data: { list: [{ id: 1, name: 'Main', type: 1, status: 1 }], total: 1 } }),
    'wallet.coinsAsset': () => ({ data: { asset_usd: null, list: coins } }),
    'addressBook.withdrawList': (form) => {
      const list = fitting(form);
      return { data: { pageTotal: 1, total: list.length, list: list.slice(0, Number(form.get('page_size'))) } };
    },
    'addressBook.whiteStatus': () => ({ data: { ...white, mode } }),
    'personalBook.list': (form) => {
      const list = `${own.label} ${own.address}`.includes(form.get('keyword') ?? '') ? [own] : [];
      return { data: { pageTotal: 1, total: list.length, list } };
    },
    'transaction.list': () => ({ data: { ...listed().data, list: rows } }),
    'transaction.detail': (form) => {
      const id = Number(form.get('id'));
      return { data: detail(rows.find((row) => row.id === id) ?? {}, refunds.includes(id) ? 4 : null) };
    },
  });
  const picked = vi.fn();
  const found = vi.fn();
  render(
    <QueryClientProvider client={queryClient}>
      <BookPicker coin={coin} named={named} onFound={found} onPick={picked} />
    </QueryClientProvider>,
  );
  return { seen, picked, found };
}
const offered = (address: string) => screen.queryByRole('button', { name: new RegExp(address) });
const recent = () => screen.findByText('Recently paid');

inConsole();

describe('whom members had paid lately', () => {
  it('is offered as soon as the book is opened, with the whole address, what was paid and when', async () => {
    const { seen, picked } = await show({ rows: [paid(1, supplier), paid(2, supplier)] });
    await recent();
    const one = offered(supplier);
    expect(one?.textContent).toContain(`${supplier}1.25 ETH · yesterday · 2 payments lately`);
    fireEvent.click(one as HTMLElement);
    expect(picked).toHaveBeenCalledWith(supplier, '');
    const asked = seen.find(({ path }) => path.endsWith('/transaction/list'))?.form;
    // Withdrawals alone that were paid, in every coin of the network.
    expect(Object.fromEntries(asked ?? [])).toMatchObject({
      ...{ type: '2', status: '2000', symbol: 'ETH,USDC', chain_id: 'evm:1' },
    });
  });

  it('is told in Chinese too', async () => {
    await setLanguage('zh-CN');
    await show({ rows: [paid(1, supplier), paid(2, supplier)] });
    await screen.findByText('最近付款的收款方');
    expect(offered(supplier)?.textContent).toContain('近期 2 次付款');
  });

  it('is not repeated where a book has it, and keeps to so many', async () => {
    const many = [5, 6, 7, 8, 9, 'a'].map((digit, at) => paid(10 + at, `0x${String(digit).repeat(40)}`));
    const rows = [paid(1, lister), paid(2, landlord), paid(3, supplier), ...many];
    await show({ rows, entries: [entry('Lister', lister)] });
    await recent();
    expect(screen.getAllByRole('button', { name: /Lister/ })).toHaveLength(1);
    expect(screen.getAllByRole('button', { name: /Landlord/ })).toHaveLength(1);
    expect(screen.getAllByRole('button', { name: /ETH ·/ })).toHaveLength(5);
  });

  it('is nobody who sent dust and got it back: a refund is no payment to a payee', async () => {
    await show({ rows: [paid(1, dusty), paid(2, supplier)], refunds: [1] });
    await recent();
    expect(offered(supplier)).not.toBeNull();
    expect(offered(dusty)).toBeNull();
  });

  it('brings the memo that was paid with, and shows it', async () => {
    const memo = '104857';
    const row = paid(1, supplier, {
      memo,
      outputs: [{ address: supplier, amount: '1.25', memo, label: '', remark: '' }],
    });
    const { picked } = await show({ rows: [row] });
    await recent();
    const one = screen.getByRole('button', { name: /Memo 104857/ });
    fireEvent.click(one);
    expect(picked).toHaveBeenCalledWith(supplier, memo);
  });

  it('is searched by what is written, and chosen by keys', async () => {
    const { picked } = await show({ rows: [paid(1, supplier), paid(2, dusty)] });
    await recent();
    const box = screen.getByRole('searchbox');
    fireEvent.keyDown(box, { key: 'ArrowDown' });
    expect(document.activeElement?.textContent).toContain('Landlord');
    fireEvent.keyDown(document.activeElement as Element, { key: 'ArrowDown' });
    expect(document.activeElement).toBe(offered(supplier));
    fireEvent.change(box, { target: { value: dusty.slice(0, 12) } });
    await waitFor(() => expect([offered(supplier), screen.queryByText('Landlord')]).toEqual([null, null]));
    fireEvent.keyDown(box, { key: 'Enter' });
    expect(picked).toHaveBeenCalledWith(dusty, '');
  });

  it('counts among who is offered for a name that is written in the form', async () => {
    const { found } = await show({ rows: [paid(1, supplier), paid(2, dusty)] }, supplier.slice(0, 12));
    await recent();
    expect(offered(dusty)).toBeNull();
    expect(found).toHaveBeenLastCalledWith(1);
  });

  it('is left out while payments go to listed addresses only, but for listed ones that are not offered above', async () => {
    const others = Array.from({ length: 20 }, (_, at) =>
      entry(`A${'a'.repeat(at)}`, `0x${String(at).padStart(40, '0')}`),
    );
    const cooling = `0x${'9'.repeat(40)}`;
    const beyond = [
      entry('Lister, behind the twenty', lister),
      entry('New one, behind them too', cooling, Date.now() + 3_600_000),
    ];
    const rows = [
      paid(1, lister, { counterparty_label: 'Lister, behind the twenty' }),
      paid(2, supplier),
      paid(3, cooling, { counterparty_label: 'New one, behind them too' }),
    ];
    await show({ rows, entries: [...others, ...beyond], mode: 'on' });
    await recent();
    expect(screen.getByRole('button', { name: /Lister, behind/ }).textContent).toContain('1.25 ETH');
    expect(offered(supplier)).toBeNull();
    expect(screen.queryByRole('button', { name: /New one/ })).toBeNull();
  });
});
