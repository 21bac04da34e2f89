// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
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
const coin = (coin_type: number) => ({
  ...{ symbol: 'BTC', symbol_alias: 'BTC', name: 'Bitcoin', icon: '', decimals: 8, base_symbol: 'BTC' },
  ...{
    coin_net: 'Bitcoin',
    chain_id: 'bitcoin:1',
    contract_address: '',
    is_focus: false,
    address: '',
    path: '',
    proof: null,
  },
  ...{ normal_balance: '0.03', lock_balance: '0', collecting_balance: '0', pending_balance: '0' },
  ...{
    hold_balance: '0',
    staked_balance: '0',
    total_balance: '0.03',
    price_usd: null,
    price_source: '',
    price_time: null,
  },
  ...{
    asset_usd: null,
    normal_usd: null,
    open: true,
    enable_deposit: true,
    enable_withdraw: true,
    coin_type,
    support_memo: false,
  },
});
const output = (vout: number, state: string, more: object = {}) => ({
  ...{ txid: 'ab'.repeat(32), vout, amount: `0.0${vout}`, address: `bc1q${vout}`, address_label: '', change: false },
  ...{ chain_id: 'bitcoin:1', path: 'm/0/4/0/0', proof: { deployment: '', key_group: '', attestations: [] } },
  ...{ confirmations: 3, seen_at: null, label: '', state, locked: false, withdraw_id: null, kept: false },
  ...{ inscription: false, frozen_at: null, reason: '', ...more },
});
const answers = (permissions: readonly string[], coinType = 1) => ({
  'user.info': () => ({ data: user }),
  'user.permissions': () => ({ data: { permissions, sub_wallets: [], fund_open: true } }),
  'wallet.allSubWallets': () => ({ data: { list: [{ id: 4, name: 'Treasury', type: 1, status: 1 }], total: 1 } }),
  'wallet.coinsAsset': () => ({ data: { asset_usd: null, list: [coin(coinType)] } }),
  'utxo.list': () => ({
    data: {
      ...{ pageTotal: 1, total: 3, dust_limit: '0.00000068', fee_rate: '1', fee_unit: 'sat/vB', max_inputs: 40 },
      ...{ spend_unconfirmed: false, unconfirmed_most: 10 },
      list: [
        output(1, 'available'),
        output(2, 'frozen', { reason: 'enquiry', frozen_at: new Date(0), locked: true }),
        output(3, 'reserved', { withdraw_id: 9, locked: true }),
      ],
      sums: [{ state: 'available', count: 1, amount: '0.01' }],
      consolidation: null,
    },
  }),
  'utxo.setConsolidation': () => ({ data: {} }),
  'utxo.setUnconfirmed': () => ({ data: {} }),
  'utxo.freeze': () => ({ data: {} }),
  'utxo.release': () => ({ data: {} }),
});
const sent = (seen: ReturnType<typeof serve>, end: string) =>
  seen.filter(({ path }) => path.endsWith(end)).map(({ form }) => Object.fromEntries(form));
const rowOf = async (amount: string) => {
  const text = await screen.findByText(
    (_, element) => element?.tagName === 'STRONG' && element.textContent?.startsWith(amount) === true,
  );
  return within(text.closest('li') ?? document.body);
};

describe('outputs', () => {
  it('are frozen for a reason and no other way, and let go', async () => {
    const seen = serve(answers(['wallet.edit', 'withdraw.create']));
    await open('/mpc/wallet/center?d=outputs:BTC:4');
    const free = await rowOf('0.01');
    fireEvent.click(await free.findByRole('button', { name: 'Lock' }));
    const form = within(free.getByLabelText('Reason').closest('form') ?? document.body);
    fireEvent.click(form.getByRole('button', { name: 'Lock' }));
    await screen.findByText('Say why');
    expect(sent(seen, '/utxo/freeze')).toEqual([]);
    fireEvent.change(free.getByLabelText('Reason'), { target: { value: ' court order ' } });
    fireEvent.click(form.getByRole('button', { name: 'Lock' }));
    await waitFor(() => expect(sent(seen, '/utxo/freeze')).toMatchObject([{ vout: '1', reason: 'court order' }]));
    fireEvent.click((await rowOf('0.02')).getByRole('button', { name: 'Unlock' }));
    await waitFor(() => expect(sent(seen, '/utxo/release')).toMatchObject([{ vout: '2', sub_wallet_id: '4' }]));
  });

  it('that are frozen or promised cannot be chosen, and whoever may not, is offered nothing', async () => {
    serve(answers(['wallet.edit', 'withdraw.create']));
    await open('/mpc/wallet/center?d=outputs:BTC:4');
    await rowOf('0.01');
    expect(await screen.findAllByRole('checkbox')).toHaveLength(1);
    expect(screen.getByRole('button', { name: 'Payment 9' })).toBeDefined();
  });

  it('that come back of payments under way are named, not chosen, and spent early only when somebody says so', async () => {
    const base = answers(['wallet.edit', 'withdraw.create']);
    const listed = base['utxo.list']().data;
    const list = [output(4, 'unconfirmed', { change: true, confirmations: 0, locked: true })];
    let spend_unconfirmed = false;
    const seen = serve({ ...base, 'utxo.list': () => ({ data: { ...listed, list, spend_unconfirmed } }) });
    await open('/mpc/wallet/center?d=outputs:BTC:4');
    const row = await rowOf('0.04');
    await row.findByText('Own change, unconfirmed');
    expect(screen.queryAllByRole('checkbox')).toEqual([]);
    expect(row.queryByRole('button', { name: 'Lock' })).toBeNull();
    spend_unconfirmed = true;
    fireEvent.click(screen.getByRole('button', { name: 'Spend it earlier' }));
    await waitFor(() => expect(sent(seen, '/utxo/unconfirmed')).toMatchObject([{ spend: '1', sub_wallet_id: '4' }]));
    await screen.findByText(/10 unconfirmed transactions in a row at most/);
    await waitFor(() => {
      fireEvent.click(screen.getByRole('button', { name: 'Only once it is in a block' }));
      expect(sent(seen, '/utxo/unconfirmed')[1]).toMatchObject({ spend: '0' });
    });
  });

  it('are only looked at by who may neither edit nor pay', async () => {
    serve(answers([]));
    await open('/mpc/wallet/center?d=outputs:BTC:4');
    await rowOf('0.01');
    expect(screen.queryAllByRole('checkbox')).toEqual([]);
    expect(screen.queryByRole('button', { name: 'Lock' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Unlock' })).toBeNull();
  });

  it('that can be joined cheaply are offered with what that tells others, and joined by a payment that somebody asks for', async () => {
    const due = {
      ...{ most_rate: '2', more_than: 1, due: true, rate: '1.5' },
      outputs: [1, 2].map((vout) => ({
        ...{ txid: 'ab'.repeat(32), vout, amount: '0.01', address: `bc1q${vout}`, label: '', address_label: '' },
      })),
    };
    const base = answers(['wallet.edit', 'withdraw.create']);
    const listed = base['utxo.list']().data;
    const seen = serve({ ...base, 'utxo.list': () => ({ data: { ...listed, consolidation: due } }) });
    await open('/mpc/wallet/center?d=outputs:BTC:4');
    await screen.findByText('Fees are low: 1.5 sat/vB');
    screen.getByText(/joins 2 addresses/);
    screen.getByRole('button', { name: 'Join 2 outputs' });
    // It only tells: what joins them is the form for a payment.
    expect(seen.some(({ path }) => path.endsWith('/withdraw'))).toBe(false);
    fireEvent.click(screen.getByRole('button', { name: 'Change' }));
    fireEvent.change(screen.getByLabelText('Highest rate'), { target: { value: 'much' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Enter a number');
    expect(sent(seen, '/utxo/consolidation')).toEqual([]);
    fireEvent.change(screen.getByLabelText('Highest rate'), { target: { value: '3.5' } });
    fireEvent.change(screen.getByLabelText('More outputs than'), { target: { value: '20' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(sent(seen, '/utxo/consolidation')).toMatchObject([{ most_rate: '3.5', more_than: '20' }]),
    );
  });

  it('are said not to be there on a chain of accounts', async () => {
    serve(answers([], 0));
    await open('/mpc/wallet/center?d=outputs:BTC:4');
    await screen.findByText('No outputs here');
  });
});
