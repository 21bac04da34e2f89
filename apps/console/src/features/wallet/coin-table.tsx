import { ArrowDownToLine, ArrowUpRight, List } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { useApi } from '../../lib/query.ts';
import { coinKey } from '../../lib/wallets.ts';
import { IconButton } from '../../ui/button.tsx';
import { CoinIcon } from '../../ui/coin-icon.tsx';
import { AddressChip, Amount, Usd } from '../../ui/display.tsx';
import { useDrawers } from '../../ui/drawers.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/feedback.tsx';
import { Card } from '../../ui/layout.tsx';
import { isZero } from './view.ts';

type Coin = NonNullable<ReturnType<typeof useApi<'wallet', 'coinsAsset'>>['data']>['list'][number];

const CoinRow = memo(function CoinRow({ coin, mayWithdraw }: { coin: Coin; mayWithdraw: boolean }): ReactNode {
  const { t } = useTranslation();
  const drawers = useDrawers();
  return (
    <tr data-coin={coin.symbol}>
      <td>
        <span className="inline-flex items-center gap-2">
          <CoinIcon symbol={coin.symbol} />
          <span className="flex items-center gap-2 max-md:block">
            <span className="font-medium">{coin.symbol_alias || coin.symbol}</span>{' '}
            <span className="text-mut max-md:hidden">{coin.coin_net}</span>
            {!coin.open && <span className="text-mut text-xs">{t('wallet.closedCoin')}</span>}
          </span>
        </span>
      </td>
      <td className="n">
        <span data-testid={`available-${coin.symbol}`}>
          <Amount value={coin.normal_balance} />
        </span>
        <Usd value={coin.normal_usd} className="block text-mut text-xs md:hidden" />
      </td>
      <td className="n max-md:hidden">
        <Amount value={coin.pending_balance} className={isZero(coin.pending_balance) ? 'text-mut' : 'text-warn'} />
      </td>
      <td className="n max-md:hidden">
        <Amount value={coin.lock_balance} className={isZero(coin.lock_balance) ? 'text-mut' : 'text-acc'} />
      </td>
      <td className="n max-md:hidden">
        <Usd value={coin.asset_usd} />
      </td>
      <td className="max-lg:hidden">
        <AddressChip address={coin.address} copy={coin.enable_deposit ? undefined : null} />
      </td>
      <td className="n">
        {coin.coin_type === 1 && (
          <IconButton
            label={t('wallet.outputsOf', { symbol: coin.symbol })}
            onClick={() => drawers.push('outputs', coinKey(coin))}
          >
            <List aria-hidden />
          </IconButton>
        )}
        <IconButton
          label={t('wallet.depositCoin', { symbol: coin.symbol })}
          disabled={!coin.open}
          onClick={() => drawers.push('deposit', coinKey(coin))}
        >
          <ArrowDownToLine aria-hidden />
        </IconButton>
        {mayWithdraw && (
          <IconButton
            label={t('wallet.withdrawCoin', { symbol: coin.symbol })}
            disabled={!coin.enable_withdraw}
            onClick={() => drawers.push('withdraw', coinKey(coin))}
          >
            <ArrowUpRight aria-hidden />
          </IconButton>
        )}
      </td>
    </tr>
  );
});

interface CoinTableProps {
  readonly coins: readonly Coin[] | undefined;
  /** Whether the user may, in the sub-wallet that is chosen. */
  readonly mayWithdraw: boolean;
  readonly error: unknown;
  readonly onRetry: () => void;
}

export function CoinTable({ coins, mayWithdraw, error, onRetry }: CoinTableProps): ReactNode {
  const { t } = useTranslation();
  if (error && !coins) return <ErrorState error={error} onRetry={onRetry} />;
  if (coins?.length === 0) return <EmptyState title={t('wallet.noCoins')} text={t('wallet.noCoinsText')} />;
  return (
    <Card flush className="overflow-x-auto">
      <table className="vt vt-named">
        <thead>
          <tr>
            <th>{t('wallet.asset')}</th>
            <th className="n">{t('wallet.available')}</th>
            <th className="n max-md:hidden">{t('wallet.pending')}</th>
            <th className="n max-md:hidden">{t('wallet.frozen')}</th>
            <th className="n max-md:hidden">{t('wallet.value')}</th>
            <th className="max-lg:hidden">{t('wallet.address')}</th>
            <th className="n">
              <span className="sr-only">{t('wallet.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {coins
            ? coins.map((coin) => <CoinRow key={coinKey(coin)} coin={coin} mayWithdraw={mayWithdraw} />)
            : ['a', 'b', 'c'].map((key) => (
                <tr key={key}>
                  <td colSpan={7}>
                    <Skeleton className="w-2/3" />
                  </td>
                </tr>
              ))}
        </tbody>
      </table>
    </Card>
  );
}
