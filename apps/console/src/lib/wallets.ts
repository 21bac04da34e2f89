import type { contract, Output, SubWalletId, WorkspaceId } from '@holdfast/contract';
import { useApi } from './query.ts';
import { useSession } from './session.ts';

export type Coin = Output<typeof contract.wallet.coinsAsset>['list'][number];
/** A coin as calls name it: by its place too, since several may have one symbol. */
export type CoinName = Pick<Coin, 'symbol' | 'chain_id' | 'contract_address'>;

/** How links name a coin. */
export const coinKey = ({ symbol, chain_id, contract_address }: CoinName): string =>
  `${symbol}@${chain_id}@${contract_address}`;

/** What a link names: a coin, or by a symbol alone any that has it. */
export function coinOfKey(key: string): Pick<CoinName, 'symbol'> & Partial<CoinName> {
  const [symbol = '', chain_id, contract_address] = key.split('@');
  return {
    symbol,
    ...(chain_id === undefined || contract_address === undefined ? {} : { chain_id, contract_address }),
  };
}

const isNamed = (coin: Coin, wanted = ''): boolean => wanted === coin.symbol || wanted === coinKey(coin);

/** Ids come from our own stored state and from addresses as plain numbers; the server decides whether they mean anything. */
export const subWalletIdOf = (id: number | null): SubWalletId => (id ?? 1) as SubWalletId;

/** One sub-wallet of the selected workspace: that of the id, or without one the first that can be paid from. */
function useOneWallet(id: number | null, enabled: boolean) {
  const walletId = useSession((state) => state.walletId);
  const which = id === null ? { usable: true } : { ids: [id] };
  const ask = { wallet_id: (walletId ?? 1) as WorkspaceId, size: 1, ...which };
  return useApi('wallet', 'allSubWallets', ask, { enabled: enabled && walletId !== null });
}

export interface WalletCoin {
  readonly subWalletId: number | null;
  readonly name: CoinName | null;
  readonly coin: Coin | undefined;
  readonly coins: readonly Coin[];
  readonly error: unknown;
  readonly retry: () => void;
}

/** Arguments of a drawer for one coin: `<coin>:<sub-wallet>`, the coin by `coinKey` or its symbol; what is missing or unknown becomes the selected sub-wallet and its first coin. */
export function useWalletCoin([wantedCoin, wantedWallet = '']: readonly string[]): WalletCoin {
  const selected = useSession((state) => state.subWalletId);
  const named = /^[1-9]\d{0,8}$/.test(wantedWallet) ? Number(wantedWallet) : selected;
  const wanted = useOneWallet(named, named !== null);
  const isGone = named === null || wanted.data?.list.length === 0;
  const first = useOneWallet(null, isGone);
  const wallets = isGone ? first : wanted;
  const subWalletId = wallets.data?.list[0]?.id ?? null;
  const assets = useApi(
    'wallet',
    'coinsAsset',
    { sub_wallet_id: subWalletIdOf(subWalletId) },
    { enabled: subWalletId !== null, quiet: true },
  );
  const coins = assets.data?.list ?? [];
  const coin = coins.find((one) => isNamed(one, wantedCoin)) ?? coins[0];
  return {
    subWalletId,
    name: coin ? { symbol: coin.symbol, chain_id: coin.chain_id, contract_address: coin.contract_address } : null,
    coin,
    coins,
    // What is known stays: a form that is being filled in is not taken away because it could not be read again.
    error: coin ? null : (wallets.error ?? assets.error),
    retry: () => void (wallets.error ? wallets.refetch() : assets.refetch()),
  };
}
