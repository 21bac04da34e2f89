// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { noTodo } from '../../test/no-todo.ts';
import { inConsole, open } from '../../test/screen.tsx';
import { serve } from '../../test/server.ts';

inConsole();

const now = new Date();
const row = (id: number, amount: string, counterparty_label: string) => ({
  ...{ id, type: 2, direction: 'out', stake: null, request_id: `r${id}`, sub_wallet_id: 1, sub_wallet_name: 'Main' },
  ...{ symbol: 'ETH', symbol_alias: 'ETH', base_symbol: 'ETH', coin_net: 'Ethereum', icon: '', contract_address: '' },
  ...{ amount, address_from: '0xfrom', address_to: '0xto', counterparty_label, counterparty_own: false, outputs: [] },
  ...{
    memo: '',
    customer: '',
    customer_state: '',
    txid: '',
    fee_symbol: 'ETH',
    fee: '0.001',
    real_fee: null,
    fee_worth_usd: null,
  },
  ...{
    status: 2400,
    sub_status: '',
    awaits_initiator: false,
    confirmations: 0,
    confirmations_needed: 1,
    tx_height: null,
    withdraw_source: 3,
  },
  ...{
    remark: '',
    note: '',
    tags: [],
    refund_amount: null,
    worth_usd: null,
    nft: null,
    initiator: 'm',
    initiator_name: 'Olivia',
    batch_name: '',
  },
  ...{ can: { cancel: false, speed_up: false, drop: false, refund: false, remark: false, audit: false } },
  ...{ created_at: new Date(now.getTime() - 3 * 86_400_000), updated_at: now },
});

async function palette(more: Parameters<typeof serve>[0] = {}) {
  const seen = serve({
    'todo.list': () => ({ data: noTodo }),
    'transaction.list': () => ({
      data: {
        ...{ list: [row(7, '18250', 'Acme <b>'), row(8, '3', 'Of 18,250')], pageTotal: 1, total: 2 },
        ...{ total_is_bounded: false, search_is_part: false },
      },
    }),
    ...more,
  });
  const router = await open('/mpc/center/todo');
  fireEvent.keyDown(window, { key: 'k', ctrlKey: true });
  const field = await screen.findByRole('combobox', { name: 'Search or jump to' });
  const asked = () =>
    seen.flatMap(({ path, form }) =>
      path.endsWith('/transaction/list') ? [`${form.get('text')} ${form.get('symbol') ?? ''}`.trim()] : [],
    );
  return { router, asked, type: (value: string) => void fireEvent.change(field, { target: { value } }) };
}
const options = (): (string | null)[] => screen.queryAllByRole('option').map(({ textContent }) => textContent);

it('an amount in the palette finds the newest payments of exactly that amount, with payee and time, and opens them', async () => {
  const { router, asked, type } = await palette();
  type('18,250');
  await waitFor(() => expect(options()).toEqual(['18,250 ETH · Acme <b>3 days ago', 'Find transactions with 18,250']));
  // Looked for as an amount: 18250 is a number too, and part of addresses.
  expect(new Set(asked())).toEqual(new Set(['18250.00']));
  fireEvent.click(screen.getByRole('option', { name: /Acme/ }));
  await waitFor(() => expect(router.state.location.search).toMatchObject({ d: 'transaction:2:7' }));
});

it('an amount of a coin asks for that coin, and its whole list is one step away', async () => {
  const { router, asked, type } = await palette();
  type('0.5 ETH');
  fireEvent.click(await screen.findByRole('option', { name: 'Find transactions with 0.5 ETH' }));
  await waitFor(() => expect(asked()).toContain('0.5 ETH'));
  await waitFor(() => expect(router.state.location).toMatchObject({ pathname: '/mpc/center/transactions' }));
  expect(router.state.location.search).toMatchObject({ q: '0.5', symbol: 'ETH' });
});

it('what is no amount is looked for as words, unless it says nothing or is a number', async () => {
  const { asked, type } = await palette();
  for (const text of ['0', '0.00', 'W-12', 'h']) {
    type(text);
    await new Promise((done) => setTimeout(done, 300));
  }
  for (const text of ['12ab', '1.2.3', 'eth 2']) {
    type(text);
    await waitFor(() => expect(asked()).toContain(text));
  }
  expect([...new Set(asked())]).toEqual(['12ab', '1.2.3', 'eth 2']);
});

it('words find the newest payments on which they stand, behind all that is called so, and their whole list', async () => {
  const { router, asked, type } = await palette();
  type('hosting');
  await waitFor(() => expect(options().slice(-3)[0]).toBe('18,250 ETH · Acme <b>3 days ago'));
  expect(new Set(asked())).toEqual(new Set(['hosting']));
  fireEvent.click(screen.getByRole('option', { name: 'Find transactions with hosting' }));
  await waitFor(() => expect(router.state.location.search).toMatchObject({ q: 'hosting' }));
});

it.each([
  ['payroll', 'Batch'],
  ['limit', 'Rules'],
  ['pending', 'To-do'],
  ['csv', 'Transactions'],
  ['2fa', 'Account'],
  ['sign out', 'Log out'],
  ['chinese', '中文'],
])('what people call a thing finds its entry: %s', async (words, entry) => {
  const may = { permissions: ['withdraw.create'], sub_wallets: [], fund_open: true };
  const { type } = await palette({ 'user.permissions': () => ({ data: may }) });
  type(words);
  await waitFor(() => expect(options().join('\n')).toContain(entry));
});

it('payees of one’s own book are found beside those of the team, each in its own drawer', async () => {
  const one = (over: object) => ({
    ...{ memo: '', note: '', chains: ['evm'], symbols: [], contracts: [], listed: 0 },
    ...{ created_at: now, last_used_at: null, used_count: 0, similar: [], address: '0xlandlord', ...over },
  });
  const { router, type } = await palette({
    'user.permissions': () => ({ data: { permissions: ['personalBook.use'], sub_wallets: [], fund_open: false } }),
    'personalBook.list': () => ({ data: { list: [one({ id: 5, label: 'My landlord' })], pageTotal: 1, total: 1 } }),
  });
  type('landlord');
  fireEvent.click(await screen.findByRole('option', { name: /My landlord/ }));
  await waitFor(() => expect(router.state.location.search).toMatchObject({ d: 'ownEntry:5' }));
});

it('who is named behind the word for paying is found, once both books know nobody of the whole words, and behind no other word', async () => {
  const asked: string[] = [];
  const none = { data: { list: [], pageTotal: 1, total: 0 } };
  const book = { memo: '', note: '', chains: ['evm'], symbols: [], contracts: [], listed: 0, address: '0xcoffee' };
  const coffee = {
    ...book,
    id: 6,
    label: 'Coffee bar',
    created_at: now,
    last_used_at: null,
    used_count: 0,
    similar: [],
  };
  const { type } = await palette({
    'user.permissions': () => ({ data: { permissions: ['personalBook.use'], sub_wallets: [], fund_open: false } }),
    'addressBook.list': () => none,
    'personalBook.list': (form) => {
      asked.push(form.get('keyword') ?? '');
      return form.get('keyword') === 'coffee' ? { data: { list: [coffee], pageTotal: 1, total: 1 } } : none;
    },
  });
  type('pay coffee');
  await screen.findByRole('option', { name: /Coffee bar/ });
  expect([...new Set(asked)]).toEqual(['pay coffee', 'coffee']);
  type('blue harbour');
  await waitFor(() => expect(asked).toContain('blue harbour'));
  await waitFor(() => expect(screen.queryByRole('option', { name: /Coffee bar/ })).toBeNull());
  expect(asked).not.toContain('harbour');
});

it('the digits of an invoice find the payments whose words have them, beside those of that amount', async () => {
  const invoice = { ...row(9, '40', 'Landlord'), remark: 'INV-2001' };
  const equal = { ...row(10, '2001', 'Acme'), note: 'of 2001' };
  const { type } = await palette({
    'transaction.list': (form) => {
      const list = form.get('text') === '2001.00' ? [equal] : [invoice, equal];
      return { data: { list, pageTotal: 1, total: 2, total_is_bounded: false, search_is_part: false } };
    },
  });
  type('2001');
  await waitFor(() =>
    expect(options()).toEqual([
      '40 ETH · LandlordINV-2001 · 3 days ago',
      '2,001 ETH · Acmeof 2001 · 3 days ago',
      'Find transactions with 2001',
    ]),
  );
});
