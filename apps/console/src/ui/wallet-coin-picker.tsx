import { formatAmount } from '@holdfast/money';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type Coin, coinKey, type WalletCoin } from '../lib/wallets.ts';
import { CoinIcon } from './coin-icon.tsx';
import { Field } from './form.tsx';
import { Select } from './select.tsx';
import { WalletSelect } from './wallet-select.tsx';

interface WalletCoinPickerProps {
  readonly value: WalletCoin;
  /** @param coin by `coinKey` */
  readonly onChange: (subWalletId: number, coin: string) => void;
}

/** From which sub-wallet, and which coin of it. */
export function WalletCoinPicker({ value, onChange }: WalletCoinPickerProps): ReactNode {
  const { t } = useTranslation();
  const { subWalletId, name, coins } = value;
  const key = name && coinKey(name);
  const isAlone = ({ symbol }: Coin): boolean => coins.filter((one) => one.symbol === symbol).length === 1;
  return (
    <div className="grid grid-cols-2 gap-3 max-md:grid-cols-1">
      <Field label={t('common.subWallet')}>
        <WalletSelect usable value={subWalletId} onChange={(id) => id !== null && onChange(id, key ?? '')} />
      </Field>
      <Field label={t('common.coin')}>
        <Select
          value={key}
          onValueChange={(next) => onChange(subWalletId ?? 0, next)}
          items={coins.map((coin) => ({
            value: coinKey(coin),
            label: isAlone(coin) ? coin.symbol_alias : `${coin.symbol_alias} · ${coin.coin_net}`,
            icon: <CoinIcon symbol={coin.symbol} size={18} />,
            detail: formatAmount(coin.normal_balance),
          }))}
        />
      </Field>
    </div>
  );
}
