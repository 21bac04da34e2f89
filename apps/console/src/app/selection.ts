import { useEffect } from 'react';
import { useApi } from '../lib/query.ts';
import { useSession } from '../lib/session.ts';

interface Selection {
  /** The user belongs to no workspace yet: set-up is to be finished. */
  readonly needsSetup: boolean;
  /** Who the user is could not be learnt: no screen can say anything. */
  readonly error: Error | null;
  readonly retry: () => void;
}

/**
 * Keeps the selected wallet and sub-wallet sound: the user's first wallet, and of its sub-wallets (pinned ones first, spec §3) the one that is
 * selected, else the first.
 */
export function useSelection(): Selection {
  const { walletId, userName, subWalletId, setUser, selectSubWallet } = useSession();
  const info = useApi('user', 'info', {});
  const user = info.data;
  const wallet = useSelectedWallet();
  const chosen = wallet?.wallet_id ?? null;
  const name = user && (user.nick_name || user.email);
  useEffect(() => {
    if (name !== undefined && (walletId !== chosen || userName !== name)) setUser(name, chosen);
  }, [name, userName, walletId, chosen, setUser]);
  const list = useSubWalletList(wallet?.wallet_id);
  useEffect(() => {
    const rows = list ? inOrder(list) : [];
    const [first] = rows;
    const gone = !rows.some((row) => row.sub_wallet_id === subWalletId) && (list?.pageTotal ?? 2) <= 1;
    if (first && (subWalletId === null || gone)) selectSubWallet(first.sub_wallet_id);
  }, [list, subWalletId, selectSubWallet]);
  return {
    needsSetup: user?.wallets.length === 0,
    error: user ? null : info.error,
    retry: () => void info.refetch(),
  };
}

/** The workspace that is selected, or the user's first. */
export function useSelectedWallet() {
  const walletId = useSession((state) => state.walletId);
  const wallets = useApi('user', 'info', {}).data?.wallets;
  return wallets?.find((candidate) => candidate.wallet_id === walletId) ?? wallets?.[0];
}

type WalletId = NonNullable<ReturnType<typeof useApi<'user', 'info'>>['data']>['wallets'][number]['wallet_id'];

/** The first page of a workspace's sub-wallets: all of them, but for the largest. */
function useSubWalletList(walletId: WalletId | undefined) {
  return useApi(
    'wallet',
    'subWallets',
    { wallet_id: walletId ?? (0 as WalletId), page_no: 1, page_size: 200 },
    { enabled: walletId !== undefined },
  ).data;
}

type SubWalletList = NonNullable<ReturnType<typeof useSubWalletList>>;
/** Pinned ones first (spec §3). */
const inOrder = (list: SubWalletList) => [...list.top_sub_wallet_list, ...list.sub_wallet_list];

/** The sub-wallets of a workspace in the order in which they are shown. */
export function useSubWallets(walletId: WalletId | undefined) {
  const list = useSubWalletList(walletId);
  return list && inOrder(list);
}
