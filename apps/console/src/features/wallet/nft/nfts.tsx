import type { ReactNode } from 'react';
import type { DrawerProps } from '../../../ui/drawers.tsx';
import { CollectionView } from './collection.tsx';
import { Gallery } from './gallery.tsx';
import { Thing } from './thing.tsx';

/** All that a wallet has of collections, of one of them, or one thing of it. */
export default function NftView({ args: [wallet, chain = '', contract = '', id = ''] }: DrawerProps): ReactNode {
  const place = { subWalletId: Number(wallet), chain, contract };
  if (contract === '') return <Gallery subWalletId={place.subWalletId} />;
  return id === '' ? <CollectionView place={place} /> : <Thing place={place} id={id} />;
}
