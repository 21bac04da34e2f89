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

/** Names of every sub-wallet of the selected workspace. */
export function useSubWallets() {
  const walletId = useSession((state) => state.walletId);
  return useApi(
    'wallet',
    'allSubWallets',
    { wallet_id: (walletId ?? 1) as WorkspaceId },
    { enabled: walletId !== null },
  );
}

export interface WalletCoin {
  readonly subWalletId: number | null;
  readonly name: CoinName | null;
  readonly coin: Coin | undefined;
  readonly coins: readonly Coin[];
  readonly wallets: readonly { readonly id: number; readonly name: string }[];
  readonly error: unknown;
  readonly retry: () => void;
}

/** Arguments of a drawer for one coin: `<coin>:<sub-wallet>`, the coin by `coinKey` or its symbol; what is missing or unknown becomes the selected sub-wallet and its first coin. */
export function useWalletCoin([wantedCoin, wantedWallet = '']: readonly string[]): WalletCoin {
  const selected = useSession((state) => state.subWalletId);
  const wallets = useSubWallets();
  const list = wallets.data?.list ?? [];
  const named = /^\d{1,9}$/.test(wantedWallet) ? Number(wantedWallet) : selected;
  const subWalletId = list.some(({ id }) => id === named) ? named : (list[0]?.id ?? null);
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
    wallets: list,
    error: wallets.error ?? assets.error,
    retry: () => void (wallets.error ? wallets.refetch() : assets.refetch()),
  };
}
