import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listJoin } from '../../../lib/list-join.ts';
import { useApi } from '../../../lib/query.ts';
import { subWalletIdOf } from '../../../lib/wallets.ts';
import { Button } from '../../../ui/button.tsx';
import { DrawerBody, useDrawers } from '../../../ui/drawers.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../../ui/feedback.tsx';
import { SearchBox } from '../../../ui/search-box.tsx';
import { Collections } from './collections.tsx';

const renewMs = 15_000;

/** Everything that a wallet has of collections. */
export function Gallery({ subWalletId }: { subWalletId: number }): ReactNode {
  const { t } = useTranslation();
  const [keyword, setKeyword] = useState<string>();
  const ask = { sub_wallet_id: subWalletIdOf(subWalletId), keyword };
  const { data, error, refetch } = useApi('nft', 'asset', ask, { quiet: true, keep: true, refetchInterval: renewMs });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <DrawerBody>
      <p className="text-mut">{t('nft.about')}</p>
      <SearchBox second value={keyword} label={t('nft.search')} max={128} onSearch={setKeyword} />
      {!data && <Skeleton className="h-40 w-full" />}
      {data && data.nft_list.length > 0 && <Collections subWalletId={subWalletId} list={data.nft_list} />}
      {data?.nft_list.length === 0 &&
        (keyword === undefined ? (
          <None networks={data.chains.map(({ coin_net }) => coin_net)} />
        ) : (
          <p>{t('nft.noneFits')}</p>
        ))}
    </DrawerBody>
  );
}

function None({ networks }: { networks: readonly string[] }): ReactNode {
  const { t } = useTranslation();
  const drawers = useDrawers();
  return (
    <EmptyState
      title={t('nft.none')}
      text={t('nft.noneText', { networks: networks.join(listJoin()) })}
      action={<Button onClick={() => drawers.push('deposit')}>{t('nft.showAddress')}</Button>}
    />
  );
}
