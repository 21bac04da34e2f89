// @vitest-environment jsdom
import { contract } from '@holdfast/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { listed } from '../../../test/listed-order.ts';
import { type SeenRequest, serve } from '../../../test/server.ts';
import { startI18n } from '../../lib/i18n.ts';
import { queryClient } from '../../lib/query.ts';
import { useSession } from '../../lib/session.ts';
import { useToasts } from '../../lib/toasts.ts';
import { type Drawers, DrawersProvider } from '../../ui/drawers.tsx';
import WithdrawDrawer from './withdraw.drawer.tsx';

const payee = '0xd36f41c0De7A88B0f9a36a5B1172E43262CA99d1';
const buckets = {
  normal_balance: '2',
  payable_balance: '2',
  lock_balance: '0',
  collecting_balance: '0',
  pending_balance: '0',
  hold_balance: '0',
  staked_balance: '0',
};
const coin = {
  symbol: 'ETH',
  symbol_alias: 'ETH',
  base_symbol: 'ETH',
  coin_net: 'Ethereum',
  name: 'Ether',
  icon: '',
  chain_id: 'evm:1',
  contract_address: '',
  decimals: 18,
  ...buckets,
  total_balance: '2',
  price_usd: null,
  price_time: null,
  price_source: '',
  path: '',
  proof: { deployment: '', key_group: '', attestations: [] },
  asset_usd: null,
  is_focus: false,
  open: true,
  enable_deposit: true,
  enable_withdraw: true,
  coin_type: 0,
  support_memo: false,
  address: payee,
};
const tiers = [1, 2, 3].map((level) => ({
  fee_level: level,
  fee_rate: '1',
  fee: '0.0001',
  max_fee: '0.0005',
  wait_seconds: 30,
}));
const info = {
  symbol: 'ETH',
  base_symbol: 'ETH',
  coin_net: 'Ethereum',
  normal_balance: '2',
  payable_balance: '2',
  lock_balance: '0',
  min_withdraw: '0.001',
  max_withdraw: '100',
  decimals: 18,
  fee_symbol: 'ETH',
  fee_decimals: 18,
  fee_balance: '2',
  enable_withdraw: true,
  disabled_reason: '',
  support_memo: false,
  coin_type: 0,
  white_status: false,
  sign_protect: true,
  solo_mode: true,
  address_from: payee,
  withdraw_confirmation: 3,
  limits: { day_used: '0', day_limit: null },
};
const answers = {
  'wallet.allSubWallets': () => ({ data: { list: [{ id: 1, name: 'Treasury', type: 1, status: 1 }], total: 1 } }),
  'wallet.coinsAsset': () => ({ data: { asset_usd: null, list: [coin] } }),
  'withdraw.info': () => ({ data: info }),
  'withdraw.gasEstimate': () => ({
    data: {
      fee_symbol: 'ETH',
      fee_unit: 'wei',
      fee_rate1: '1',
      fee_rate2: '1',
      fee_rate3: '1',
      size: 0,
      gas_limit: '21000',
      gas_price1: '1',
      gas_price2: '1',
      gas_price3: '1',
      fee: '0.0001',
      max_fee: '0.0005',
      trans_fee: '0.0001',
      estimated: true,
      resources: null,
      joins: null,
      tiers,
      expire_at: new Date(0),
    },
  }),
  'withdraw.addressInfo': (form: URLSearchParams) => ({
    data: {
      valid: form.get('address') === payee,
      reason: form.get('address') === payee ? '' : 'checksum',
      network: '',
      token: '',
      address: payee,
      is_contract: false,
      is_own: null,
      gathers: false,
      is_white: false,
      white_id: '',
      white_label: '',
      white_from: null,
      white_change: null,
      need_memo: false,
      first_time: true,
      last_used_at: null,
      similar_to: [],
    },
  }),
  'withdraw.addressName': (form: URLSearchParams) => ({
    data: {
      ...(form.get('named') === 'supplier.eth' ? { name: 'supplier.eth', address: payee } : { name: '', address: '' }),
      register: true,
    },
  }),
  'withdraw.limitCheck': () => ({
    data: {
      pass: true,
      reason_code: 0,
      reason: '',
      most: null,
      rule: { level: 'basic', id: '*', name: '' },
      action: 'flow',
      policy_version: '1',
      approval_needed: true,
      solo_mode: true,
      value_unknown: false,
      approvers_preview: [],
      limits: [],
      fee_symbol: 'ETH',
      max_fee: '0.0005',
    },
  }),
};
const ownAddress = {
  address_id: 1,
  symbol: 'ETH',
  address: payee,
  memo: '',
  addr_type: 1,
  addr_form: '',
  address_label: '',
  is_common: true,
  qr_text: payee,
  text: payee,
  deposit_suspended: false,
  chain_id: 'evm:1',
  path: 'm/60/1/0/0',
  proof: { deployment: '', key_group: '', attestations: [] },
  verify_url: '',
};
const created = {
  withdraw_id: 7,
  status: 1000,
  need_sign: true,
  duplicated: false,
  approval_url: 'http://localhost:1/',
};

const whitelist = {
  white_status: 1,
  mode: 'on' as 'on' | 'off',
  cooling_hours: 24,
  off_from: null,
  held_hours: 24,
  shorter_from: null,
  version: '1',
};
const own = {
  id: 7,
  address: payee,
  memo: '',
  label: 'Landlord',
  note: '',
  chains: ['evm:1'],
  symbols: [],
  contracts: [],
  listed: 0,
  created_at: new Date(),
  last_used_at: null,
  used_count: 0,
  similar: [],
};
const kept = (mode: 'on' | 'off') => ({
  ...answers,
  'addressBook.withdrawList': () => ({ data: { pageTotal: 0, total: 0, list: [] } }),
  'addressBook.whiteStatus': () => ({ data: { ...whitelist, mode } }),
  'personalBook.list': () => ({ data: { pageTotal: 1, total: 1, list: [own] } }),
});

const order = {
  ...{ id: 12, type: 2, direction: 'out', request_id: 'r', sub_wallet_id: 1, sub_wallet_name: 'Treasury' },
  ...{ symbol: 'ETH', symbol_alias: 'ETH', base_symbol: 'ETH', coin_net: 'Ethereum', icon: '', contract_address: '' },
  ...{
    amount: '0.75',
    address_from: payee,
    address_to: payee,
    counterparty_label: '',
    counterparty_own: false,
    worth_usd: null,
    memo: '',
    remark: 'invoice 7',
    customer: '',
  },
  ...{ customer_state: '', txid: '', fee_symbol: 'ETH', fee: '0.001', real_fee: null, status: 2400, sub_status: '' },
  ...{
    confirmations: 0,
    confirmations_needed: 0,
    tx_height: null,
    withdraw_source: 0,
    awaits_initiator: false,
    refund_amount: null,
    initiator: '',
  },
  ...{ note: '', tags: [], stake: null, nft: null },
  ...{
    initiator_name: '',
    batch_name: '',
    speeds_up: null,
    drops: null,
    refund: null,
    refunds: null,
    timeline: [],
    approvals: [],
    decisions: [],
    approval_url: '',
    last_error: '',
  },
  ...{ open_payments: [], created_at: new Date(0), updated_at: new Date(0) },
  can: { cancel: false, speed_up: false, drop: false, refund: false, remark: false, audit: false },
  evidence: {
    ...{
      chain_id: 'evm:1',
      txid: '',
      has_steps: false,
      file_form: '',
      block_height: null,
      block_hash: '',
      confirmations: 0,
    },
    ...{ confirmations_needed: 0, nonce: '', explorer_url: '', intent_id: '', intent_digest: '', digest_words: [] },
    ...{ policy_version: '1', expires_at: null, created_contract: '' },
  },
};
const drawers = { stack: [], push: vi.fn(), pop: vi.fn(), replace: vi.fn(), close: vi.fn() } satisfies Drawers;
const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });
function open(args: readonly string[] = ['ETH']): void {
  render(
    <RouterContextProvider router={router as never}>
      <QueryClientProvider client={queryClient}>
        <DrawersProvider value={drawers}>
          <WithdrawDrawer args={args} />
        </DrawersProvider>
      </QueryClientProvider>
    </RouterContextProvider>,
  );
}
const box = (name: string | RegExp) => screen.findByRole<HTMLInputElement>('textbox', { name });
const press = (name: string | RegExp): void => void fireEvent.click(screen.getByRole('button', { name }));
async function write(address: string, amount: string): Promise<void> {
  fireEvent.change(await box('Recipient'), { target: { value: address } });
  fireEvent.change(await box('Amount'), { target: { value: amount } });
}
const costs = (seen: readonly SeenRequest[]) =>
  seen.filter(({ path }) => path === '/api/mpc/gas_estimate').map(({ form }) => form.get('amount'));
async function review(): Promise<void> {
  await write(payee, '1.25');
  await screen.findByText('Would be accepted');
  press('Review');
  fireEvent.click(await screen.findByRole('checkbox'));
}
const asked = (seen: readonly SeenRequest[]) =>
  seen.filter(({ path }) => path === '/api/mpc/sub_wallet/withdraw').map(({ form }) => form);

beforeAll(startI18n);
beforeEach(() => {
  queryClient.clear();
  drawers.replace.mockClear();
  sessionStorage.clear();
  useSession.setState({ token: 't', walletId: 1, subWalletId: 1, userName: 'Ada' });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('withdrawing', () => {
  it('keeps what is written, and the review, while the server cannot be reached', async () => {
    serve(answers);
    open();
    await review();
    serve({});
    await act(() => queryClient.refetchQueries());
    screen.getByRole('checkbox', { checked: true });
    press('Back');
    expect((await box('Recipient')).value).toBe(payee);
    await act(() => queryClient.refetchQueries());
    expect((await box('Amount')).value).toBe('1.25');
  });

  it('offers the account of a registered name in full, and goes on with its address alone', async () => {
    const seen = serve(kept('off'));
    open();
    fireEvent.change(await box('Recipient'), { target: { value: 'supplier.eth' } });
    const offer = await screen.findByRole('region', { name: 'Registered name' });
    expect(offer.textContent?.replace(/\s/g, '')).toContain(payee);
    press('Use this address');
    expect((await box('Recipient')).value).toBe(payee);
    fireEvent.change(await box('Amount'), { target: { value: '1.25' } });
    await screen.findByText('Would be accepted');
    press('Review');
    fireEvent.click(await screen.findByRole('checkbox'));
    press(/^Withdraw 1\.25/);
    await waitFor(() => expect(asked(seen)).toHaveLength(1));
    expect(asked(seen)[0]?.get('address_to')).toBe(payee);
    expect(String(asked(seen)[0])).not.toContain('supplier');
  });
  it('asks what an amount costs only where the coin can express it, and says why it cannot beside the field', async () => {
    const seen = serve(answers);
    open();
    await write(payee, `0.${'1'.repeat(19)}`);
    await screen.findByText(/at most 18 decimals/);
    await write(payee, '1e3');
    await screen.findByText(/number/);
    await write(payee, '.5');
    await screen.findByText('Would be accepted');
    expect([...new Set(costs(seen).filter((amount) => amount !== null))]).toEqual(['0.5']);
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });
  it('tells apart that nobody has a name, that the network registers none, and that it could not be looked up', async () => {
    const said = async (answer: { data: object } | { code: number; msg: string }) => {
      cleanup();
      queryClient.clear();
      serve({ ...kept('off'), 'withdraw.addressName': () => answer });
      open();
      fireEvent.change(await box('Recipient'), { target: { value: 'nobody.eth' } });
    };
    const none = { name: '', address: '' };
    await said({ data: { ...none, register: true } });
    await screen.findByText('The network has registered nobody by this name');
    await said({ data: { ...none, register: false } });
    await screen.findByText('This network registers no names: write the address');
    await said({ code: 300024, msg: 'The Ethereum node cannot be reached; please try again' });
    const told = await screen.findByText(/^The name could not be looked up/);
    expect(told.textContent).toContain('The Ethereum node cannot be reached');
  });
  it('shows the name of an address beside it, and nothing where it has none', async () => {
    serve({
      ...answers,
      'withdraw.addressName': () => ({ data: { name: 'supplier.eth', address: payee, register: true } }),
    });
    open();
    await write(payee, '1.25');
    expect((await screen.findByText('supplier.eth')).parentElement?.textContent).toBe('Registered name supplier.eth');
    expect((await box('Recipient')).value).toBe(payee);
  });
  it('takes a payee from the address book, found by its label; one that cools down cannot be chosen', async () => {
    const entry = (label: string, address: string, from: number) => ({
      id: label.length.toString(16).padStart(2, '0').repeat(32),
      address,
      memo: '',
      label,
      chains: ['evm:1'],
      base_symbols: [],
      symbols: [],
      contracts: [],
      methods: [],
      type: 1,
      owner: null,
      status: 2,
      white: 1,
      listed_at: new Date(from),
      effective_at: new Date(from),
      last_used_at: null,
      used_count: 0,
      similar: [],
    });
    const owner = { name: 'Kraken <i>', vasp: '', self_hosted: 0 };
    const list = [
      { ...entry('Supplier <b>', payee, 0), owner },
      entry('New one', `${payee.slice(0, -1)}0`, Date.now() + 3_600_000),
    ];
    const seen = serve({
      ...answers,
      'addressBook.withdrawList': () => ({ data: { pageTotal: 1, total: 2, list } }),
      'addressBook.whiteStatus': () => ({ data: whitelist }),
      'withdraw.addressInfo': (form: URLSearchParams) => ({
        data: {
          ...answers['withdraw.addressInfo'](form).data,
          is_white: true,
          white_id: 'ab'.repeat(32),
          white_label: 'Supplier <b>',
          white_from: new Date(0),
        },
      }),
    });
    open();
    await box('Recipient');
    press('Address book');
    fireEvent.change(await screen.findByRole('searchbox', { name: 'Label, address or beneficiary' }), {
      target: { value: 'supp' },
    });
    const cooling = await screen.findByRole<HTMLButtonElement>('button', { name: /New one/ });
    expect(cooling.disabled).toBe(true);
    await vi.waitFor(() => expect(seen.some(({ form }) => form.get('keyword') === 'supp')).toBe(true));
    const search = seen.find(({ form }) => form.get('keyword') === 'supp')?.form;
    expect(['symbol', 'chain_id', 'contract_address'].map((name) => search?.get(name))).toEqual(['ETH', 'evm:1', '']);
    screen.getByRole('button', { name: /^Supplier <b>.*Unverified name Kraken <i>$/ });
    press(/Supplier/);
    expect((await box('Recipient')).value).toBe(payee);
    expect(screen.queryByRole('searchbox')).toBeNull();
    await screen.findByText('In the address book');
    screen.getByText('Supplier <b>');
  });

  it('asks for a memo where the coin’s chain has one, refuses what cannot be shown, and sends it', async () => {
    const told = { ...answers, 'withdraw.info': () => ({ data: { ...info, support_memo: true } }) };
    const seen = serve({ ...told, 'withdraw.create': () => ({ data: created }) });
    open();
    fireEvent.change(await box('Memo'), { target: { value: '备注' } });
    await screen.findByText('A memo takes Latin letters, digits and signs only');
    fireEvent.change(await box('Memo'), { target: { value: 'order 4711' } });
    await review();
    screen.getByText('order 4711');
    press(/Send|Withdraw|Confirm|1\.25/);
    await vi.waitFor(() => expect(asked(seen)).toHaveLength(1));
    expect(asked(seen)[0]?.get('memo')).toBe('order 4711');
    expect(seen.some(({ path, form }) => path.includes('gas_estimate') && form.get('memo') === 'order 4711')).toBe(
      true,
    );
  });

  it('lets nobody go on without the memo that the address book has for the address', async () => {
    const told = {
      ...answers,
      'withdraw.info': () => ({ data: { ...info, support_memo: true } }),
      'withdraw.addressInfo': (form: URLSearchParams) => ({
        data: { ...answers['withdraw.addressInfo'](form).data, need_memo: true },
      }),
    };
    serve(told);
    open();
    fireEvent.change(await box('Recipient'), { target: { value: payee } });
    await screen.findByText(/without one the signers refuse the payment/);
    fireEvent.change(await box('Memo'), { target: { value: '4711' } });
    await review();
    screen.getByText('4711');
  });

  it('tells before anything is asked for of what the fee is made: own resources, what is burnt, and the worst case', async () => {
    const resources = {
      bandwidth: { needed: '345', covered: '0', fee: '0.345' },
      energy: { needed: '130000', covered: '60000', fee: '7' },
      activation_fee: '1.1',
      memo_fee: '0',
      fee_limit: '15.6',
      first_of_token: true,
    };
    serve({
      ...answers,
      'withdraw.gasEstimate': () => ({ data: { ...answers['withdraw.gasEstimate']().data, resources } }),
    });
    open();
    const told = await screen.findByRole('region', { name: 'Of what the fee is made' });
    for (const text of [
      '345 needed, 0 covered by own resources · burnt 0.345',
      '130,000 needed, 60,000 covered by own resources · burnt 7',
      'Activates the recipient’s account1.1',
      'Fee limit15.6',
      'about twice the energy',
      'worst case',
    ])
      expect(told.textContent).toContain(text);
    expect(told.textContent).not.toContain('Memo');
  });

  it('lets nobody choose a speed where the network has one price', async () => {
    const served = (fees: readonly string[]) => ({
      ...answers,
      'withdraw.gasEstimate': () => ({
        data: {
          ...answers['withdraw.gasEstimate']().data,
          tiers: tiers.map((tier, at) => ({ ...tier, fee: fees[at] ?? '' })),
        },
      }),
    });
    serve(served(['0.0001', '0.0002', '0.0003']));
    open();
    await screen.findByText('0.0003');
    expect(screen.getAllByRole('radio')).toHaveLength(3);
    cleanup();
    queryClient.clear();
    serve(served(['0.0007', '0.0007', '0.0007']));
    open();
    await screen.findByText('0.0007');
    expect(screen.queryByRole('radio')).toBeNull();
  });

  it('says of each speed what it probably costs in dollars too, and nothing where the coin has no price', async () => {
    const priced = { ...coin, price_usd: '3000', price_time: new Date('2026-11-23T03:12:00Z') };
    const served = (fees: readonly string[]) => ({
      ...answers,
      'wallet.coinsAsset': () => ({ data: { asset_usd: null, list: [priced] } }),
      'withdraw.gasEstimate': () => ({
        data: {
          ...answers['withdraw.gasEstimate']().data,
          tiers: tiers.map((tier, at) => ({ ...tier, fee: fees[at] ?? '' })),
        },
      }),
    });
    serve(served(['0.000001', '0.0002', '0.5']));
    open();
    for (const name of [/Slow.*< \$0\.01$/, /Normal.*≈ \$0\.60$/, /Fast.*≈ \$1,500\.00$/])
      await screen.findByRole('radio', { name });
    cleanup();
    queryClient.clear();
    serve(answers);
    open();
    await screen.findAllByText('0.0001');
    expect(screen.getByRole('group', { name: /Network fee/ }).textContent).not.toContain('$');
  });

  it.each([
    ['hidden', 'This wallet is hidden'],
    ['signing', 'Signing is frozen'],
    ['closed', 'ETH is not open'],
    ['unverified', 'ETH is unverified'],
    ['frozen', 'Withdrawals of ETH are stopped'],
  ])('says why nothing can be asked for (%s), and lets nobody review', async (disabled_reason, text) => {
    const stopped = { ...answers['withdraw.info']().data, enable_withdraw: false, disabled_reason };
    serve({ ...answers, 'withdraw.info': () => ({ data: stopped }) });
    open();
    await screen.findByText(new RegExp(text));
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Review' }).disabled).toBe(true);
  });

  it('has no memo where the chain has none', async () => {
    serve(answers);
    open();
    await box('Recipient');
    await screen.findByText(/Available/);
    expect(screen.queryByRole('textbox', { name: 'Memo' })).toBeNull();
  });

  describe('to a payee of one’s own', () => {
    it('is offered apart from the team’s, marked as approved by nobody', async () => {
      serve(kept('off'));
      open();
      await box('Recipient');
      press('Address book');
      await screen.findByText('Yours alone, not approved by the team');
      press(/Landlord/);
      expect((await box('Recipient')).value).toBe(payee);
    });

    it('is shown and cannot be chosen while payments go to listed addresses only', async () => {
      serve(kept('on'));
      open();
      await box('Recipient');
      press('Address book');
      await screen.findByText('Not listed');
      expect(screen.getByRole<HTMLButtonElement>('button', { name: /Landlord/ }).disabled).toBe(true);
    });

    it('begins with the one that the link names, by number and never by address', async () => {
      const seen = serve(kept('off'));
      open(['ETH', '1', 'own-7']);
      expect((await box('Recipient')).value).toBe(payee);
      expect(seen.find(({ path }) => path.endsWith('/personal_book/list'))?.form.get('id')).toBe('7');
      cleanup();
      open(['ETH', '1', payee]);
      expect((await box('Recipient')).value).toBe('');
    });
  });

  it('begins with the least that the sub-wallet can pay itself where the link says so', async () => {
    const seen = serve({
      ...answers,
      'deposit.address': () => ({ data: ownAddress }),
      'withdraw.addressInfo': (form: URLSearchParams) => ({
        data: { ...answers['withdraw.addressInfo'](form).data, is_own: { sub_wallet_id: 1 }, gathers: true },
      }),
    });
    open(['ETH', '1', 'self']);
    expect((await box('Recipient')).value).toBe(payee);
    expect((await box('Amount')).value).toBe('0.001');
    await screen.findByText('Would be accepted');
    expect(seen.find(({ path }) => path.endsWith('/deposit/address'))?.form.get('sub_wallet_id')).toBe('1');
  });

  it('takes the most down where that costs more than was known before it was written', async () => {
    const dear = tiers.map((tier) => ({ ...tier, max_fee: '0.001' }));
    serve({
      ...answers,
      'withdraw.gasEstimate': (form?: URLSearchParams) => ({
        data: { ...answers['withdraw.gasEstimate']().data, ...(form?.has('amount') ? { tiers: dear } : {}) },
      }),
    });
    open();
    fireEvent.change(await box('Recipient'), { target: { value: payee } });
    await screen.findAllByText(/0\.0005/);
    press('Max');
    expect((await box('Amount')).value).toBe('1.9995');
    await waitFor(async () => expect((await box('Amount')).value).toBe('1.999'));
    fireEvent.change(await box('Amount'), { target: { value: '1.9999' } });
    expect(await screen.findByText('You have 2 ETH: with the fee, at most 1.999 ETH can be sent')).toBeTruthy();
  });

  it('shows every fault at once and goes to the first', async () => {
    serve(answers);
    open();
    const recipient = await box('Recipient');
    await screen.findByText('Available', { exact: false });
    press('Review');
    expect(await screen.findByText('Please enter Recipient')).toBeTruthy();
    expect(screen.getByText('Please enter Amount')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(recipient));
  });

  it('waits with the review for the answers to what was written last, and for nothing once more is written', async () => {
    let answer = (): void => undefined;
    const asked = new Promise<void>((done) => {
      answer = done;
    });
    serve(answers);
    const { fetch } = globalThis;
    vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
      if (url.startsWith(contract.withdraw.limitCheck.path)) await asked;
      return fetch(url, init);
    });
    open();
    await write(payee, '1.25');
    press('Review');
    await write(payee, '1.5');
    answer();
    await screen.findByText('Would be accepted');
    expect(screen.queryByRole('checkbox')).toBeNull();
    cleanup();
    open();
    await write(payee, '1.75');
    press('Review');
    expect(await screen.findByRole('checkbox')).toBeTruthy();
  });

  it('says that a checksum is wrong and that there is not enough', async () => {
    serve(answers);
    open();
    await write(`${payee.slice(0, -1)}0`, '1.9999');
    expect(await screen.findByText(/checksum does not match/)).toBeTruthy();
    expect(screen.getByText('You have 2 ETH: with the fee, at most 1.9995 ETH can be sent')).toBeTruthy();
  });

  it('names a coin by its chain and contract wherever it asks, since another may have the symbol', async () => {
    const other = { ...coin, chain_id: 'evm:10', coin_net: 'Optimism' };
    const seen = serve({
      ...answers,
      'wallet.coinsAsset': () => ({ data: { asset_usd: null, list: [coin, other] } }),
      'withdraw.create': () => ({ data: created }),
    });
    open(['ETH@evm:10@', '1']);
    await review();
    press(/^Withdraw 1.25 ETH$/);
    await waitFor(() => expect(drawers.replace).toHaveBeenCalledWith('approve', '7'));
    const named = seen.filter(({ path }) => /withdraw/.test(path)).map(({ form }) => form);
    expect(named.length).toBeGreaterThan(4);
    for (const form of named.filter((one) => one.has('symbol')))
      expect([form.get('chain_id'), form.get('contract_address')]).toEqual(['evm:10', '']);
  });

  it('shows the whole address and amount, and asks for exactly what was shown', async () => {
    const seen = serve({ ...answers, 'withdraw.create': () => ({ data: created }) });
    open();
    await review();
    expect(document.querySelector('[data-address]')?.getAttribute('data-address')).toBe(payee);
    expect(screen.getByText('Withdraw 1.25 ETH from Treasury to a new address')).toBeTruthy();
    press(/^Withdraw 1.25 ETH$/);
    await waitFor(() => expect(drawers.replace).toHaveBeenCalledWith('approve', '7'));
    const [form] = asked(seen);
    expect(Object.fromEntries(form ?? [])).toMatchObject({
      sub_wallet_id: '1',
      symbol: 'ETH',
      address_to: payee,
      amount: '1.25',
      fee_level: '2',
      max_fee: '0.0005',
    });
  });

  it('asks for the same order again when no answer came', async () => {
    let times = 0;
    const seen = serve({ ...answers, 'withdraw.create': () => (++times === 1 ? 'broken' : { data: created }) });
    open();
    await review();
    press(/^Withdraw 1.25 ETH$/);
    expect(await screen.findByText('No answer from the server')).toBeTruthy();
    press(/^Withdraw 1.25 ETH$/);
    await waitFor(() => expect(drawers.replace).toHaveBeenCalledWith('approve', '7'));
    const ids = asked(seen).map((form) => form.get('request_id'));
    expect(ids).toHaveLength(2);
    expect(ids[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(ids[1]).toBe(ids[0]);
  });

  describe('without an answer', () => {
    type Answers = Parameters<typeof serve>[0];
    async function lose(more: Answers): Promise<SeenRequest[]> {
      const seen = serve({ ...answers, 'withdraw.create': () => 'broken', ...more });
      open();
      await review();
      press(/^Withdraw 1.25 ETH$/);
      return seen;
    }

    it('goes on to the approval, as if answered, once its order is found', async () => {
      const renewed = vi.spyOn(queryClient, 'invalidateQueries');
      const seen = await lose({ 'transaction.list': (form) => listed(12, form.get('request_id')) });
      await waitFor(() => expect(drawers.replace).toHaveBeenCalledWith('approve', '12'));
      expect(drawers.replace).toHaveBeenCalledOnce();
      expect(renewed).toHaveBeenCalledOnce();
      renewed.mockRestore();
      expect(asked(seen)).toHaveLength(1);
      const looked = seen.find(({ path }) => path === '/api/mpc/transaction/list');
      expect(looked?.form.get('request_id')).toBe(asked(seen)[0]?.get('request_id'));
      expect(useToasts.getState().toasts.at(-1)?.text).toMatch(/had arrived/);
      expect(Object.keys(sessionStorage)).toEqual([]);
    });

    it('says that the server has no such request, and asks by the same id when it is pressed again', async () => {
      const seen = await lose({ 'transaction.list': () => listed() });
      await screen.findByText('The server answers again');
      screen.getByText(/has not received this request so far/);
      expect(screen.queryByText('No answer from the server')).toBeNull();
      press(/^Withdraw 1.25 ETH$/);
      await waitFor(() => expect(asked(seen)).toHaveLength(2));
      expect(new Set(asked(seen).map((form) => form.get('request_id'))).size).toBe(1);
      expect(drawers.replace).not.toHaveBeenCalled();
    });

    it('says that nothing is known, and goes on looking, while the server is not there', async () => {
      await lose({});
      await screen.findByText('No answer from the server');
      const words = await screen.findByText(/This page keeps looking for it/);
      expect(words.textContent).toContain('It is not known whether the order was made.');
      expect(drawers.replace).not.toHaveBeenCalled();
    });
  });

  it('keeps what was written while a fresh code is asked for', async () => {
    let fresh = false;
    const seen = serve({
      ...answers,
      'withdraw.create': () => (fresh ? { data: created } : { code: 300004, msg: 'A fresh code is needed' }),
      'session.stepUp': () => {
        fresh = true;
        return { data: { open_token: 'token-2', expires_at: new Date(0), step_up_until: new Date(0) } };
      },
    });
    open();
    await review();
    press(/^Withdraw 1.25 ETH$/);
    fireEvent.change(await box('Authenticator code'), { target: { value: '123 456' } });
    press('Confirm');
    await waitFor(() => expect(drawers.replace).toHaveBeenCalledWith('approve', '7'));
    expect(new Set(asked(seen).map((form) => form.get('request_id'))).size).toBe(1);
    expect(useSession.getState().token).toBe('token-2');
  });
});

describe('what stands in a field', () => {
  const facts = (change: object) => ({
    'withdraw.addressInfo': (form: URLSearchParams) => ({
      data: { ...answers['withdraw.addressInfo'](form).data, ...change },
    }),
  });
  const alert = async (text: RegExp): Promise<void> => {
    expect((await screen.findByText(text)).getAttribute('role')).toBe('alert');
    expect((await box('Recipient')).getAttribute('aria-invalid')).toBe('true');
  };

  it.each([
    ['a token’s contract', { valid: false, reason: 'token', token: 'USDC' }, /contract of USDC itself/],
    ['of another network', { valid: false, reason: 'network', network: 'Bitcoin' }, /address of Bitcoin, another/],
    ['the paying wallet’s own', { is_own: { sub_wallet_id: 1 } }, /of this wallet itself/],
  ])('says in words that an address is %s', async (_, change, text) => {
    serve({ ...answers, ...facts(change) });
    open();
    await write(payee, '1');
    await alert(text);
    expect(screen.queryByText('Would be refused')).toBeNull();
  });

  it('says when a pasted payee that cools down can be paid, and that a stranger is not listed', async () => {
    const cooling = {
      white_id: 'ab'.repeat(32),
      white_label: 'Supplier',
      white_from: new Date('2026-12-01T10:00:00Z'),
    };
    const only = { 'withdraw.info': () => ({ data: { ...info, white_status: true } }) };
    serve({ ...answers, ...facts(cooling), ...only });
    open();
    await write(payee, '1');
    await alert(/“Supplier” cools down: it can be paid from Dec 1, \d\d:00$/);
    cleanup();
    queryClient.clear();
    serve({ ...answers, ...facts({}), ...only });
    open();
    await write(payee, '1');
    await alert(/Only listed payees can be paid now/);
  });

  it('says at its field what the server refuses, without a number', async () => {
    const refused = { pass: false, reason_code: 300156, reason: 'Lies in too many coins' };
    serve({
      ...answers,
      'withdraw.limitCheck': () => ({ data: { ...answers['withdraw.limitCheck']().data, ...refused } }),
    });
    open();
    await write(payee, '1');
    expect((await screen.findByText('Lies in too many coins')).getAttribute('role')).toBe('alert');
    expect((await box('Amount')).getAttribute('aria-invalid')).toBe('true');
    expect(document.body.textContent).not.toContain('300156');
  });

  it('refused by a limit, says what that leaves at the amount, and takes it by a press', async () => {
    const reason = 'The rules do not allow this: refused by “Limit” (≤ 3 ETH). At most 1.25 ETH can be asked for';
    const refused = { pass: false, reason_code: 300002, reason, most: '1.25' };
    const { data } = answers['withdraw.limitCheck']();
    serve({
      ...answers,
      'withdraw.limitCheck': (form) => ({ data: form.get('amount') === '1.25' ? data : { ...data, ...refused } }),
    });
    open();
    await write(payee, '1.5');
    const told = await screen.findByText(reason);
    const amount = await box('Amount');
    expect(amount.getAttribute('aria-invalid')).toBe('true');
    expect(amount.getAttribute('aria-describedby')).toBe(told.id);
    expect(screen.queryByText('Would be refused')).toBeNull();
    fireEvent.click(await screen.findByRole('button', { name: 'Ask for 1.25 ETH' }));
    expect(amount.value).toBe('1.25');
    await screen.findByText('Would be accepted');
    expect(screen.queryByRole('button', { name: 'Ask for 1.25 ETH' })).toBeNull();
  });

  it('may be a payee’s name, of which those are offered that the book has', async () => {
    const seen = serve({ ...kept('off') });
    open();
    fireEvent.change(await box('Recipient'), { target: { value: 'landl' } });
    fireEvent.click(await screen.findByRole('button', { name: /Landlord/ }));
    expect((await box('Recipient')).value).toBe(payee);
    expect(seen.filter(({ form }) => form.has('keyword')).map(({ form }) => form.get('keyword'))).toContain('landl');
    expect(screen.queryByRole('button', { name: /Landlord/ })).toBeNull();
  });

  it('is chosen by keys: Enter takes the only payee that is offered, and goes on to the amount; no fault says that nobody is called so', async () => {
    serve({ ...kept('off') });
    open();
    const field = await box('Recipient');
    fireEvent.change(field, { target: { value: 'landl' } });
    const offered = await screen.findByRole('button', { name: /Landlord/ });
    fireEvent.click(screen.getByRole('button', { name: 'Review' }));
    await screen.findByText('Choose the payee below, or write the whole address');
    expect(screen.queryByText(/Nobody in the address book/)).toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(field));
    fireEvent.keyDown(field, { key: 'ArrowDown' });
    expect(document.activeElement).toBe(offered);
    fireEvent.keyDown(field, { key: 'Enter' });
    expect((await box('Recipient')).value).toBe(payee);
    expect(document.activeElement).toBe(await box('Amount'));
  });

  it('may be US dollars: the coin stands beside them at the price shown, and the coin is asked for', async () => {
    const priced = { ...coin, price_usd: '3000', price_time: new Date('2026-11-23T03:12:00Z') };
    const seen = serve({
      ...answers,
      'wallet.coinsAsset': () => ({ data: { asset_usd: null, list: [priced] } }),
      'withdraw.create': () => ({ data: created }),
    });
    open();
    await write(payee, '1');
    expect((await screen.findByTestId('worth')).textContent).toMatch(
      /^≈ \$3,000.00 · \$3,000.00 each, price of \d\d:12$/,
    );
    press('Write it in US dollars');
    expect((await box('Amount')).value).toBe('3000.00');
    fireEvent.change(await box('Amount'), { target: { value: '100' } });
    expect(screen.getByTestId('worth').textContent).toContain('= 0.0333333 ETH');
    await screen.findByText('Would be accepted');
    press('Review');
    await screen.findByRole('checkbox');
    press('Back');
    // Still in the unit in which they were written.
    expect((await box('Amount')).value).toBe('100');
    await screen.findByText('Would be accepted');
    press('Review');
    fireEvent.click(await screen.findByRole('checkbox'));
    press(/^Withdraw 0.0333333 ETH$/);
    await waitFor(() => expect(asked(seen)[0]?.get('amount')).toBe('0.0333333'));
  });
});

it.each([
  ['whole, where it went to one payee', 1, payee, '0.75'],
  ['not at all, where it went to several', 2, '', ''],
])('begins with what an order asked for, %s', async (_, payees, address, amount) => {
  const output = { address: payee, amount: '0.75', memo: '', label: '', remark: '' };
  const outputs = Array.from({ length: payees }, () => output);
  serve({ ...answers, 'transaction.detail': () => ({ data: { ...order, outputs } }) });
  open(['ETH', '1', 'order-12']);
  expect((await box('Recipient')).value).toBe(address);
  expect((await box('Amount')).value).toBe(amount);
  expect((await box('Remark')).value).toBe(amount && 'invoice 7');
});

it('says who refused what is asked for again, and why', async () => {
  const decision = {
    id: 'm-bob',
    name: 'Bob',
    decision: 'refuse',
    time: new Date(),
    remark: 'wrong invoice',
    remark_signed: true,
  };
  serve({
    ...answers,
    'transaction.detail': () => ({
      data: {
        ...order,
        outputs: [{ address: payee, amount: '0.75', memo: '', label: '', remark: '' }],
        decisions: [decision],
      },
    }),
  });
  open(['ETH', '1', 'order-12']);
  const refusal = await screen.findByText(/Bob/);
  expect(refusal.closest('[role]')?.textContent).toContain('wrong invoice');
});

describe('a half-written payment', () => {
  const goOn = (): Promise<HTMLElement> => screen.findByRole('button', { name: 'Go on with it' });
  async function leave(): Promise<void> {
    open();
    await write(payee, '1.25');
    fireEvent.change(await box('Remark'), { target: { value: 'invoice 7' } });
    cleanup();
  }

  it('is offered again where it was left, whole, and is the same order', async () => {
    const seen = serve({ ...answers, 'withdraw.create': () => 'broken' as const });
    open();
    await review();
    press(/^Withdraw 1.25 ETH$/);
    await screen.findByText('No answer from the server');
    cleanup();
    open();
    expect((await box('Recipient')).value).toBe('');
    fireEvent.click(await goOn());
    await waitFor(async () => expect((await box('Recipient')).value).toBe(payee));
    expect((await box('Amount')).value).toBe('1.25');
    expect(drawers.replace).toHaveBeenLastCalledWith('withdraw', 'ETH@evm:1@', '1');
    await screen.findByText('Would be accepted');
    press('Review');
    fireEvent.click(await screen.findByRole('checkbox'));
    press(/^Withdraw 1.25 ETH$/);
    await waitFor(() => expect(asked(seen)).toHaveLength(2));
    expect(new Set(asked(seen).map((form) => form.get('request_id'))).size).toBe(1);
  });

  it.each([
    ['', new Date(), /price of/],
    [', a fixed one without a time', null, /fixed/],
  ])('comes back in the dollars that it was written in, at the price of then%s', async (_, price_time, of) => {
    const at = (price_usd: string) => ({
      ...answers,
      'wallet.coinsAsset': () => ({ data: { asset_usd: null, list: [{ ...coin, price_usd, price_time }] } }),
    });
    serve(at('3000'));
    open();
    await write(payee, '1');
    press('Write it in US dollars');
    fireEvent.change(await box('Amount'), { target: { value: '100' } });
    cleanup();
    serve(at('4000'));
    open();
    fireEvent.click(await goOn());
    await waitFor(async () => expect((await box('Amount')).value).toBe('100'));
    expect(screen.getByTestId('worth').textContent).toContain('= 0.0333333 ETH');
    expect(screen.getByTestId('worth').textContent).toMatch(of);
  });

  it('comes back in coin where the stored dollars are not what it was made of', async () => {
    serve(answers);
    await leave();
    const kept = Object.keys(sessionStorage).find((key) => key.includes('payment')) ?? '';
    const stored = JSON.parse(sessionStorage.getItem(kept) ?? '{}');
    stored.value.usd = { text: '1', price: { price_usd: '3000', price_time: null }, coin: '1.25' };
    sessionStorage.setItem(kept, JSON.stringify(stored));
    open();
    fireEvent.click(await goOn());
    await waitFor(async () => expect((await box('Amount')).value).toBe('1.25'));
  });

  it('is offered to whoever wrote it when they log in again after a session that ended by itself', async () => {
    serve(answers);
    await leave();
    useSession.getState().signOut('', 'expired');
    useSession.setState({ token: 't' });
    open();
    // Who it is comes a moment after the log-in.
    act(() => useSession.setState({ walletId: 1, userName: 'Ada' }));
    await goOn();
  });

  it('is offered again where the session was ended elsewhere, while the form still stood there', async () => {
    useSession.setState({ token: 't', userName: 'Ada' });
    serve(answers);
    open();
    await write(payee, '1.25');
    act(() => useSession.getState().signOut('', 'ended'));
    cleanup();
    useSession.setState({ token: 't', walletId: 1, userName: 'Ada' });
    open();
    await goOn();
  });

  it.each([
    ['five minutes later', () => vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 300_001)],
    ['to whoever logs in next', () => useSession.getState().signOut()],
    ['in another workspace', () => useSession.setState({ walletId: 2 })],
    [
      'to somebody else, after a session that ended by itself',
      () => {
        useSession.getState().signOut('', 'expired');
        useSession.setState({ walletId: 1, userName: 'Bob' });
      },
    ],
    ['once it was thrown away', () => press('Discard')],
  ])('is not offered %s', async (_, later) => {
    serve(answers);
    await leave();
    open();
    await goOn();
    later();
    cleanup();
    useSession.setState({ token: 't', walletId: useSession.getState().walletId ?? 1 });
    open();
    await box('Recipient');
    expect(screen.queryByText('You left a payment half-written')).toBeNull();
    vi.restoreAllMocks();
  });

  it('is forgotten once it was asked for, and nothing unsound of what is stored is taken', async () => {
    serve({ ...answers, 'withdraw.create': () => ({ data: created }) });
    open();
    await review();
    press(/^Withdraw 1.25 ETH$/);
    await waitFor(() => expect(drawers.replace).toHaveBeenCalledWith('approve', '7'));
    cleanup();
    for (const value of [
      null,
      7,
      {},
      { form: 1 },
      { requestId: 'x', subWalletId: 1, coin: 'ETH@evm:1@', walletId: 1 },
    ]) {
      open();
      await box('Recipient');
      expect(screen.queryByText('You left a payment half-written')).toBeNull();
      cleanup();
      sessionStorage.setItem('holdfast.draft.payment', JSON.stringify({ value, until: Date.now() + 1_000 }));
    }
  });

  it('goes along to another coin or wallet, but for the amount', async () => {
    const other = { ...coin, chain_id: 'evm:10', coin_net: 'Optimism' };
    serve({ ...answers, 'wallet.coinsAsset': () => ({ data: { asset_usd: null, list: [coin, other] } }) });
    open();
    await write(payee, '1.25');
    fireEvent.click(screen.getByRole('combobox', { name: 'Coin' }));
    const option = await screen.findByRole('option', { name: /Optimism/ });
    fireEvent.pointerDown(option);
    fireEvent.click(option);
    await waitFor(() => expect(drawers.replace).toHaveBeenCalledWith('withdraw', 'ETH@evm:10@', '1'));
    await waitFor(async () => expect((await box('Amount')).value).toBe(''));
    expect((await box('Recipient')).value).toBe(payee);
  });
});

describe('a payment link in place of the recipient', () => {
  const link = `ethereum:${payee}@1?value=1.25e18`;
  const said = {
    fault: '',
    network: '',
    coin: null,
    payee,
    amount: '1.25',
    amount_left_out: false,
    memo: '',
    remark: '',
  };
  const reads = (over: object = {}) =>
    serve({
      ...answers,
      'withdraw.info': () => ({ data: { ...info, support_memo: true } }),
      'withdraw.addressLink': () => ({ data: { ...said, ...over } }),
    });
  const paste = async (text: string): Promise<void> =>
    void fireEvent.change(await box('Recipient'), { target: { value: text } });

  it('fills in address, amount, memo and remark, says so, and is checked and paid as if they had been written', async () => {
    const seen = reads({ memo: '4711', remark: 'Acme: Invoice 7' });
    open();
    await paste(` ${link}`);
    await screen.findByText(
      /^Payee, amount and memo are read from a payment link: compare them.*approvers read it as yours\.$/,
    );
    expect((await box('Recipient')).value).toBe(payee);
    expect((await box('Amount')).value).toBe('1.25');
    expect((await box('Memo')).value).toBe('4711');
    expect((await box(/^Remark/)).value).toBe('Acme: Invoice 7');
    await screen.findByText('Would be accepted');
    press('Review');
    await screen.findByText(/^From a payment link: compare it/);
    fireEvent.click(screen.getByRole('button', { name: 'Back' }));
    expect((await box('Amount')).value).toBe('1.25');
    const of = (path: string) => seen.filter((call) => call.path === path).map(({ form }) => form);
    expect(of('/api/mpc/address/link').map((form) => form.get('link'))).toEqual([link]);
    expect(of('/api/mpc/address/info').map((form) => form.get('address'))).toEqual([payee]);
    fireEvent.change(await box('Recipient'), { target: { value: `${payee}0` } });
    await waitFor(() => expect(screen.queryByText(/payment link/)).toBeNull());
    // What it filled in goes with it.
    for (const name of ['Amount', 'Memo', /^Remark/]) expect((await box(name)).value).toBe('');
  });

  it('says where its amount is not taken', async () => {
    reads({ amount: null, amount_left_out: true });
    open();
    await paste(link);
    await screen.findByText(/Its amount is left out: the link does not say of which coin or network it is\.$/);
    expect((await box('Amount')).value).toBe('');
  });

  it('leaves an amount and a remark that somebody wrote, and tells the amount that it asks for', async () => {
    reads({ remark: 'Acme' });
    open();
    fireEvent.change(await box('Amount'), { target: { value: '0.5' } });
    fireEvent.change(await box(/^Remark/), { target: { value: 'mine' } });
    await paste(link);
    const told = await screen.findByText(/^The payee is read from a payment link/);
    expect(told.textContent).toContain('The link asks for 1.25 ETH. The amount stays as you wrote it.');
    expect((await box('Amount')).value).toBe('0.5');
    expect((await box(/^Remark/)).value).toBe('mine');
  });

  it.each([
    [{ fault: 'network', network: 'Polygon' }, 'This link is for another network: Polygon'],
    [{ fault: 'coin' }, 'This link is for a token that is not set up here'],
    [{ fault: 'malformed' }, /^This payment link is incomplete or has a typing error/],
    // What a server puts there that is not what it should be.
    [{ payee: `${payee.slice(0, -1)}0` }, /^This payment link is incomplete or has a typing error/],
  ])('is a fault of the field where it cannot be paid so: %o', async (fault, text) => {
    const seen = reads({ payee: '', amount: null, ...fault });
    open();
    await paste(link);
    const told = await screen.findByText(text);
    const field = await box('Recipient');
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(field.getAttribute('aria-describedby')).toBe(told.id);
    expect([field.value, (await box('Amount')).value]).toEqual([link, '']);
    expect(seen.filter(({ path }) => path === '/api/mpc/address/info')).toEqual([]);
    await paste(payee);
    await waitFor(() => expect(screen.queryByText(text)).toBeNull());
  });

  it('of another coin names it, and leads there with the link', async () => {
    const other = { ...coin, symbol: 'BTC', chain_id: 'bitcoin:mainnet', coin_net: 'Bitcoin' };
    const named = { symbol: 'BTC', chain_id: 'bitcoin:mainnet', contract_address: '' };
    serve({
      ...answers,
      'wallet.coinsAsset': () => ({ data: { asset_usd: null, list: [coin, other] } }),
      'withdraw.addressLink': () => ({
        data: { ...said, payee: '', amount: null, fault: 'network', network: 'Bitcoin', coin: named },
      }),
    });
    open();
    await paste(link);
    await screen.findByText('This link is for another coin: BTC on Bitcoin');
    fireEvent.click(await screen.findByRole('button', { name: 'Pay in BTC on Bitcoin' }));
    await waitFor(() => expect(drawers.replace).toHaveBeenCalledWith('withdraw', 'BTC@bitcoin:mainnet@', '1'));
    expect((await box('Recipient')).value).toBe(link);
  });

  it('of another coin takes back what the link before it filled in', async () => {
    const other = `bitcoin:${'b'.repeat(60)}`;
    serve({
      ...answers,
      'withdraw.addressLink': (form) => ({
        data:
          form.get('link') === other
            ? { ...said, payee: '', amount: null, fault: 'network', network: 'Bitcoin' }
            : said,
      }),
    });
    open();
    await paste(link);
    await waitFor(async () => expect((await box('Amount')).value).toBe('1.25'));
    await paste(other);
    await screen.findByText('This link is for another network: Bitcoin');
    await waitFor(async () => expect((await box('Amount')).value).toBe(''));
    expect((await box('Recipient')).value).toBe(other);
  });

  it('of another coin that the sub-wallet does not have leads nowhere', async () => {
    reads({
      ...{ payee: '', amount: null, fault: 'network', network: 'Bitcoin' },
      coin: { symbol: 'BTC', chain_id: 'bitcoin:mainnet', contract_address: '' },
    });
    open();
    await paste(link);
    await screen.findByText('This link is for another coin: BTC on Bitcoin');
    // By then the coins of the sub-wallet are known.
    await screen.findByRole('combobox', { name: 'Coin' });
    expect(screen.queryByRole('button', { name: /^Pay in/ })).toBeNull();
  });

  it('that is typed is read once its field is left, and a longer one than an address may be is kept whole', async () => {
    const seen = reads();
    open();
    const asks = () => seen.filter(({ path }) => path === '/api/mpc/address/link').map(({ form }) => form.get('link'));
    const long = `${link}&message=${'x'.repeat(300)}`;
    await paste('x'.repeat(link.length - 1));
    await paste(link);
    expect((await box('Recipient')).value).toBe(link);
    expect(asks()).toEqual([]);
    fireEvent.blur(await box('Recipient'));
    await screen.findByText(/^Payee and amount are read/);
    await paste(long);
    await waitFor(() => expect(asks()).toEqual([link, long]));
    await paste('9'.repeat(200));
    expect((await box('Recipient')).value).toHaveLength(120);
  });

  it('takes the place of an earlier one whole, but not of what somebody wrote', async () => {
    const other = `ethereum:${payee}@1`;
    serve({
      ...answers,
      'withdraw.info': () => ({ data: { ...info, support_memo: true } }),
      'withdraw.addressLink': (form) => ({
        data: form.get('link') === other ? { ...said, amount: null } : { ...said, memo: '4711', remark: 'Acme' },
      }),
    });
    open();
    await paste(link);
    await screen.findByText(/^Payee, amount and memo are read/);
    await paste(other);
    await screen.findByText('The payee is read from a payment link: compare the address with what you were told.');
    for (const name of ['Amount', 'Memo', /^Remark/]) expect((await box(name)).value).toBe('');
    fireEvent.change(await box('Amount'), { target: { value: '0.5' } });
    await paste(other);
    await waitFor(async () => expect((await box('Recipient')).value).toBe(payee));
    await paste(link);
    await screen.findByText(/The link asks for 1\.25 ETH\. The amount stays as you wrote it\.$/);
    expect((await box('Amount')).value).toBe('0.5');
  });

  it('is never cut, and refused where it is too long to be read', async () => {
    const seen = reads();
    open();
    const long = (most: number) => `${link}&message=${'x'.repeat(most - link.length - 9)}`;
    await paste(long(2_000));
    await screen.findByText(/^Payee and amount are read/);
    await paste(long(2_001));
    await screen.findByText(/^This payment link is incomplete or has a typing error/);
    expect((await box('Recipient')).value).toBe(long(2_001));
    const asks = seen.filter(({ path }) => path === '/api/mpc/address/link').map(({ form }) => form.get('link'));
    expect(asks).toEqual([long(2_000)]);
  });

  it('that is pasted over one as long is read at once', async () => {
    const seen = reads();
    open();
    await paste('y'.repeat(link.length));
    fireEvent.paste(await box('Recipient'));
    await paste(link);
    await screen.findByText(/^Payee and amount are read/);
    expect(seen.some(({ path }) => path === '/api/mpc/address/link')).toBe(true);
  });

  it('can be looked at again where that failed', async () => {
    let fails = true;
    serve({
      ...answers,
      'withdraw.addressLink': () => (fails ? { code: 100001, msg: 'No answer' } : { data: said }),
    });
    open();
    await paste(link);
    await screen.findByText(/^The link could not be looked at/);
    fails = false;
    press('Try again');
    await screen.findByText(/^Payee and amount are read/);
  });
});

describe('a chain of a family that nothing in the console knows', () => {
  const slab = 'slt0123456789abcdef0123456789abcdef01234567deadbeef';
  const slate = { symbol: 'SLT', base_symbol: 'SLT', coin_net: 'Slate', decimals: 6, address: slab };
  const fees = { fee_symbol: 'SLT', fee_unit: 'chip/unit', fee: '0.00002', max_fee: '0.00004' };
  const told = {
    ...answers,
    'wallet.coinsAsset': () => ({ data: { asset_usd: null, list: [{ ...coin, ...slate, symbol_alias: 'SLT' }] } }),
    'withdraw.info': () => ({ data: { ...info, ...slate, fee_symbol: 'SLT', fee_decimals: 6, address_from: slab } }),
    'withdraw.gasEstimate': () => {
      const dear = tiers.map((tier) => ({ ...tier, fee: fees.fee, max_fee: fees.max_fee }));
      return { data: { ...answers['withdraw.gasEstimate']().data, ...fees, tiers: dear } };
    },
    'withdraw.addressInfo': (form: URLSearchParams) => {
      const valid = form.get('address') === slab;
      const { data } = answers['withdraw.addressInfo'](form);
      return { data: { ...data, valid, reason: valid ? '' : 'checksum', address: slab } };
    },
    'withdraw.limitCheck': () => ({ data: { ...answers['withdraw.limitCheck']().data, ...fees } }),
    'withdraw.create': () => ({ data: created }),
  };

  it('is quoted, checked and paid as any other', async () => {
    const seen = serve(told);
    open(['SLT']);
    await write(`${slab.slice(0, -1)}0`, '1.2345678');
    expect(await screen.findByText(/checksum does not match/)).toBeTruthy();
    expect(screen.getByText('SLT has at most 6 decimals')).toBeTruthy();
    await write(slab, '1.99997');
    expect(await screen.findByText('You have 2 SLT: with the fee, at most 1.99996 SLT can be sent')).toBeTruthy();
    await write(slab, '1.234567');
    await screen.findByText('Would be accepted');
    expect(screen.getAllByText(/0\.00002/).length).toBeGreaterThan(0);
    press('Review');
    fireEvent.click(await screen.findByRole('checkbox'));
    press(/^Withdraw 1.234567 SLT$/);
    await waitFor(() => expect(drawers.replace).toHaveBeenCalledWith('approve', '7'));
    expect(Object.fromEntries(asked(seen)[0] ?? [])).toMatchObject({
      symbol: 'SLT',
      address_to: slab,
      amount: '1.234567',
      max_fee: '0.00004',
    });
  });
});
