import { formatPrice } from '@holdfast/money';
import type { TFunction } from 'i18next';
import { clockTime } from './time.ts';
import type { Coin } from './wallets.ts';

/** What one of the coin is worth, and of when that is; a fixed price is of no time. */
export type Price = Pick<Coin, 'price_usd' | 'price_time'>;

/** A price with of when it is, or whose it is where it is of no time. */
export function priceText(t: TFunction, usd: string, time: Date | null): string {
  const of = time ? t('withdraw.priceOf', { time: clockTime(time) }) : t('coins.priceFixed');
  return t('withdraw.price', { price: `$${formatPrice(usd)}`, of });
}
