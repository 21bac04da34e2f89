import { multiply, toFixed } from '@holdfast/money';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { about } from '../../lib/about.ts';
import { priceText } from '../../lib/price-text.ts';
import { coinKey, useWalletCoin } from '../../lib/wallets.ts';
import type { Payment } from './view.ts';

/** About what it is worth now, with whose price that is. */
export function WorthNow({ payment }: { payment: Payment }): ReactNode {
  const { t } = useTranslation();
  const { coin } = useWalletCoin([coinKey(payment), String(payment.sub_wallet_id)]);
  if (!coin?.price_usd || coinKey(coin) !== coinKey(payment)) return null;
  return (
    <span className="text-mut">
      {about(toFixed(multiply(payment.amount, coin.price_usd), 2))} · {priceText(t, coin.price_usd, coin.price_time)}
    </span>
  );
}
