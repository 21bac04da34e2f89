// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { noDrawers, showDrawer } from '../../../test/drawer.tsx';
import { serve } from '../../../test/server.ts';
import { stakeAccount as account } from '../../../test/stake-account.ts';
import { startI18n } from '../../lib/i18n.ts';
import { queryClient } from '../../lib/query.ts';
import { DrawersProvider } from '../../ui/drawers.tsx';
import StakeDrawer from './stake.drawer.tsx';
import StakeSection from './stake-section.tsx';
import { faultsOf, freeFrom, givesOf, locksOf, mostOf, type StakeAccount, type StakeForm } from './stake-view.ts';

const answers = (permissions: string[]): Parameters<typeof serve>[0] => ({
  'stake.accounts': () => ({ data: { list: [account] } }),
  'user.permissions': () => ({ data: { permissions, sub_wallets: [], fund_open: true } }),
});
const open = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <DrawersProvider value={noDrawers}>
        <StakeSection subWalletId={1} />
      </DrawersProvider>
    </QueryClientProvider>,
  );
beforeAll(() => startI18n());
afterEach(() => {
  cleanup();
  queryClient.clear();
});

describe('the wallet page of an account with resources', () => {
  it('shows what there is of bandwidth and energy, what is staked and delegated, and when what unfreezes is free', async () => {
    serve(answers([]));
    open();
    await screen.findByText('Resources and stake on Tron');
    const text = document.body.textContent;
    for (const told of [
      'Free bandwidth345 of 600 used',
      'Bandwidth of stake0 of 20 used',
      'Energy1,000 of 47,368 used',
      'StakedBandwidth 20 TRX · Energy 5,000 TRX',
      'Delegated to it',
      'Can be withdrawn7 TRX',
    ])
      expect(text).toContain(told);
    expect(text).toContain('Unfreezing');
  });

  it('says in words that an account has none yet', async () => {
    const none = { limit: '0', used: '0' };
    const unpaid = { ...account, bandwidth: { free: none, staked: none }, energy: none };
    serve({ ...answers([]), 'stake.accounts': () => ({ data: { list: [unpaid] } }) });
    open();
    await screen.findByText('Resources and stake on Tron');
    const text = document.body.textContent;
    for (const told of ['Free bandwidthNone yet', 'Bandwidth of stakeNone yet', 'EnergyNone yet'])
      expect(text).toContain(told);
  });

  it('offers what can be done with stake to whom may ask for payments alone', async () => {
    serve(answers(['wallet.read']));
    const { unmount } = open();
    await screen.findByText('Resources and stake on Tron');
    expect(screen.queryAllByRole('button', { name: /^(Stake|Unstake|Delegate|Reclaim)$/ })).toEqual([]);
    unmount();
    queryClient.clear();
    serve(answers(['withdraw.create']));
    open();
    for (const name of [
      'Stake',
      'Unstake',
      'Withdraw unfrozen',
      'Delegate',
      'Take back what is delegated to TXBpeye7UQ4dDZEnmGDv4vX37mBYDo1tUE',
    ])
      await screen.findByRole('button', { name });
  });

  it('is as it was where no chain has any', async () => {
    serve({ 'stake.accounts': () => ({ data: { list: [] } }) });
    const { container } = open();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(container.textContent).toBe('');
  });
});

describe('what is asked for about stake', () => {
  const own = account as unknown as StakeAccount;
  const form: StakeForm = { resource: 'energy', amount: '10', to: '', lockBlocks: 0 };
  const other = { ...form, to: 'TXBpeye7UQ4dDZEnmGDv4vX37mBYDo1tUE' };
  const now = 1_000_000;

  it('is at most what is there: available less the fee, staked, not in use, unfrozen, or given to that account', () => {
    const most = (kind: Parameters<typeof mostOf>[0], of = form) => mostOf(kind, own, of, now);
    expect([most('stake'), most('unstake'), most('delegate'), most('unfrozen')]).toEqual([
      '1000.15',
      '5000',
      '4000',
      '7',
    ]);
    expect([most('reclaim', other), most('reclaim', { ...other, resource: 'bandwidth' })]).toEqual(['50', '0']);
    expect(mostOf('stake', { ...own, available: '0.3' }, form, now)).toBe('0');
  });

  it('is not taken without an amount, a receiver, or above and below what the chain takes', () => {
    const fault = (kind: Parameters<typeof faultsOf>[0], of: StakeForm) => faultsOf(kind, own, of, now);
    expect(fault('stake', { ...form, amount: '' }).amount).toBe('amountMissing');
    expect(fault('stake', { ...form, amount: '1000.16' }).amount).toBe('tooMuch');
    expect(fault('stake', { ...form, amount: '0.5' }).amount).toBe('tooLittle');
    expect(fault('unstake', { ...form, amount: '0.5' }).amount).toBeUndefined();
    expect(fault('delegate', form).to).toBe('toMissing');
    expect(fault('delegate', other)).toEqual({ amount: undefined, to: undefined });
    expect(fault('unfrozen', { ...form, amount: '' })).toEqual({ amount: undefined, to: undefined });
  });

  it('says what it gives, and from when it can be had back', () => {
    expect([givesOf(own, form), givesOf(own, { ...form, resource: 'bandwidth', amount: '3' })]).toEqual(['92', '4']);
    expect(givesOf({ ...own, gives: { bandwidth: '0', energy: '0' } }, form)).toBeUndefined();
    expect(freeFrom(now, own.wait_ms).getTime()).toBe(now + 14 * 86_400_000);
    expect(locksOf(own).map(({ days, blocks }) => [days, blocks])).toEqual([
      ...[
        [0, 0],
        [1, 28_800],
        [3, 86_400],
        [7, 201_600],
        [14, 403_200],
        [30, 864_000],
      ],
    ]);
    expect(locksOf({ ...own, most_lock_blocks: 30_000 }).map(({ days }) => days)).toEqual([0, 1]);
  });
});

describe('the drawer that asks for it', () => {
  const show = (...args: string[]) => showDrawer(<StakeDrawer args={args} />);

  it('says that a link leads to nothing, and does not wait for it', async () => {
    serve(answers(['withdraw.create']));
    show('stake', '1', 'tron:elsewhere');
    expect(await screen.findByText('There is no such account here')).toBeTruthy();
  });

  it('says before it asks from when unstaked coins can be had, and what it costs; and asks for exactly what stands there', async () => {
    const asked = serve({
      ...answers(['withdraw.create']),
      'stake.unstake': () => ({
        data: { withdraw_id: 5, status: 1000, need_sign: true, duplicated: false, approval_url: '' },
      }),
    });
    show('unstake', '1', 'tron:devnet');
    fireEvent.change(await screen.findByLabelText('Amount'), { target: { value: '20' } });
    const text = document.body.textContent ?? '';
    expect(text).toContain('Can be withdrawn from');
    expect(text).toContain('about 0 TRX, at most 0.35 TRX');
    fireEvent.click(screen.getByRole('button', { name: 'Unstake' }));
    const sent = () => asked.find(({ path }) => path.endsWith('/stake/unstake'))?.form;
    await waitFor(() => expect(sent()?.get('amount')).toBe('20'));
    const fields = ['sub_wallet_id', 'chain_id', 'resource', 'max_fee'].map((name) => sent()?.get(name));
    expect(fields).toEqual(['1', 'tron:devnet', 'energy', '0.35']);
  });

  it('asks for nothing as long as something is missing', async () => {
    serve(answers(['withdraw.create']));
    show('delegate', '1', 'tron:devnet');
    fireEvent.click(await screen.findByRole('button', { name: 'Delegate' }));
    await screen.findByText('Enter an address');
    await screen.findByText('Enter an amount');
  });

  it('offers whom the address book has by name: who is listed, needs no memo, and counts already', async () => {
    const to = 'TXBpeye7UQ4dDZEnmGDv4vX37mBYDo1tUE';
    const listed = (label: string, memo: string, from: number) => ({
      ...{ id: label.length.toString(16).repeat(64), label, address: to, memo, chains: ['tron:devnet'], contracts: [] },
      ...{ base_symbols: [], symbols: [], methods: [], type: 1, owner: null, status: 2, white: 1, similar: [] },
      ...{ listed_at: new Date(from), effective_at: new Date(from), last_used_at: null, used_count: 0 },
    });
    let more = 0;
    const list = [listed('Freight', '', 0), listed('Exchange', '4711', 0), listed('Fresh', '', Date.now() + 60_000)];
    const seen = serve({
      ...answers(['withdraw.create']),
      'addressBook.withdrawList': (asked) => {
        const found = list.filter(({ memo }) => asked.get('without_memo') !== '1' || memo === '');
        return { data: { pageTotal: 1, total: more + found.length, list: found } };
      },
    });
    show('delegate', '1', 'tron:devnet');
    const field = await screen.findByLabelText<HTMLInputElement>('Account that uses it');
    fireEvent.change(field, { target: { value: 'Fre' } });
    await screen.findByRole('button', { name: /Freight/ });
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /Fresh/ }).disabled).toBe(true);
    expect(screen.queryByRole('button', { name: /Exchange/ })).toBeNull();
    await waitFor(() => expect(seen.some(({ form }) => form.get('keyword') === 'Fre')).toBe(true));
    expect(screen.queryByText(/There are more/)).toBeNull();
    more = 1;
    fireEvent.change(field, { target: { value: 'Frei' } });
    await screen.findByText(/There are more/);
    fireEvent.click(screen.getByRole('button', { name: /Freight/ }));
    expect(field.value).toBe(to);
    await waitFor(() => expect(screen.queryByRole('button', { name: /Freight/ })).toBeNull());
  });
});
