// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { inConsole, open } from '../../../test/screen.tsx';
import { serve } from '../../../test/server.ts';

inConsole();

const user = {
  ...{ user_id: 1, nick_name: 'O', email: 'o@example.org', mobile: '', avatar: '', language: 'en_US', timezone: '' },
  ...{ google_status: true, passkey_count: 1, kyc_status: 0, last_login_at: null, solo_mode: false },
  ...{ single_host: false, step_up_until: new Date(0) },
  wallets: [
    { wallet_id: 7, wallet_name: 'Acme', role: 1, role_name: 'owner', member_id: 'm', status: 1, expire_time: null },
  ],
};
const row = (sub_wallet_id: number, sub_wallet_name: string, other: object = {}) => ({
  ...{ sub_wallet_id, sub_wallet_name, alias: '', sub_wallet_type: 1, app_show_status: 1, is_top: false },
  ...{ asset_usd: '0', role: 'owner' as const, member_count: 1, status: 1, created_at: new Date(0) },
  ...other,
});
type Rows = readonly ReturnType<typeof row>[];
const answers = (
  top: Rows,
  rest: Rows,
  permissions = ['wallet.edit', 'wallet.create'],
): Parameters<typeof serve>[0] => ({
  'user.info': () => ({ data: user }),
  'user.permissions': () => ({ data: { permissions, sub_wallets: [], fund_open: true } }),
  'wallet.subWallets': (form) => {
    const id = form.get('sub_wallet_id');
    const wanted = (one: (typeof rest)[number]) => id === null || String(one.sub_wallet_id) === id;
    const [pinned, others] = [top.filter(wanted), rest.filter(wanted)];
    return {
      data: {
        top_sub_wallet_list: pinned,
        sub_wallet_list: others,
        pageTotal: Math.ceil(rest.length / 20),
        total: pinned.length + others.length,
        total_is_bounded: false,
      },
    };
  },
  'wallet.updateAlias': () => ({ data: {} }),
  'subWallet.setTop': () => ({ data: {} }),
  'subWallet.setShown': () => ({ data: { changed: 1 } }),
  'subWallet.archive': () => ({ data: {} }),
});
const sent = (seen: ReturnType<typeof serve>, end: string) =>
  seen.filter(({ path }) => path.endsWith(end)).map(({ form }) => Object.fromEntries(form));

describe('the wallets of a workspace', () => {
  it('stand with pinned ones first, and say which are hidden or put away', async () => {
    serve(
      answers(
        [row(2, 'Payroll', { is_top: true })],
        [row(1, 'Treasury', { app_show_status: 2 }), row(3, 'Old', { status: 2 })],
      ),
    );
    await open('/mpc/wallet/center');
    await screen.findByRole('button', { name: 'Old' });
    const lines = within(screen.getByRole('table')).getAllByRole('row').slice(1);
    expect(lines.map((line) => within(line).getAllByRole('button')[0]?.textContent)).toEqual([
      'Payroll',
      'Treasury',
      'Old',
    ]);
    within(lines[0] ?? document.body).getByRole('img', { name: 'Pinned' });
    within(lines[1] ?? document.body).getByText('Hidden');
    within(lines[2] ?? document.body).getByText('Archived');
  });

  it('are searched at the server', async () => {
    const seen = serve(answers([], [row(1, 'Treasury')]));
    await open('/mpc/wallet/center');
    const box = await screen.findByRole('searchbox', { name: 'Search name or alias' });
    fireEvent.change(box, { target: { value: 'pay' } });
    fireEvent.submit(box);
    await waitFor(() => expect(sent(seen, '/sub_wallets').at(-1)).toMatchObject({ keyword: 'pay', page_no: '1' }));
  });
});

describe('one wallet', () => {
  it('gets an alias, is pinned and hidden, each by one request', async () => {
    const seen = serve(answers([], [row(4, 'Payroll')]));
    await open('/mpc/wallet/center?d=subWallet:4');
    const alias = await screen.findByLabelText('Alias');
    fireEvent.change(alias, { target: { value: 'Salaries' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(sent(seen, '/update/alias')).toEqual([{ wallet_id: '7', sub_wallet_id: '4', alias: 'Salaries' }]),
    );
    fireEvent.click(screen.getByRole('button', { name: 'Pin' }));
    await waitFor(() => expect(sent(seen, '/sub_wallet/top')).toEqual([{ sub_wallet_id: '4', is_top: '1' }]));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Hide' })).toHaveProperty('disabled', false));
    fireEvent.click(screen.getByRole('button', { name: 'Hide' }));
    await waitFor(() =>
      expect(sent(seen, '/change_show_status')).toEqual([
        { wallet_id: '7', sub_wallet_ids: '4', app_show_status: '2' },
      ]),
    );
  });

  it('is archived only after a question, and taken back without one', async () => {
    const seen = serve(answers([], [row(4, 'Payroll'), row(5, 'Old', { status: 2 })]));
    await open('/mpc/wallet/center?d=subWallet:4');
    fireEvent.click(await screen.findByRole('button', { name: 'Archive' }));
    const question = await screen.findByRole('alertdialog');
    expect(sent(seen, '/sub_wallet/archive')).toEqual([]);
    fireEvent.click(within(question).getByRole('button', { name: 'Archive' }));
    await waitFor(() => expect(sent(seen, '/sub_wallet/archive')).toEqual([{ sub_wallet_id: '4', archived: '1' }]));
    await open('/mpc/wallet/center?d=subWallet:5');
    fireEvent.click(await screen.findByRole('button', { name: 'Take back' }));
    await waitFor(() =>
      expect(sent(seen, '/sub_wallet/archive').at(-1)).toEqual({ sub_wallet_id: '5', archived: '0' }),
    );
  });

  it('offers nothing to whoever may change nothing', async () => {
    serve(answers([], [row(4, 'Payroll')], []));
    await open('/mpc/wallet/center?d=subWallet:4');
    await within(await screen.findByRole('dialog')).findByText('Payroll');
    expect(screen.queryByRole('button', { name: /Pin|Hide|Archive|Save/ })).toBeNull();
  });
});
