import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { listJoin } from '../../../lib/list-join.ts';
import { useApi } from '../../../lib/query.ts';
import { subWalletIdOf } from '../../../lib/wallets.ts';
import { Button } from '../../../ui/button.tsx';
import { useDrawers } from '../../../ui/drawers.tsx';
import { Card } from '../../../ui/layout.tsx';
import { CollectionTile } from './collections.tsx';

const shownMost = 6;
const renewMs = 30_000;

/** The first collections of a sub-wallet, with the way to all of them; nothing where no network of ours has such things. */
export default function NftSection({ subWalletId }: { subWalletId: number }): ReactNode {
  const { t } = useTranslation();
  const drawers = useDrawers();
  const ask = { sub_wallet_id: subWalletIdOf(subWalletId) };
  const { data } = useApi('nft', 'asset', ask, { quiet: true, keep: true, refetchInterval: renewMs });
  if (!data || data.chains.length === 0) return null;
  const shown = data.nft_list.filter(({ folded }) => !folded);
  return (
    <Card
      title={t('nft.title')}
      aside={
        <Button size="sm" onClick={() => drawers.push('nfts', String(subWalletId))}>
          {t('nft.gallery')}
        </Button>
      }
    >
      {shown.length === 0 ? (
        <p className="text-mut">
          {t('nft.noneText', { networks: data.chains.map(({ coin_net }) => coin_net).join(listJoin()) })}
        </p>
      ) : (
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(150px,1fr))] gap-3">
          {shown.slice(0, shownMost).map((one) => (
            <li key={`${one.chain_id} ${one.contract_address}`}>
              <CollectionTile subWalletId={subWalletId} collection={one} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
