// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { serve } from '../../test/server.ts';
import { startI18n } from '../lib/i18n.ts';
import { queryClient } from '../lib/query.ts';
import { useSession } from '../lib/session.ts';
import { useSelection } from './selection.ts';

const subWallet = (id: number) => ({
  sub_wallet_id: id,
  sub_wallet_name: `wallet ${id}`,
  alias: '',
  sub_wallet_type: 1,
  app_show_status: 1,
  is_top: false,
  asset_usd: null,
  role: 'owner',
  member_count: 1,
  status: 1,
  created_at: new Date(0),
});
const workspace = (id: number) => ({
  wallet_id: id,
  wallet_name: `workspace ${id}`,
  role: 1,
  role_name: 'owner',
  member_id: '1',
});
const user = (workspaces: number[]) => ({
  user_id: 1,
  nick_name: 'Ada',
  email: 'ada@example.com',
  language: 'en_US',
  timezone: 'UTC',
  google_status: true,
  passkey_count: 1,
  last_login_at: null,
  wallets: workspaces.map(workspace),
  solo_mode: false,
  single_host: false,
  step_up_until: new Date(0),
});

async function select(workspaces: number[], top: number[], rest: number[], pageTotal = 1) {
  serve({
    'user.info': () => ({ data: user(workspaces) }),
    'wallet.subWallets': () => ({
      data: {
        top_sub_wallet_list: top.map(subWallet),
        sub_wallet_list: rest.map(subWallet),
        pageTotal,
        total: top.length + rest.length,
        total_is_bounded: false,
      },
    }),
  });
  const view = renderHook(() => useSelection(), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    ),
  });
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  return view.result;
}
const selected = () => {
  const { walletId, subWalletId } = useSession.getState();
  return [walletId, subWalletId];
};

beforeAll(() => startI18n());
beforeEach(() => {
  queryClient.clear();
  useSession.getState().signOut();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the selection', () => {
  it('is the first pinned sub-wallet when nothing was selected', async () => {
    await select([3, 4], [9, 8], [1, 2]);
    await waitFor(() => expect(selected()).toEqual([3, 9]));
  });

  it('is the first of the others when none is pinned', async () => {
    await select([3], [], [5, 6]);
    await waitFor(() => expect(selected()).toEqual([3, 5]));
  });

  it('that was stored stays while it exists, else the first takes its place', async () => {
    useSession.setState({ walletId: 4, subWalletId: 6 });
    await select([3, 4], [9], [5, 6]);
    expect(selected()).toEqual([4, 6]);
    queryClient.clear();
    useSession.setState({ walletId: 77, subWalletId: 77 });
    await select([3, 4], [9], [5, 6]);
    await waitFor(() => expect(selected()).toEqual([3, 9]));
  });

  it('that is on a later page of many sub-wallets stays', async () => {
    useSession.setState({ walletId: 3, subWalletId: 250 });
    await select([3], [9], [5, 6], 2);
    expect(selected()).toEqual([3, 250]);
  });

  it('that a refusal cleared is made anew', async () => {
    await select([3], [9], [5]);
    await waitFor(() => expect(selected()).toEqual([3, 9]));
    act(() => useSession.getState().clearSelection());
    await waitFor(() => expect(selected()).toEqual([3, 9]));
    act(() => useSession.getState().clearWallet());
    await waitFor(() => expect(selected()).toEqual([3, 9]));
  });

  it('keeps the user’s name for the next visit, also when only the name was lost', async () => {
    useSession.setState({ walletId: 3, subWalletId: 9 });
    await select([3], [9], []);
    await waitFor(() => expect(useSession.getState().userName).toBe('Ada'));
  });

  it('of nobody’s workspace leads to set-up', async () => {
    const result = await select([], [], []);
    await waitFor(() => expect(result.current.needsSetup).toBe(true));
  });
});
