import { isAmount } from '../../lib/amount.ts';
import { coinOfUsd } from '../../lib/usd.ts';
import type { Coin } from '../../lib/wallets.ts';

export type Priced = Pick<Coin, 'price_usd' | 'price_time' | 'decimals'>;

/** What is written in US dollars, as `plainAmount` has it; undefined of another amount. */
export const dollarsOf = (amount: string): string | undefined =>
  amount.startsWith('$') && isAmount(amount.slice(1)) ? amount.slice(1) : undefined;

/** US dollars as coin, by the price of the moment, never more than was written. Another amount stays, and so do dollars where nobody knows a price. */
export function inCoin(amount: string, coin: Priced | undefined): string {
  const usd = dollarsOf(amount);
  return (usd !== undefined && coin && coinOfUsd(usd, coin.price_usd, coin.decimals)) || amount;
}
