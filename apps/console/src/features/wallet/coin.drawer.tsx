import { formatAmount } from '@holdfast/money';
import { Star } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePermission } from '../../lib/permission.ts';
import { useApi } from '../../lib/query.ts';
import { useSession } from '../../lib/session.ts';
import { type Coin, type CoinName, coinKey, subWalletIdOf } from '../../lib/wallets.ts';
import { Button } from '../../ui/button.tsx';
import { cn } from '../../ui/cn.ts';
import { CoinIcon } from '../../ui/coin-icon.tsx';
import { AddressBlocks, Amount } from '../../ui/display.tsx';
import { DrawerBody, type DrawerProps, useDrawers } from '../../ui/drawers.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/feedback.tsx';
import { Detail } from '../../ui/layout.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Admission } from './admission.tsx';
import { CoinPrices } from './coin-prices.tsx';
import { nameOf, useFocus } from './use-focus.ts';

const rowsOfPage = 20;

/** `coin:<coin>`: what a coin is, which wallets hold it, and whether it can be paid with. */
export default function CoinDrawer({ args: [wanted = ''] }: DrawerProps): ReactNode {
  const { t } = useTranslation();
  const subWalletId = useSession((state) => state.subWalletId);
  const { data, error, refetch } = useApi(
    'wallet',
    'coinsAsset',
    { sub_wallet_id: subWalletIdOf(subWalletId) },
    { enabled: subWalletId !== null, quiet: true },
  );
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-64 w-full" />;
  const coin = data.list.find((one) => coinKey(one) === wanted);
  if (!coin) return <EmptyState title={t('coins.gone')} text={t('coins.goneText')} />;
  return (
    <DrawerBody>
      <Heading coin={coin} subWalletId={subWalletId} />
      <dl>
        <Detail name={t('common.network')}>{coin.coin_net}</Detail>
        <Detail name={t('coins.places')}>{coin.decimals}</Detail>
        {coin.contract_address !== '' && (
          <Detail name={t('common.contract')}>
            <AddressBlocks address={coin.contract_address} />
          </Detail>
        )}
      </dl>
      <CoinPrices coin={nameOf(coin)} />
      {coin.contract_address !== '' && <Admission coin={nameOf(coin)} />}
      <Holders coin={nameOf(coin)} />
    </DrawerBody>
  );
}

function Heading({ coin, subWalletId }: { coin: Coin; subWalletId: number | null }): ReactNode {
  const { t } = useTranslation();
  const may = usePermission('focus.edit', subWalletId);
  const focus = useFocus(subWalletId);
  const { symbol, is_focus: isFocus } = coin;
  return (
    <div className="flex flex-wrap items-center gap-2.5">
      <CoinIcon symbol={symbol} />
      <h3 className="font-semibold text-lg">{symbol}</h3>
      <bdi className="min-w-0 flex-1 truncate text-mut">{coin.name}</bdi>
      {may && (
        <Button size="sm" aria-pressed={isFocus} busy={focus.busy} onClick={() => focus.set(coin, !isFocus)}>
          <Star aria-hidden className={cn(isFocus && 'fill-current text-acc')} />
          {t('coins.favourite')}
        </Button>
      )}
    </div>
  );
}

/** The wallets of the workspace with what each has of the coin. */
function Holders({ coin }: { coin: CoinName }): ReactNode {
  const { t } = useTranslation();
  const drawers = useDrawers();
  const walletId = useApi('user', 'info', {}).data?.wallets[0]?.wallet_id;
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useApi(
    'wallet',
    'subWalletsBalance',
    { wallet_id: walletId ?? (0 as never), ...coin, page_no: page, page_size: rowsOfPage },
    { enabled: walletId !== undefined, quiet: true, keep: true },
  );
  return (
    <section className="grid gap-1.5" aria-label={t('coins.byWallet')}>
      <h3 className="font-semibold">{t('coins.byWallet')}</h3>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-24 w-full" />}
      {data && (
        <div className="overflow-hidden rounded-lg border border-line">
          <ul>
            {data.list.map((row) => (
              <li key={row.sub_wallet_id} className="border-line2 border-b last:border-b-0">
                <button
                  type="button"
                  className="flex w-full items-center justify-between gap-3 px-3 py-2 text-left hover:bg-hov"
                  onClick={() => drawers.push('deposit', coinKey(coin), String(row.sub_wallet_id))}
                >
                  <bdi className="min-w-0 truncate">{row.sub_wallet_name}</bdi>
                  <span className="grid justify-items-end">
                    <Amount value={row.normal_balance} />
                    {row.lock_balance !== '0' && (
                      <span className="text-mut text-xs">
                        {t('coins.onHold', { amount: formatAmount(row.lock_balance) })}
                      </span>
                    )}
                  </span>
                </button>
              </li>
            ))}
          </ul>
          {data.pageTotal > 1 && <Pager page={page} pages={data.pageTotal} total={data.total} onPage={setPage} />}
        </div>
      )}
    </section>
  );
}
