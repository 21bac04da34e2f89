import { fromUnits, multiply, toFixed, toUnits } from '@holdfast/money';
import { isAmount } from './amount.ts';

/**
 * What so many US dollars are in coin, by a price of one: rounded down to a thousandth of a dollar or the coin's smallest unit, so that nobody pays more than was written. Undefined where
 * either is no amount. What is asked for and signed is the coin.
 */
export function coinOfUsd(usd: string, price: string | null, decimals: number): string | undefined {
  if (price === null || !isAmount(usd) || !isAmount(price)) return undefined;
  const places = Math.max(...[usd, price].map((text) => text.split('.')[1]?.length ?? 0));
  // Three digits beyond what a dollar is: more would tell nothing of cents, and nobody could read it.
  const digits = Math.min(decimals, (price.split('.')[0] ?? '').length + 3);
  return fromUnits((toUnits(usd, places) * 10n ** BigInt(digits)) / toUnits(price, places), digits);
}

/** About what an amount is worth, in whole cents; '' where it is no amount, or nobody knows. */
export const usdOfCoin = (amount: string, price: string | null): string =>
  price === null || !isAmount(amount) ? '' : toFixed(multiply(amount, price), 2);
