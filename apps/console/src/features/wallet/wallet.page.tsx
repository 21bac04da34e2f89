import { formatNumber } from '@holdfast/money';
import { ArrowDownToLine, ArrowUpRight, FlaskConical } from 'lucide-react';
import { type ReactNode, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useDataAge } from '../../lib/data-age.ts';
import { lazyScreen } from '../../lib/lazy.ts';
import { usePageState } from '../../lib/page-state.ts';
import { usePermission } from '../../lib/permission.ts';
import { usePreferences } from '../../lib/preferences.ts';
import { useApi } from '../../lib/query.ts';
import { useSession } from '../../lib/session.ts';
import { clockTime, shortDate } from '../../lib/time.ts';
import { AreaChart } from '../../ui/area-chart.tsx';
import { Button } from '../../ui/button.tsx';
import { cn } from '../../ui/cn.ts';
import { Usd } from '../../ui/display.tsx';
import { Donut } from '../../ui/donut.tsx';
import { useDrawers } from '../../ui/drawers.tsx';
import { ErrorState, Skeleton } from '../../ui/feedback.tsx';
import { Card, Page, PageHeader } from '../../ui/layout.tsx';
import { Stat } from '../../ui/stat.tsx';
import { CoinTable } from './coin-table.tsx';
import { SubWalletCard } from './sub-wallet-card.tsx';
import { changeOf, isZero, pointsOf, type Range, ranges, slicesOf } from './view.ts';

const dayMs = 86_400_000;
const Checklist = lazyScreen(() => import('./checklist.tsx'));
/** What the first steps take up once they are there: nothing below them moves. */
const checklistRoom = { none: 'empty:hidden', open: 'min-h-46 max-md:min-h-84', folded: 'min-h-14' };
const Sections = lazyScreen(() => import('./sections.tsx'));

function BalanceCard({ total }: { total: string | null | undefined }): ReactNode {
  const { t } = useTranslation();
  const wallet = useApi('user', 'info', {}).data?.wallets[0];
  const [range, setRange] = usePageState<Range>('wallet.range', '1D');
  const start = useMemo(() => new Date(Math.floor(Date.now() / 60_000) * 60_000 - ranges[range] * dayMs), [range]);
  const history = useApi(
    'wallet',
    'history',
    { wallet_id: wallet?.wallet_id ?? (0 as never), start },
    { enabled: wallet !== undefined, keep: true, refetchInterval: 30_000 },
  );
  const points = pointsOf(history.data?.list ?? []);
  const change = changeOf(points);
  return (
    <Card>
      <div className="flex flex-wrap items-start gap-2">
        <Stat
          value={
            total === undefined ? (
              <Skeleton className="h-8 w-44" />
            ) : (
              <span data-testid="total-usd">
                <Usd value={total} />
              </span>
            )
          }
          change={
            change === null ? undefined : `${change < 0 ? '−' : '+'}${formatNumber(Math.abs(change).toFixed(2))}%`
          }
          note={t(`wallet.range.${range}`)}
        />
        <span className="flex-1" />
        <div className="flex">
          {(Object.keys(ranges) as Range[]).map((key) => (
            <Button
              key={key}
              size="sm"
              variant="ghost"
              aria-pressed={key === range}
              className={cn(key === range && 'bg-hov text-fg')}
              onClick={() => setRange(key)}
            >
              {t(`wallet.span.${key}`)}
            </Button>
          ))}
        </div>
      </div>
      <div className="mt-2 h-[190px]">
        {points.length > 1 ? (
          <AreaChart
            points={points}
            label={t('wallet.history')}
            formatValue={(value) => `$${formatNumber(value.toFixed(2))}`}
            formatTick={(value) =>
              `$${formatNumber(value.toFixed(2), { short: true, decimals: value >= 1_000_000 ? 1 : 0 })}`
            }
            formatTime={range === '1D' ? clockTime : shortDate}
          />
        ) : (
          <div className="grid h-full place-items-center text-mut">
            {history.isLoading ? <Skeleton className="h-full w-full" /> : t('wallet.historyEmpty')}
          </div>
        )}
      </div>
    </Card>
  );
}

/** The first screen: what there is, where it is, and what can be done with it. */
export default function WalletPage(): ReactNode {
  const { t } = useTranslation();
  const drawers = useDrawers();
  const subWalletId = useSession((state) => state.subWalletId);
  const mayWithdraw = usePermission('withdraw.create', subWalletId);
  const assets = useApi('wallet', 'asset', {}, { refetchInterval: 60_000 });
  const coins = useApi(
    'wallet',
    'coinsAsset',
    { sub_wallet_id: (subWalletId ?? 0) as never },
    { enabled: subWalletId !== null, keep: true },
  );
  const checklist = usePreferences((state) => state.checklist);
  const sandbox = useApi('sandbox', 'status', {}, { quiet: true });
  const permissions = useApi('user', 'permissions', {}, { quiet: true });
  // One button that comes later would push the others aside.
  const areActionsKnown = [sandbox, permissions].every(({ isFetched, failureCount }) => isFetched || failureCount > 0);
  const age = useDataAge(assets);
  const wallet = assets.data?.list[0];
  const isEmpty = isZero(assets.data?.total_usd ?? '1');
  // What stands below the table would move when its rows come.
  const isTableDrawn = subWalletId === null || !coins.isPending;
  if (assets.isError && !assets.data) return <ErrorState error={assets.error} onRetry={() => void assets.refetch()} />;
  return (
    <Page>
      <PageHeader
        title={wallet?.alias || wallet?.wallet_name || t('nav.wallet')}
        ownLine
        text={
          [wallet && t('wallet.summary', { count: wallet.sub_wallet_count }), age].filter(Boolean).join(' · ') ||
          '\u00a0'
        }
        actions={
          areActionsKnown && (
            <>
              {sandbox.data?.enabled && (
                <Button onClick={() => drawers.push('sandbox')}>
                  <FlaskConical aria-hidden />
                  {t('wallet.testCoins')}
                </Button>
              )}
              <Button
                variant={checklist === 'none' && isEmpty ? 'primary' : 'outline'}
                onClick={() => drawers.push('deposit')}
              >
                <ArrowDownToLine aria-hidden />
                {t('deposit.title')}
              </Button>
              {mayWithdraw && (
                <Button
                  variant={checklist === 'none' && !isEmpty ? 'primary' : 'outline'}
                  onClick={() => drawers.push('withdraw')}
                >
                  <ArrowUpRight aria-hidden />
                  {t('withdraw.title')}
                </Button>
              )}
            </>
          )
        }
      />
      <div className={checklistRoom[checklist]}>
        <Suspense>
          <Checklist />
        </Suspense>
      </div>
      <div className="grid grid-cols-[2fr_1fr] gap-3 max-lg:grid-cols-1">
        <BalanceCard total={assets.data?.total_usd} />
        <Card title={t('wallet.allocation')}>
          <Donut slices={slicesOf(coins.data?.list ?? [], t('wallet.others'))} label={t('wallet.allocation')} />
        </Card>
      </div>
      <CoinTable
        coins={coins.data?.list}
        mayWithdraw={mayWithdraw}
        error={coins.error}
        onRetry={() => void coins.refetch()}
      />
      {isTableDrawn && <SubWalletCard />}
      {isTableDrawn && subWalletId !== null && (
        <Suspense>
          <Sections subWalletId={subWalletId} />
        </Suspense>
      )}
    </Page>
  );
}
