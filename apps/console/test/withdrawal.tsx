import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, vi } from 'vitest';
import WithdrawDrawer from '../src/features/withdraw/withdraw.drawer.tsx';
import { startI18n } from '../src/lib/i18n.ts';
import { queryClient } from '../src/lib/query.ts';
import { useSession } from '../src/lib/session.ts';
import { type Drawers, DrawersProvider } from '../src/ui/drawers.tsx';
import type { SeenRequest } from './server.ts';

export const payee = '0xd36f41c0De7A88B0f9a36a5B1172E43262CA99d1';
export const buckets = {
  normal_balance: '2',
  payable_balance: '2',
  lock_balance: '0',
  collecting_balance: '0',
  pending_balance: '0',
  hold_balance: '0',
  staked_balance: '0',
};
export const coin = {
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
  normal_usd: null,
  is_focus: false,
  open: true,
  enable_deposit: true,
  enable_withdraw: true,
  coin_type: 0,
  support_memo: false,
  address: payee,
};
export const tiers = [1, 2, 3].map((level) => ({
  fee_level: level,
  fee_rate: '1',
  fee: '0.0001',
  max_fee: '0.0005',
  wait_seconds: 30,
}));
export const info = {
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
export const answers = {
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
      value_unknown: '',
      approvers_preview: [],
      limits: [],
      fee_symbol: 'ETH',
      max_fee: '0.0005',
    },
  }),
};
export const ownAddress = {
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
export const created = {
  withdraw_id: 7,
  status: 1000,
  need_sign: true,
  duplicated: false,
  approval_url: 'http://localhost:1/',
};

export const whitelist = {
  white_status: 1,
  mode: 'on' as 'on' | 'off',
  cooling_hours: 24,
  off_from: null,
  held_hours: 24,
  shorter_from: null,
  version: '1',
};
export const own = {
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
export const kept = (mode: 'on' | 'off') => ({
  ...answers,
  'addressBook.withdrawList': () => ({ data: { pageTotal: 0, total: 0, list: [] } }),
  'addressBook.whiteStatus': () => ({ data: { ...whitelist, mode } }),
  'personalBook.list': () => ({ data: { pageTotal: 1, total: 1, list: [own] } }),
});

export const order = {
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
  ...{
    customer_state: '',
    txid: '',
    fee_symbol: 'ETH',
    fee: '0.001',
    real_fee: null,
    fee_worth_usd: null,
    status: 2400,
    sub_status: '',
  },
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
export const drawers = { stack: [], push: vi.fn(), pop: vi.fn(), replace: vi.fn(), close: vi.fn() } satisfies Drawers;
export const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });
export function open(args: readonly string[] = ['ETH']): void {
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
export const box = (name: string | RegExp) => screen.findByRole<HTMLInputElement>('textbox', { name });
export const press = (name: string | RegExp): void => void fireEvent.click(screen.getByRole('button', { name }));
export async function write(address: string, amount: string): Promise<void> {
  fireEvent.change(await box('Recipient'), { target: { value: address } });
  fireEvent.change(await box('Amount'), { target: { value: amount } });
}
export const costs = (seen: readonly SeenRequest[]) =>
  seen.filter(({ path }) => path === '/api/mpc/gas_estimate').map(({ form }) => form.get('amount'));
export async function review(): Promise<void> {
  await write(payee, '1.25');
  await screen.findByText('Would be accepted');
  press('Review');
  fireEvent.click(await screen.findByRole('checkbox'));
}
export const asked = (seen: readonly SeenRequest[]) =>
  seen.filter(({ path }) => path === '/api/mpc/sub_wallet/withdraw').map(({ form }) => form);

/** Each test of the drawer begins with nothing stored, and with a member who has logged in. */
export function aroundWithdrawals(): void {
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
}
