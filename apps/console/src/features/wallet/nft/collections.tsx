import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api.ts';
import { usePermission } from '../../../lib/permission.ts';
import { subWalletIdOf } from '../../../lib/wallets.ts';
import { Button } from '../../../ui/button.tsx';
import { useDrawers } from '../../../ui/drawers.tsx';
import { Banner, StatusPill } from '../../../ui/feedback.tsx';
import { Picture } from '../../../ui/nft-picture.tsx';
import type { Collection } from './rules.ts';

interface Shown {
  readonly subWalletId: number;
  readonly collection: Collection;
}

/** A collection with one of its pictures; it opens what the wallet has of it. */
export function CollectionTile({ subWalletId, collection }: Shown): ReactNode {
  const { t } = useTranslation();
  const drawers = useDrawers();
  const { chain_id: chain, contract_address: contract, token_id: id, folded, coin_net: network } = collection;
  const name = collection.name || t('nft.unnamed');
  return (
    <button
      type="button"
      className="grid w-full content-start gap-1.5 rounded-lg border border-line p-2 text-left hover:border-acc"
      onClick={() => drawers.push('nfts', String(subWalletId), chain, contract)}
    >
      <Picture {...{ subWalletId, chain, contract, id, folded }} name={name} />
      <bdi className="truncate font-medium">{name}</bdi>
      <span className="truncate text-mut text-xs">
        {network} · {t('nft.kinds', { count: collection.kinds })}
      </span>
      {collection.lures && <StatusPill tone="bad" text={t('nft.lures')} />}
    </button>
  );
}

interface ListProps {
  readonly subWalletId: number;
  readonly list: readonly Collection[];
}

/** All collections, those that are folded away below the others: closed, counted, and never gone. */
export function Collections({ subWalletId, list }: ListProps): ReactNode {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const may = usePermission('wallet.edit', subWalletId);
  const [isOpen, setOpen] = useState(false);
  const [last, setLast] = useState<Collection>();
  const fold = useMutation({
    mutationFn: async ({ one: { chain_id, contract_address }, folded }: { one: Collection; folded: boolean }) =>
      api.nft.fold({ sub_wallet_id: subWalletIdOf(subWalletId), chain_id, contract_address, folded }),
    onSuccess: async (_, { one, folded }) => {
      setLast(folded ? one : undefined);
      await cache.invalidateQueries({ queryKey: ['nft'] });
    },
  });
  const nameOf = ({ name }: Collection): string => name || t('nft.unnamed');
  const tiles = (some: readonly Collection[], folded: boolean): ReactNode => (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(150px,1fr))] gap-3">
      {some.map((one) => (
        <li key={`${one.chain_id} ${one.contract_address}`} className="grid content-start gap-1">
          <CollectionTile subWalletId={subWalletId} collection={one} />
          {may && (
            <Button
              size="sm"
              variant="ghost"
              disabled={fold.isPending}
              aria-label={t(folded ? 'nft.unfoldLabel' : 'nft.foldLabel', { name: nameOf(one) })}
              onClick={() => fold.mutate({ one, folded: !folded })}
            >
              {t(folded ? 'nft.unfold' : 'nft.fold')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
  const [away, shown] = [list.filter(({ folded }) => folded), list.filter(({ folded }) => !folded)];
  return (
    <>
      {last && (
        <Banner>
          {t('nft.foldedNow', { name: nameOf(last) })}{' '}
          <Button size="sm" disabled={fold.isPending} onClick={() => fold.mutate({ one: last, folded: false })}>
            {t('nft.undo')}
          </Button>
        </Banner>
      )}
      {shown.length > 0 && tiles(shown, false)}
      {away.length > 0 && (
        <section className="grid gap-3">
          <Button className="justify-self-start" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {t('nft.folded', { count: away.length })}
          </Button>
          {isOpen && <p className="text-mut">{t('nft.foldedText')}</p>}
          {isOpen && tiles(away, true)}
        </section>
      )}
    </>
  );
}
