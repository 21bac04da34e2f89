// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { inConsole, open } from '../../../test/screen.tsx';
import { serve } from '../../../test/server.ts';
import { setLanguage } from '../../lib/i18n.ts';

inConsole();

const coin = (symbol: string, contract_address: string, balance: string, if_open = true) => ({
  symbol,
  name: `${symbol} coin`,
  contract_address,
  decimals: 6,
  if_open,
  balance,
});
type State = 'open' | 'opening' | 'closed' | 'never';
const network = (coin_net: string, symbol: string, state: State, balance = '0', account_forms: string[] = []) => ({
  chain_id: `x:${symbol}`,
  coin_net,
  symbol,
  symbol_alias: symbol,
  real_symbol: symbol,
  icon: '',
  is_support_memo: false,
  enable_deposit: state === 'open',
  enable_withdraw: state === 'open',
  support_acceleration: false,
  if_open_chain: state === 'open',
  account_forms,
  addr_forms: [],
  opening: state === 'opening',
  opening_progress: state === 'opening' ? { made: 1_204, of: 10_000 } : null,
  closed: state === 'closed',
  deposit_confirmation: 3,
  withdraw_confirmation: 3,
  display_order: 0,
  coins: [coin(symbol, '', balance, state === 'open'), coin('USDX', 'c', '0', state === 'open')],
});
const user = {
  user_id: 1,
  nick_name: 'O',
  email: 'o@example.org',
  language: 'en_US',
  timezone: '',
  google_status: true,
  passkey_count: 1,
  last_login_at: null,
  wallets: [{ wallet_id: 7, wallet_name: 'Acme', role: 1, role_name: 'owner', member_id: 'm' }],
  solo_mode: false,
  single_host: false,
  step_up_until: new Date(0),
};
const answers = (permissions = ['coin.open'], ton: State = 'never'): Parameters<typeof serve>[0] => ({
  'user.info': () => ({ data: user }),
  'user.permissions': () => ({ data: { permissions, sub_wallets: [], fund_open: true } }),
  'wallet.openCoin': () => ({
    data: {
      open_main_chain: [],
      support_main_chain: [
        network('Ethereum', 'ETH', 'open', '2.5'),
        network('Tron', 'TRX', 'never'),
        network('TON', 'TON', ton, '0', ['v5r1', 'v4r2']),
        network('Dogecoin', 'DOGE', 'opening'),
        network('Bitcoin', 'BTC', 'closed', '0.1'),
      ],
    },
  }),
  'wallet.setOpenCoin': () => ({ data: { opening: false } }),
});
const page = '/mpc/wallet/center?d=networks';
async function choose(list: HTMLElement, name: string): Promise<void> {
  fireEvent.click(list);
  const option = await screen.findByRole('option', { name });
  fireEvent.pointerDown(option);
  fireEvent.click(option);
}
const card = async (name: string) => within(await screen.findByRole('region', { name }));
const sent = (seen: ReturnType<typeof serve>) => seen.filter(({ path }) => path.endsWith('/open/coin/set'));

describe('the networks of a workspace', () => {
  it('are shown as they stand, with what is held on closed ones', async () => {
    serve(answers());
    await open(page);
    (await card('Ethereum')).getByText('Open', { selector: 'span' });
    (await card('Tron')).getByText('Not opened');
    const opening = await card('Dogecoin');
    opening.getByText('Addresses for 1,204 of 10,000 wallets. It goes on by itself.');
    expect(opening.queryByRole('button', { name: /Open|Close/ })).toBeNull();
    const bitcoin = await card('Bitcoin');
    bitcoin.getByText('Closed');
    bitcoin.getByText('0.1');
  });

  it('are opened at once, and a token of one closed after a question', async () => {
    const seen = serve(answers());
    await open(page);
    fireEvent.click((await card('Tron')).getByRole('button', { name: 'Open Tron' }));
    await waitFor(() => expect(sent(seen)).toHaveLength(1));
    expect(Object.fromEntries(sent(seen)[0]?.form ?? [])).toMatchObject({ chain_id: 'x:TRX', open: '1' });
    fireEvent.click((await card('Ethereum')).getByRole('button', { name: 'Close USDX · Ethereum' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    fireEvent.click(dialog.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(sent(seen)).toHaveLength(2));
    expect(Object.fromEntries(sent(seen)[1]?.form ?? [])).toMatchObject({ contract_address: 'c', open: '0' });
  });

  it('are not closed before it is said what stays, nor when that is cancelled', async () => {
    const seen = serve(answers());
    await open(page);
    fireEvent.click((await card('Ethereum')).getByRole('button', { name: 'Close Ethereum' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    dialog.getByText(/coins that still arrive are booked/);
    dialog.getByText(/holds coins there/);
    fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(sent(seen)).toHaveLength(0);
  });

  it('say what kinds of account a key can have there and what each is for, and open with the one that is chosen', async () => {
    const seen = serve(answers());
    await open(page);
    expect((await card('Tron')).queryByRole('combobox')).toBeNull();
    const ton = await card('TON');
    ton.getByText(/The newest wallet contract/);
    await choose(ton.getByRole('combobox', { name: 'Kind of account on TON' }), 'Wallet v4r2');
    ton.getByText(/The earlier wallet contract/);
    fireEvent.click(ton.getByRole('button', { name: 'Open TON' }));
    await waitFor(() => expect(sent(seen)).toHaveLength(1));
    expect(Object.fromEntries(sent(seen)[0]?.form ?? [])).toMatchObject({ chain_id: 'x:TON', account_form: 'v4r2' });
  });

  it('offer a new wallet the same choice where they have one, and the usual kind without a choice', async () => {
    const seen = serve(answers(undefined, 'open'));
    await open('/mpc/wallet/center?d=createWallet');
    const made = () => seen.filter(({ path }) => path.endsWith('/sub_wallet/create'));
    fireEvent.change(await screen.findByLabelText('Wallet name'), { target: { value: 'Older kind' } });
    const kind = await screen.findByRole('combobox', { name: 'Kind of account on TON' });
    fireEvent.click(screen.getByRole('button', { name: 'New wallet' }));
    await waitFor(() => expect(made()).toHaveLength(1));
    await choose(kind, 'Wallet v4r2');
    fireEvent.click(screen.getByRole('button', { name: 'New wallet' }));
    await waitFor(() => expect(made()).toHaveLength(2));
    expect(made().map(({ form }) => form.get('account_form'))).toEqual(['', 'v4r2']);
  });

  it('are only looked at by who may not change them, in Chinese too', async () => {
    serve(answers([]));
    await open(page);
    await setLanguage('zh-CN');
    (await card('Tron')).getByText('未开通');
    expect(screen.queryByRole('button', { name: /开通|关闭 / })).toBeNull();
  });
});
