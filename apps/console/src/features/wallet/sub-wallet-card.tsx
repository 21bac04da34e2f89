import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../lib/query.ts';
import { useSession } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { cn } from '../../ui/cn.ts';
import { RelativeTime, Usd } from '../../ui/display.tsx';
import { useDrawers } from '../../ui/drawers.tsx';
import { Skeleton } from '../../ui/feedback.tsx';
import { Card } from '../../ui/layout.tsx';

/** The first sub-wallets of the workspace; choosing one shows its coins. */
export function SubWalletCard(): ReactNode {
  const { t } = useTranslation();
  const drawers = useDrawers();
  const { subWalletId, selectSubWallet } = useSession();
  const wallet = useApi('user', 'info', {}).data?.wallets[0];
  const list = useApi(
    'wallet',
    'subWallets',
    { wallet_id: wallet?.wallet_id ?? (0 as never), page_no: 1, page_size: 200 },
    { enabled: wallet !== undefined },
  );
  const rows = list.data && [...list.data.top_sub_wallet_list, ...list.data.sub_wallet_list];
  return (
    <Card
      flush
      className="overflow-x-auto"
      title={t('nav.wallets')}
      aside={
        <Button size="sm" variant="ghost" onClick={() => drawers.push('createWallet')}>
          <Plus aria-hidden />
          {t('wallet.create')}
        </Button>
      }
    >
      <table className="vt vt-named">
        <thead>
          <tr>
            <th>{t('wallet.name')}</th>
            <th className="n">{t('wallet.value')}</th>
            <th className="max-md:hidden">{t('wallet.createdAt')}</th>
          </tr>
        </thead>
        <tbody>
          {rows?.map((row) => (
            <tr key={row.sub_wallet_id} className={cn(row.sub_wallet_id === subWalletId && '[&>td]:bg-accs')}>
              <td>
                <button
                  type="button"
                  className="font-medium hover:text-acc"
                  onClick={() => selectSubWallet(row.sub_wallet_id)}
                >
                  <bdi>{row.alias || row.sub_wallet_name}</bdi>
                </button>
              </td>
              <td className="n">
                <Usd value={row.asset_usd} />
              </td>
              <td className="text-mut max-md:hidden">
                <RelativeTime when={row.created_at} />
              </td>
            </tr>
          )) ?? (
            <tr>
              <td colSpan={3}>
                <Skeleton className="w-1/2" />
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </Card>
  );
}
