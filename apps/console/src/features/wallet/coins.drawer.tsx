import type { contract, Output } from '@holdfast/contract';
import { useMutation } from '@tanstack/react-query';
import { Plus, Star } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, isRefusal } from '../../lib/api.ts';
import { usePermission } from '../../lib/permission.ts';
import { queryClient, useApi } from '../../lib/query.ts';
import { useSession } from '../../lib/session.ts';
import { notify } from '../../lib/toasts.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { coinKey, subWalletIdOf } from '../../lib/wallets.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { cn } from '../../ui/cn.ts';
import { CoinIcon } from '../../ui/coin-icon.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { AddressBlocks } from '../../ui/display.tsx';
import { DrawerBody, useDrawers } from '../../ui/drawers.tsx';
import { Banner, ErrorState, Skeleton, StatusPill } from '../../ui/feedback.tsx';
import { Field, TextInput } from '../../ui/form.tsx';
import { useFocus } from './use-focus.ts';

type Found = Output<typeof contract.token.search>['list'][number];

const pauseMs = 300;
const longest = 128;

/** `coins`: finds a coin by symbol, name or contract, keeps favourites, and adds a token by its contract. */
export default function CoinsDrawer(): ReactNode {
  const { t } = useTranslation();
  const subWalletId = useSession((state) => state.subWalletId);
  const [text, setText] = useState('');
  const keyword = useDebounced(text.trim(), pauseMs);
  const focus = useApi(
    'wallet',
    'focusCoins',
    { sub_wallet_id: subWalletIdOf(subWalletId) },
    { enabled: subWalletId !== null, quiet: true },
  );
  const limit = useApi(
    'wallet',
    'focusLimit',
    { sub_wallet_id: subWalletIdOf(subWalletId) },
    { enabled: subWalletId !== null, quiet: true },
  );
  const { data, error, refetch } = useApi(
    'token',
    'search',
    { sub_wallet_id: subWalletIdOf(subWalletId), ...(keyword === '' ? {} : { keyword }) },
    { enabled: subWalletId !== null, quiet: true, keep: true },
  );
  return (
    <DrawerBody>
      <Field
        label={t('coins.search')}
        hint={t('coins.searchHint')}
        aside={focus.data && t('coins.favourites', { count: focus.data.focus_num, max: focus.data.focus_max })}
      >
        <TextInput
          type="search"
          maxLength={longest}
          value={text}
          onChange={({ target }) => setText(target.value)}
          enterKeyHint="search"
        />
      </Field>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-40 w-full" />}
      {data?.list.length === 0 && <p className="py-4 text-center text-mut">{t('coins.none')}</p>}
      {data && data.list.length > 0 && (
        <ul className="overflow-hidden rounded-lg border border-line">
          {data.list.map((coin) =>
            coin.added ? (
              <KnownCoin key={coinKey(coin)} coin={coin} subWalletId={subWalletId} full={limit.data?.pass === false} />
            ) : (
              <NewToken key={coinKey(coin)} token={coin} />
            ),
          )}
        </ul>
      )}
      {data && data.more > 0 && <p className="text-mut text-xs">{t('coins.more', { count: data.more })}</p>}
    </DrawerBody>
  );
}

interface KnownCoinProps {
  readonly coin: Found;
  readonly subWalletId: number | null;
  /** There are as many favourites as there may be. */
  readonly full: boolean;
}

function KnownCoin({ coin, subWalletId, full }: KnownCoinProps): ReactNode {
  const { t } = useTranslation();
  const drawers = useDrawers();
  const may = usePermission('focus.edit', subWalletId);
  const focus = useFocus(subWalletId);
  const { symbol } = coin;
  return (
    <li className="flex min-h-11 items-center gap-2.5 border-line2 border-b px-3 py-1.5 last:border-b-0">
      <CoinIcon symbol={symbol} />
      <button
        type="button"
        className="grid min-w-0 flex-1 text-left hover:text-acc"
        onClick={() => drawers.push('coin', coinKey(coin))}
      >
        <span className="flex flex-wrap items-center gap-x-2 font-medium">
          {symbol}
          <span className="font-normal text-mut">{coin.coin_net}</span>
        </span>
        <bdi className="truncate text-mut text-xs">{coin.name}</bdi>
      </button>
      {!coin.open && <StatusPill tone="idle" text={t('networks.state.closed')} />}
      {!coin.verified && <StatusPill tone="wait" text={t('coins.unverified')} />}
      {may && (
        <IconButton
          label={t(coin.is_focus ? 'coins.unstar' : 'coins.star', { symbol })}
          aria-pressed={coin.is_focus}
          busy={focus.busy}
          disabled={full && !coin.is_focus}
          onClick={() => focus.set(coin, !coin.is_focus)}
        >
          <Star aria-hidden className={cn(coin.is_focus && 'fill-current text-acc')} />
        </IconButton>
      )}
    </li>
  );
}

/** The two refusals that only say that it is there already. */
const isThere = (error: unknown): boolean =>
  isRefusal(error) && ['coinExists', 'duplicateCoinApplication'].includes(error.refusal ?? '');

/** A contract that is no coin here yet: what it says of itself, what is to be minded, and adding it. */
function NewToken({ token }: { token: Found }): ReactNode {
  const { t } = useTranslation();
  const may = usePermission('coin.open');
  const { symbol, chain_id, contract_address } = token;
  const add = useMutation({
    mutationFn: () => api.token.add({ base_symbol: token.base_symbol, chain_id, contract_address }),
    onSuccess: () => notify(t('coins.added', { symbol })),
    onError: (error) => isThere(error) && notify(t('coins.there', { symbol }), 'info'),
    onSettled: () =>
      Promise.all(['token', 'wallet'].map((area) => queryClient.invalidateQueries({ queryKey: [area] }))),
  });
  const ask = async (): Promise<void> => {
    const { result } = await confirm({
      type: token.warnings.length > 0 ? 'warning' : 'info',
      title: t('coins.addTitle', { symbol }),
      content: t('coins.addText', { symbol, count: token.decimals }),
      ...(token.warnings.length > 0 ? { acknowledge: t('coins.checked') } : {}),
      confirmText: t('coins.add'),
    });
    if (result === 'confirm') add.mutate();
  };
  return (
    <li className="grid gap-3 p-3">
      <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <CoinIcon symbol={symbol} />
        <span className="font-medium">{symbol}</span>
        <bdi className="min-w-0 break-words text-mut">{token.name}</bdi>
        <span className="text-mut">
          {token.coin_net} · {t('coins.decimals', { count: token.decimals })}
        </span>
      </span>
      <AddressBlocks address={contract_address} wide />
      {token.warnings.map((warning) => (
        <Banner key={warning} tone="warn">
          {t(`coins.warn.${warning}`, { symbol })}
        </Banner>
      ))}
      <p className="text-mut">{t('coins.saysItself')}</p>
      {may && (
        <Button variant="primary" className="justify-self-start" busy={add.isPending} onClick={() => void ask()}>
          <Plus aria-hidden />
          {t('coins.add')}
        </Button>
      )}
    </li>
  );
}
