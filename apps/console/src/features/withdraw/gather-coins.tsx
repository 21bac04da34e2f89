import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../lib/query.ts';
import { type CoinName, subWalletIdOf } from '../../lib/wallets.ts';
import { Button } from '../../ui/button.tsx';
import { Banner } from '../../ui/feedback.tsx';
import type { CoinInfo } from './use-quote.ts';

/** Where the balance lies in more coins than one payment spends: says so, and fills in the payment that makes one coin of as many as it can. */
export function GatherCoins({
  info,
  coin,
  subWalletId,
  onGather,
}: {
  info: CoinInfo;
  coin: CoinName;
  subWalletId: number;
  onGather: (address: string) => void;
}): ReactNode {
  const { t } = useTranslation();
  const many = info.payable_balance !== info.normal_balance;
  const ask = { sub_wallet_id: subWalletIdOf(subWalletId), ...coin };
  const { data } = useApi('deposit', 'address', ask, { enabled: many, quiet: true });
  if (!many) return null;
  return (
    <Banner tone="info" title={t('withdraw.gather.title', { most: info.payable_balance, symbol: info.symbol })}>
      <p>{t('withdraw.gather.text')}</p>
      <Button type="button" disabled={!data} onClick={() => data && onGather(data.address)}>
        {t('withdraw.gather.button')}
      </Button>
    </Banner>
  );
}
