import type { TransactionRecord } from '@holdfast/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { numbered } from '../../lib/numbered.ts';
import { AddressChip } from '../../ui/display.tsx';
import { StatusPill } from '../../ui/feedback.tsx';
import { Picture } from '../../ui/nft-picture.tsx';
import type { Transaction } from './view.ts';

type Told = NonNullable<TransactionRecord['nft']>;

/** Which collection, in a row: its maker's name for it, and the number of one alone. */
export function NftCell({ nft, network }: { nft: Told; network: string }): ReactNode {
  const { t } = useTranslation();
  const [first] = nft.items;
  const isOne = nft.items.every(({ contract_address }) => contract_address === first?.contract_address);
  const name = isOne ? first?.collection || t('nft.unnamed') : t('tx.nft.several');
  return (
    <span className="grid min-w-0 leading-tight">
      <bdi className="truncate font-medium" title={name}>
        {name}
        {nft.items.length === 1 && ` #${first?.token_id}`}
      </bdi>
      <span className="truncate text-mut text-xs">{first?.folded ? t('nft.lures') : network}</span>
    </span>
  );
}

/** Each of them with its picture, collection and number. Nothing is fetched of what is folded away. */
export function Nfts({ transaction }: { transaction: Transaction }): ReactNode {
  const { t } = useTranslation();
  const { nft, sub_wallet_id: wallet, evidence } = transaction;
  if (!nft) return null;
  const told = nft.items.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
  const more = BigInt(nft.count) - told;
  return (
    <section className="grid gap-2">
      <h3 className="font-semibold">{t('nft.title')}</h3>
      <ul className="grid gap-2">
        {numbered(nft.items).map(({ item, at }) => (
          <li key={at} className="flex items-start gap-3 rounded-lg border border-line p-2.5">
            <Picture
              subWalletId={wallet}
              chain={evidence.chain_id}
              contract={item.contract_address}
              id={item.token_id}
              name={item.nft_name || t('nft.noName', { id: item.token_id })}
              folded={item.folded}
              className="w-24 shrink-0"
            />
            <span className="grid min-w-0 gap-0.5">
              <bdi className="break-words font-medium">{item.nft_name || t('nft.noName', { id: item.token_id })}</bdi>
              <bdi className="break-words text-mut">{item.collection || t('nft.unnamed')}</bdi>
              <span className="mono break-all text-mut text-xs">
                #{item.token_id}
                {item.amount !== '1' && ` × ${item.amount}`}
              </span>
              <span className="text-xs">
                <AddressChip address={item.contract_address} />
              </span>
              {item.folded && <StatusPill tone="bad" text={t('nft.lures')} />}
            </span>
          </li>
        ))}
      </ul>
      {more > 0n && <p className="text-mut text-xs">{t('tx.nft.more', { number: String(more) })}</p>}
      <p className="text-mut text-xs">{t('nft.drawnAnew')}</p>
    </section>
  );
}
