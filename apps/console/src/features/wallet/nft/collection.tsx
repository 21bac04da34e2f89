import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLeft } from '../../../lib/half-written.ts';
import { usePermission } from '../../../lib/permission.ts';
import { useApi } from '../../../lib/query.ts';
import { subWalletIdOf } from '../../../lib/wallets.ts';
import { Button } from '../../../ui/button.tsx';
import { AddressChip } from '../../../ui/display.tsx';
import { DrawerBody, useDrawers } from '../../../ui/drawers.tsx';
import { Banner, ErrorState, Skeleton } from '../../../ui/feedback.tsx';
import { Checkbox } from '../../../ui/form.tsx';
import { LeftForm } from '../../../ui/left-form.tsx';
import { Picture } from '../../../ui/nft-picture.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { SearchBox } from '../../../ui/search-box.tsx';
import { leftIds, type Place, sendingPlace } from './rules.ts';
import { SendForm } from './send-form.tsx';

const pageSize = 24;
/** Of one transaction, or that one asks for at once. */
const mostChosen = 20;

/** What a wallet has of one collection; some of it can be chosen and sent. */
export function CollectionView({ place }: { place: Place }): ReactNode {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [sending, setSending] = useState<'new' | 'left'>();
  const { left, forget } = useLeft({ name: sendingPlace(place), read: leftIds });
  const { t } = useTranslation();
  if (sending) return <SendForm place={place} ids={chosen} goesOn={sending === 'left'} />;
  const goOn = (ids: readonly string[]): void => {
    setChosen(ids);
    setSending('left');
  };
  const offer = left && (
    <LeftForm parts={[t('nft.send', { count: left.length })]} onGoOn={() => goOn(left)} onForget={forget} />
  );
  return <Tokens place={place} chosen={chosen} above={offer} onChosen={setChosen} onSend={() => setSending('new')} />;
}

interface TokensProps {
  readonly place: Place;
  readonly chosen: readonly string[];
  readonly above: ReactNode;
  readonly onChosen: (ids: readonly string[]) => void;
  readonly onSend: () => void;
}

function Tokens({ place, chosen, above, onChosen, onSend }: TokensProps): ReactNode {
  const { t } = useTranslation();
  const { subWalletId, chain, contract } = place;
  const [keyword, setKeyword] = useState<string>();
  const [page, setPage] = useState(1);
  const mine = { sub_wallet_id: subWalletIdOf(subWalletId), chain_id: chain };
  const ask = { ...mine, contract_address: contract, keyword, page_no: page, page_size: pageSize };
  const { data, error, refetch } = useApi('nft', 'tokenList', ask, { quiet: true, keep: true });
  const of = useApi('nft', 'asset', { ...mine, keyword: contract }, { quiet: true }).data?.nft_list[0];
  const search = (text: string | undefined): void => {
    setKeyword(text);
    setPage(1);
  };
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <DrawerBody
      footer={
        chosen.length > 0 && (
          <>
            <Button onClick={() => onChosen([])}>{t('nft.stop')}</Button>
            <Button variant="primary" onClick={onSend}>
              {t('nft.send', { count: chosen.length })}
            </Button>
          </>
        )
      }
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <bdi className="font-semibold text-lg">{of?.name || t('nft.unnamed')}</bdi>
        <span className="text-mut">{of?.coin_net}</span>
        <AddressChip address={contract} />
      </div>
      {of?.lures && <Banner tone="bad">{t('nft.withSpam')}</Banner>}
      {above}
      <SearchBox second value={keyword} label={t('nft.searchIn')} max={128} onSearch={search} />
      {!data && <Skeleton className="h-40 w-full" />}
      {data?.total === 0 && <p>{t(keyword === undefined ? 'nft.gone' : 'nft.noneFits')}</p>}
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(150px,1fr))] gap-3">
        {data?.nft_token_list.map((token) => (
          <TokenTile key={token.token_id} place={place} token={token} chosen={chosen} onChosen={onChosen} />
        ))}
      </ul>
      {data && data.pageTotal > 1 && <Pager page={page} pages={data.pageTotal} total={data.total} onPage={setPage} />}
    </DrawerBody>
  );
}

interface TileProps extends Pick<TokensProps, 'place' | 'chosen' | 'onChosen'> {
  readonly token: {
    readonly token_id: string;
    readonly nft_name: string;
    readonly amount: string;
    readonly incoming: string;
  };
}

function TokenTile({ place, token, chosen, onChosen }: TileProps): ReactNode {
  const { t } = useTranslation();
  const drawers = useDrawers();
  const may = usePermission('withdraw.create', place.subWalletId);
  const { token_id: id, amount, incoming } = token;
  const name = token.nft_name || t('nft.noName', { id });
  const isChosen = chosen.includes(id);
  const { subWalletId, chain, contract } = place;
  return (
    <li className="grid content-start gap-1">
      <button
        type="button"
        className="grid w-full content-start gap-1.5 rounded-lg border border-line p-2 text-left hover:border-acc"
        onClick={() => drawers.push('nfts', String(subWalletId), chain, contract, id)}
      >
        <Picture {...place} id={id} name={name} />
        <bdi className="truncate font-medium">{name}</bdi>
        {amount !== '1' && amount !== '0' && <span className="text-mut text-xs">× {amount}</span>}
        {incoming !== '0' && <span className="text-mut text-xs">{t('nft.incoming', { count: Number(incoming) })}</span>}
      </button>
      {may && amount !== '0' && (
        <Checkbox
          label={<span className="sr-only">{t('nft.choose', { name })}</span>}
          checked={isChosen}
          disabled={!isChosen && chosen.length >= mostChosen}
          onChange={() => onChosen(isChosen ? chosen.filter((one) => one !== id) : [...chosen, id])}
        />
      )}
    </li>
  );
}
