import type { contract, Output } from '@holdfast/contract';
import { Pin, Settings2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../lib/query.ts';
import { useSession } from '../../lib/session.ts';
import { IconButton } from '../../ui/button.tsx';
import { cn } from '../../ui/cn.ts';
import { RelativeTime, Usd } from '../../ui/display.tsx';
import { useDrawers } from '../../ui/drawers.tsx';
import { EmptyState, ErrorState, Skeleton, StatusPill } from '../../ui/feedback.tsx';
import { Card } from '../../ui/layout.tsx';
import { Pager } from '../../ui/pager.tsx';
import { SearchBox } from '../../ui/search-box.tsx';

export type SubWalletRow = Output<typeof contract.wallet.subWallets>['sub_wallet_list'][number];

/** `status` and `app_show_status` of what is put away, and of what is hidden. */
export const isArchived = ({ status }: SubWalletRow): boolean => status === 2;
export const isHidden = ({ app_show_status }: SubWalletRow): boolean => app_show_status === 2;

const rowsOfPage = 20;

/** Every sub-wallet, pinned ones first, found by name or alias; choosing one shows its coins elsewhere. */
export function SubWalletTable(): ReactNode {
  const { t } = useTranslation();
  const walletId = useApi('user', 'info', {}).data?.wallets[0]?.wallet_id;
  const [keyword, setKeyword] = useState<string>();
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useApi(
    'wallet',
    'subWallets',
    {
      wallet_id: walletId ?? (0 as never),
      ...(keyword === undefined ? {} : { keyword }),
      page_no: page,
      page_size: rowsOfPage,
    },
    { enabled: walletId !== undefined, keep: true },
  );
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  const rows = data && [...(page === 1 ? data.top_sub_wallet_list : []), ...data.sub_wallet_list];
  return (
    <>
      <SearchBox
        value={keyword}
        label={t('wallet.search')}
        max={50}
        onSearch={(text) => {
          setKeyword(text);
          setPage(1);
        }}
      />
      <Card flush className="overflow-x-auto">
        {rows?.length === 0 ? (
          <EmptyState title={t('wallet.noneFound')} />
        ) : (
          <table className="vt vt-named">
            <thead>
              <tr>
                <th>{t('wallet.name')}</th>
                <th className="n">{t('wallet.value')}</th>
                <th className="max-md:hidden">{t('wallet.createdAt')}</th>
                <th className="n">
                  <span className="sr-only">{t('wallet.actions')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {rows?.map((row) => <Line key={row.sub_wallet_id} row={row} />) ?? (
                <tr>
                  <td colSpan={4}>
                    <Skeleton className="w-1/2" />
                  </td>
                </tr>
              )}
            </tbody>
          </table>
        )}
        {data && (
          <Pager
            page={page}
            pages={data.pageTotal}
            total={data.total}
            bounded={data.total_is_bounded}
            onPage={setPage}
          />
        )}
      </Card>
    </>
  );
}

function Line({ row }: { row: SubWalletRow }): ReactNode {
  const { t } = useTranslation();
  const drawers = useDrawers();
  const { subWalletId, selectSubWallet } = useSession();
  const name = row.alias || row.sub_wallet_name;
  return (
    <tr className={cn(row.sub_wallet_id === subWalletId && '[&>td]:bg-accs')}>
      <td>
        <span className="flex flex-wrap items-center gap-2">
          <button
            type="button"
            className="font-medium hover:text-acc"
            onClick={() => selectSubWallet(row.sub_wallet_id)}
          >
            <bdi>{name}</bdi>
          </button>
          {row.is_top && <Pin size={13} className="text-mut" role="img" aria-label={t('wallet.pinned')} />}
          {isHidden(row) && <StatusPill tone="idle" text={t('wallet.hidden')} />}
          {isArchived(row) && <StatusPill tone="idle" text={t('wallet.archived')} />}
        </span>
        {row.alias !== '' && <bdi className="text-mut text-xs">{row.sub_wallet_name}</bdi>}
      </td>
      <td className="n">
        <Usd value={row.asset_usd} />
      </td>
      <td className="text-mut max-md:hidden">
        <RelativeTime when={row.created_at} />
      </td>
      <td className="n">
        <IconButton
          label={t('wallet.manageOne', { name })}
          onClick={() => drawers.push('subWallet', String(row.sub_wallet_id))}
        >
          <Settings2 aria-hidden />
        </IconButton>
      </td>
    </tr>
  );
}
