// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { inConsole, open } from '../../../test/screen.tsx';
import { serve } from '../../../test/server.ts';
import { useSession } from '../../lib/session.ts';

inConsole();
beforeEach(() => useSession.getState().selectSubWallet(4));

const user = {
  ...{ user_id: 1, nick_name: 'O', email: 'o@example.org', mobile: '', avatar: '', language: 'en_US', timezone: '' },
  ...{ google_status: true, passkey_count: 1, kyc_status: 0, last_login_at: null, solo_mode: false },
  ...{ single_host: false, step_up_until: new Date(0) },
  wallets: [{ wallet_id: 7, wallet_name: 'Acme', role: 1, role_name: 'owner', member_id: 'm' }],
};
const coin = {
  ...{ symbol: 'BTC', symbol_alias: 'BTC', name: 'Bitcoin', icon: '', decimals: 8, base_symbol: 'BTC' },
  ...{ coin_net: 'Bitcoin', chain_id: 'bitcoin:1', contract_address: '', is_focus: false, address: '', path: '' },
  ...{ normal_balance: '0', lock_balance: '0', collecting_balance: '0', pending_balance: '0', hold_balance: '0' },
  ...{ staked_balance: '0', total_balance: '0', price_usd: null, price_source: '', price_time: null, proof: null },
  ...{
    asset_usd: null,
    normal_usd: null,
    open: true,
    enable_deposit: true,
    enable_withdraw: true,
    coin_type: 1,
    support_memo: false,
  },
};
const answers = (permissions: readonly string[], rule: object | null) => ({
  'user.info': () => ({ data: user }),
  'user.permissions': () => ({ data: { permissions, sub_wallets: [], fund_open: true } }),
  'wallet.allSubWallets': () => ({ data: { list: [{ id: 4, name: 'Treasury', type: 1, status: 1 }], total: 1 } }),
  'wallet.coinsAsset': () => ({ data: { asset_usd: null, list: [coin] } }),
  'withdraw.bumpRule': () => ({ data: { supported: true, rule } }),
  'withdraw.setBumpRule': () => ({ data: {} }),
});
const sent = (seen: ReturnType<typeof serve>) =>
  seen.filter(({ path }) => path.endsWith('/rule/set')).map(({ form }) => Object.fromEntries(form));

it('whoever may turns automatic speed-ups on by whole numbers, and off again', async () => {
  const seen = serve(answers(['withdraw.rule'], { after_minutes: 45, times: 2 }));
  await open('/mpc/wallet/center?d=bumpRule:BTC:4');
  await screen.findByText(/waits for 45 minutes .* 2 times at most/);
  fireEvent.click(screen.getByRole('button', { name: 'Change' }));
  fireEvent.change(screen.getByLabelText('Times at most'), { target: { value: '11' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Enter a whole number from 1 to 10');
  expect(sent(seen)).toEqual([]);
  fireEvent.change(screen.getByLabelText('Times at most'), { target: { value: '4' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent(seen)).toMatchObject([{ after_minutes: '45', times: '4', sub_wallet_id: '4' }]));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).toBeNull());
  fireEvent.click(screen.getByRole('button', { name: 'Change' }));
  fireEvent.click(screen.getByRole('button', { name: 'Turn off' }));
  await waitFor(() => expect(sent(seen).at(-1)).not.toHaveProperty('after_minutes'));
});

it('others see the rule, and nothing to change it by', async () => {
  serve(answers([], null));
  await open('/mpc/wallet/center?d=bumpRule:BTC:4');
  await screen.findByText('Automatic speed-up is off for this wallet and network.');
  expect(screen.queryByRole('button', { name: 'Turn on' })).toBeNull();
});
