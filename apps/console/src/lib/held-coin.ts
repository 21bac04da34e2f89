import { useApi } from './query.ts';
import { type Coin, type CoinName, subWalletIdOf } from './wallets.ts';

/** A coin as a sub-wallet has it, with its decimals and what it is worth; undefined as long as that is not known. */
export function useHeldCoin(
  subWalletId: number | undefined,
  name: Pick<CoinName, 'chain_id' | 'contract_address'> | undefined,
): Coin | undefined {
  const ask = { sub_wallet_id: subWalletIdOf(subWalletId ?? null) };
  const enabled = subWalletId !== undefined && name !== undefined;
  const { data } = useApi('wallet', 'coinsAsset', ask, { quiet: true, enabled });
  if (!enabled) return undefined;
  return data?.list.find((coin) => coin.chain_id === name.chain_id && coin.contract_address === name.contract_address);
}
