import { formatAmount } from '@holdfast/money';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { WalletCoin } from '../lib/wallets.ts';
import { CoinIcon } from './coin-icon.tsx';
import { Field } from './form.tsx';
import { Select } from './select.tsx';

interface WalletCoinPickerProps {
  readonly value: WalletCoin;
  readonly onChange: (subWalletId: number, symbol: string) => void;
}

/** From which sub-wallet, and which coin of it. */
export function WalletCoinPicker({ value, onChange }: WalletCoinPickerProps): ReactNode {
  const { t } = useTranslation();
  const { subWalletId, symbol, coins, wallets } = value;
  return (
    <div className="grid grid-cols-2 gap-3 max-md:grid-cols-1">
      <Field label={t('common.subWallet')}>
        <Select
          value={subWalletId === null ? null : String(subWalletId)}
          onValueChange={(id) => onChange(Number(id), symbol ?? '')}
          items={wallets.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
      </Field>
      <Field label={t('common.coin')}>
        <Select
          value={symbol}
          onValueChange={(next) => onChange(subWalletId ?? 0, next)}
          items={coins.map((coin) => ({
            value: coin.symbol,
            label: coin.symbol_alias,
            icon: <CoinIcon symbol={coin.symbol} size={18} />,
            detail: formatAmount(coin.normal_balance),
          }))}
        />
      </Field>
    </div>
  );
}
