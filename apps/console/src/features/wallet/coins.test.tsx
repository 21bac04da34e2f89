// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { inConsole, open } from '../../../test/screen.tsx';
import { serve } from '../../../test/server.ts';
import { useSession } from '../../lib/session.ts';

inConsole();
beforeEach(() => useSession.getState().selectSubWallet(4));

const contract = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const base = { base_symbol: 'ETH', coin_net: 'Ethereum', chain_id: 'evm:1', contract_address: '', is_focus: false };
const known = {
  ...base,
  symbol: 'ETH',
  name: 'Ether',
  decimals: 18,
  added: true,
  open: true,
  verified: true,
  warnings: [],
};
const stranger = {
  ...{ ...base, symbol: 'USDC', name: 'USD Coin', decimals: 6, contract_address: contract },
  ...{ added: false, open: false, verified: false, warnings: ['sameSymbol' as const] },
};
const buckets = {
  ...{ normal_balance: '1.5', lock_balance: '0.25', collecting_balance: '0', pending_balance: '0' },
  ...{ hold_balance: '0', staked_balance: '0' },
};
const asset = {
  ...{ ...base, symbol: 'USDC', symbol_alias: 'USDC', name: 'USD Coin', icon: '', decimals: 6 },
  ...{
    ...buckets,
    contract_address: contract,
    total_balance: '1.75',
    price_usd: null,
    price_source: '',
    price_time: null,
  },
  ...{
    asset_usd: null,
    normal_usd: null,
    open: true,
    enable_deposit: true,
    enable_withdraw: false,
    coin_type: 0,
    support_memo: false,
  },
  ...{ address: '', path: '', proof: null },
};
const user = {
  ...{ user_id: 1, nick_name: 'O', email: 'o@example.org', mobile: '', avatar: '', language: 'en_US', timezone: '' },
  ...{ google_status: true, passkey_count: 1, kyc_status: 0, last_login_at: null, solo_mode: false },
  ...{ single_host: false, step_up_until: new Date(0) },
  wallets: [{ wallet_id: 7, wallet_name: 'Acme', role: 1, role_name: 'owner', member_id: 'm' }],
};
const answers = (list: readonly object[], added: Answer = { data: { ...added1(), warnings: [] } }) => ({
  'user.info': () => ({ data: user }),
  'user.permissions': () => ({
    data: { permissions: ['coin.open', 'focus.edit'], sub_wallets: [], fund_open: true },
  }),
  'wallet.focusCoins': () => ({ data: { focus_num: 1, focus_max: 20, list: ['ETH'] } }),
  'wallet.focusLimit': () => ({ data: { pass: true, focus_num: 1, focus_max: 20 } }),
  'wallet.setFocus': () => ({ data: { focus_num: 2, focus_max: 20 } }),
  'wallet.coinsAsset': () => ({ data: { asset_usd: null, list: [asset] } }),
  'wallet.subWalletsBalance': () => ({
    data: { pageTotal: 1, total: 1, list: [{ sub_wallet_id: 4, sub_wallet_name: 'Treasury', ...buckets }] },
  }),
  'token.search': () => ({ data: { list, more: 0 } }),
  'token.add': () => added,
  'token.info': () => ({
    data: {
      ...{ name: 'USD Coin', remark: '', warnings: ['sameSymbol'], verified: false, setting: '{"symbol":"USDC"}' },
      ...{ approved: false, item_id: null },
      signers: [
        { name: 'Signer 1', state: 'same' },
        { name: 'Signer 2', state: 'none' },
      ],
    },
  }),
});
type Answer = ReturnType<NonNullable<Parameters<typeof serve>[0][string]>>;
const added1 = () => ({ audit_id: 1, symbol: 'USDC', name: 'USD Coin', decimals: 6 });
const sent = (seen: ReturnType<typeof serve>, end: string) =>
  seen.filter(({ path }) => path.endsWith(end)).map(({ form }) => Object.fromEntries(form));

describe('coins', () => {
  it('are made favourites by their whole name, with the limit in sight', async () => {
    const seen = serve(answers([known]));
    await open('/mpc/wallet/center?d=coins');
    await screen.findByText('1 of 20 favourites');
    fireEvent.click(await screen.findByRole('button', { name: 'Make ETH a favourite' }));
    await waitFor(() =>
      expect(sent(seen, '/focus/symbol')).toEqual([
        { sub_wallet_id: '4', symbol: 'ETH', chain_id: 'evm:1', contract_address: '', focus: '1' },
      ]),
    );
  });

  it('are no more favourites once there are as many as there may be', async () => {
    serve({
      ...answers([known]),
      'wallet.focusLimit': () => ({ data: { pass: false, focus_num: 20, focus_max: 20 } }),
    });
    await open('/mpc/wallet/center?d=coins');
    const star = await screen.findByRole('button', { name: 'Make ETH a favourite' });
    await waitFor(() => expect(star).toHaveProperty('disabled', true));
  });

  it('that a contract only says it is are added after its warnings were ticked, by contract and network', async () => {
    const seen = serve(answers([stranger]));
    await open('/mpc/wallet/center?d=coins');
    await screen.findByText('Another coin here is called USDC too. This is not that one.');
    fireEvent.click(await screen.findByRole('button', { name: 'Add token' }));
    const question = within(await screen.findByRole('alertdialog'));
    const confirm = question.getByRole('button', { name: 'Add token' });
    expect(confirm).toHaveProperty('disabled', true);
    fireEvent.click(question.getByRole('checkbox'));
    fireEvent.click(confirm);
    await waitFor(() =>
      expect(sent(seen, '/coin/audit/operate/add')).toEqual([
        { base_symbol: 'ETH', chain_id: 'evm:1', contract_address: contract },
      ]),
    );
    await screen.findByText('USDC is counted from now on');
  });

  it.each([100180, 100181])('that are there already are said to be, without an alarm (%d)', async (code) => {
    serve(answers([{ ...stranger, warnings: [] }], { code, msg: 'there' }));
    await open('/mpc/wallet/center?d=coins');
    fireEvent.click(await screen.findByRole('button', { name: 'Add token' }));
    fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Add token' }));
    await screen.findByText('USDC is counted already');
    expect(screen.queryByText('there')).toBeNull();
  });

  it('that members added are proposed to the members, after the contract was compared, and lead to what waits', async () => {
    const proposed = { item_id: 9, approval_url: '', instant: false, digest: 'd', digest_words: [] };
    const seen = serve({ ...answers([known]), 'token.apply': () => ({ data: proposed }) });
    await open(`/mpc/wallet/center?d=coin:USDC@evm%253A1@${contract}`);
    fireEvent.click(await screen.findByRole('button', { name: 'Ask members to approve' }));
    const question = within(await screen.findByRole('alertdialog'));
    fireEvent.click(question.getByRole('checkbox'));
    fireEvent.click(question.getByRole('button', { name: 'Ask members to approve' }));
    await waitFor(() =>
      expect(sent(seen, '/coin/audit/apply')).toEqual([
        { symbol: 'USDC', chain_id: 'evm:1', contract_address: contract, paid: '1', remark: '' },
      ]),
    );
    await screen.findByText('USDC waits for its approval');
  });

  it('that members added say which signers have them, and what their operators have to write', async () => {
    serve(answers([known]));
    await open(`/mpc/wallet/center?d=coin:USDC@evm%253A1@${contract}`);
    const admission = within(await screen.findByRole('region', { name: 'Added by a member' }));
    admission.getByText('Known to it');
    admission.getByText('Not known to it');
    admission.getByText('{"symbol":"USDC"}');
    const holders = within(screen.getByRole('region', { name: 'By wallet' }));
    await holders.findByText('Treasury');
    holders.getByText('1.5');
    holders.getByText('0.25 on hold');
  });
});
