import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isRefusal } from '../../lib/api.ts';
import { useApi } from '../../lib/query.ts';
import { type CoinName, coinKey, subWalletIdOf, useWalletCoin } from '../../lib/wallets.ts';
import { CopyDeposit } from '../../ui/copy-deposit.tsx';
import { DrawerBody, type DrawerProps, useDrawers } from '../../ui/drawers.tsx';
import { Banner, ErrorState, Skeleton } from '../../ui/feedback.tsx';
import { WalletCoinPicker } from '../../ui/wallet-coin-picker.tsx';
import { AddressCard } from './address-card.tsx';
import { AddressList } from './address-list.tsx';
import { CustomerMemos } from './customer-memos.tsx';
import { DepositFacts } from './deposit-facts.tsx';
import { IncomingDeposits } from './incoming-deposits.tsx';
import { MissingDeposit } from './missing-deposit.tsx';

/** `deposit:<coin>:<sub-wallet>`: where to send a coin, and what is on its way. */
export default function DepositDrawer({ args }: DrawerProps): ReactNode {
  const drawers = useDrawers();
  const chosen = useWalletCoin(args);
  if (chosen.error) return <ErrorState error={chosen.error} onRetry={chosen.retry} />;
  return (
    <DrawerBody>
      <WalletCoinPicker value={chosen} onChange={(id, coin) => drawers.replace('deposit', coin, String(id))} />
      {chosen.subWalletId !== null && chosen.name !== null ? (
        <DepositOf
          key={`${chosen.subWalletId}:${coinKey(chosen.name)}`}
          subWalletId={chosen.subWalletId}
          coin={chosen.name}
        />
      ) : (
        <Skeleton className="h-64 w-full" />
      )}
    </DrawerBody>
  );
}

function DepositOf({ subWalletId, coin }: { subWalletId: number; coin: CoinName }): ReactNode {
  const { t } = useTranslation();
  const input = { sub_wallet_id: subWalletIdOf(subWalletId), ...coin };
  const info = useApi('deposit', 'info', input, { quiet: true });
  const address = useApi('deposit', 'address', input, { quiet: true });
  const error = info.error ?? address.error;
  // What is refused now is no place to send to, whatever was told before; what could not be asked stays.
  if (error && (isRefusal(error) || !(info.data && address.data)))
    return <ErrorState error={error} onRetry={() => void Promise.all([info.refetch(), address.refetch()])} />;
  if (!info.data || !address.data) return <Skeleton className="h-64 w-full" />;
  const names = { symbol: info.data.symbol_alias, network: info.data.coin_net };
  const enabled = info.data.enableDeposit;
  const copy = (label: string) => (text: string) => (
    <CopyDeposit symbol={names.symbol} text={text} enabled={() => enabled} label={label} />
  );
  return (
    <>
      {enabled ? (
        <Banner>{t('deposit.onlyThis', names)}</Banner>
      ) : (
        <Banner tone="warn" title={t('deposit.stoppedTitle', names)}>
          {t('deposit.stoppedText', names)}
        </Banner>
      )}
      <AddressCard address={address.data} enabled={enabled} symbol={names.symbol} />
      <DepositFacts info={info.data} />
      <IncomingDeposits subWalletId={subWalletId} coin={coin} />
      {info.data.support_memo && (
        <CustomerMemos subWalletId={subWalletId} coin={coin} copy={copy(t('deposit.copyMemo'))} />
      )}
      {info.data.support_multi_addr && (
        <AddressList
          subWalletId={subWalletId}
          coin={coin}
          copy={copy(t('deposit.copy'))}
          forms={info.data.addr_forms}
        />
      )}
      <MissingDeposit chain={coin.chain_id} network={names.network} />
    </>
  );
}
