import { api } from './api.ts';
import { type CoinName, subWalletIdOf } from './wallets.ts';

/** Asks whether the coin may be sent to this wallet now. */
export const depositsOpen = async (coin: CoinName, subWalletId: number): Promise<boolean> =>
  (await api.deposit.info({ ...coin, sub_wallet_id: subWalletIdOf(subWalletId) })).enable_deposit;
