import { useQuery } from '@tanstack/react-query';
import { api } from './api.ts';
import { queryClient } from './query.ts';
import { useSession } from './session.ts';

type Names = ReadonlyMap<number, string>;
const none: Names = new Map();
/** Ids of one request, as the contract has it. */
const mostIds = 1_000;

const keyOf = (walletId: number | null) => ['walletNames', walletId] as const;
/** What was asked for while screens were drawn, and is fetched once they are. */
const wanted = new Set<number>();

/** Asks for all that are wanted, in as few requests as there can be. What the server does not know has no name, and is not asked for again. */
async function fetchWanted(walletId: number): Promise<void> {
  const ids = [...wanted].slice(0, mostIds);
  if (ids.length === 0) return;
  for (const id of ids) wanted.delete(id);
  const { list } = await api.wallet.allSubWallets({ wallet_id: walletId as never, ids });
  queryClient.setQueryData<Names>(keyOf(walletId), (old = none) => {
    const next = new Map(old);
    for (const id of ids) next.set(id, list.find((one) => one.id === id)?.name ?? '');
    return next;
  });
  await fetchWanted(walletId);
}

/** What sub-wallets are called, by id: of a million, those that are asked for. Undefined until it is known, and for what is no sub-wallet. */
export function useWalletNames(): (id: number | string | undefined) => string | undefined {
  const walletId = useSession((state) => state.walletId);
  const { data: names = none } = useQuery<Names>({ queryKey: keyOf(walletId), queryFn: () => none, enabled: false });
  return (written) => {
    const id = /^[1-9]\d{0,9}$/.test(String(written)) ? Number(written) : undefined;
    if (id === undefined || walletId === null) return undefined;
    if (!names.has(id) && !wanted.has(id)) {
      if (wanted.size === 0) queueMicrotask(() => void fetchWanted(walletId).catch(() => wanted.clear()));
      wanted.add(id);
    }
    return names.get(id) || undefined;
  };
}
