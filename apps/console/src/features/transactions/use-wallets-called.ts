import type { WorkspaceId } from '@holdfast/contract';
import { useApi } from '../../lib/query.ts';
import { useSession } from '../../lib/session.ts';
import { useDebounced } from '../../lib/use-debounced.ts';

const pauseMs = 200;
/** As many are held at once: of a workspace with more the server looks for those that hold the words. */
const most = 200;
/** The longest text that the server looks for. */
const longest = 50;
interface Wallet {
  readonly id: number;
  readonly name: string;
}

/** The sub-wallets that may be meant by words: all where they are few, of more those whose name or alias holds the words. None for no words. */
export function useWalletsCalled(words: string): readonly Wallet[] {
  const walletId = useSession((state) => state.walletId);
  const keyword = useDebounced(words, pauseMs);
  const ask = { wallet_id: (walletId ?? 1) as WorkspaceId, size: most };
  const isWanted = walletId !== null && words !== '';
  const all = useApi('wallet', 'allSubWallets', ask, { quiet: true, enabled: isWanted }).data;
  const isMore = all !== undefined && all.total > all.list.length;
  const isAsked = isWanted && isMore && keyword !== '' && keyword.length <= longest;
  const found = useApi('wallet', 'allSubWallets', { ...ask, keyword }, { quiet: true, enabled: isAsked }).data;
  return (isMore ? found : all)?.list ?? [];
}
