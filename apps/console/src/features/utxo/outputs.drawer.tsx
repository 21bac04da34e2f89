import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePermission } from '../../lib/permission.ts';
import { useApi } from '../../lib/query.ts';
import { type Coin, type CoinName, coinKey, subWalletIdOf, useWalletCoin } from '../../lib/wallets.ts';
import { Button } from '../../ui/button.tsx';
import { Amount } from '../../ui/display.tsx';
import { DrawerBody, type DrawerProps, useDrawers } from '../../ui/drawers.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/feedback.tsx';
import { NativeSelect } from '../../ui/native-select.tsx';
import { Pager } from '../../ui/pager.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { ChosenBar } from './chosen-bar.tsx';
import { Consolidation } from './consolidation.tsx';
import { ExportOutputs } from './export-outputs.tsx';
import { OutputItem } from './output-item.tsx';
import { UnconfirmedChange } from './unconfirmed-change.tsx';
import { type Found, isPayable, isState, type OutputRow, type OutputState, outpointOf } from './view.ts';

const rowsOfPage = 20;
const sorts = ['amount.desc', 'amount.asc', 'age.desc', 'age.asc'] as const;
type SortKey = (typeof sorts)[number];
const isSort = (text: string): text is SortKey => (sorts as readonly string[]).includes(text);

/** In place of a coin: the one that there is. */
const anyCoin = 'any';

/** `outputs:<coin>:<sub-wallet>[:<state>]`: the outputs of which a balance is made, one by one. */
export default function OutputsDrawer({ args }: DrawerProps): ReactNode {
  const { t } = useTranslation();
  const { subWalletId, coins, error, retry, ...named } = useWalletCoin(args);
  const isOutputs = ({ coin_type, contract_address }: Coin): boolean => coin_type === 1 && contract_address === '';
  // A notice names no coin: it is of the one that is made of outputs.
  const coin = args[0] === anyCoin ? coins.find(isOutputs) : named.coin;
  const name = coin && { symbol: coin.symbol, chain_id: coin.chain_id, contract_address: coin.contract_address };
  if (error) return <ErrorState error={error} onRetry={retry} />;
  if (subWalletId === null || !name || !coin) return <Skeleton className="h-64 w-full" />;
  if (!isOutputs(coin))
    return <EmptyState title={t('utxo.notHere')} text={t('utxo.notHereText', { symbol: coin.symbol })} />;
  return <Outputs key={`${subWalletId} ${coinKey(name)}`} subWalletId={subWalletId} coin={name} state={args[2]} />;
}

interface OutputsProps {
  readonly subWalletId: number;
  readonly coin: CoinName;
  /** Of the address; anything but a state is all of them. */
  readonly state: string | undefined;
}

/** What is asked for: the state stands in the address, the rest goes with the drawer. */
function useAsked({ subWalletId, coin, state: wanted }: OutputsProps) {
  const drawers = useDrawers();
  const [keyword, setKeyword] = useState<string>();
  const [sort, setSort] = useState<SortKey>('amount.desc');
  const [page, setPage] = useState(1);
  const state = isState(wanted) ? wanted : undefined;
  const [by, order] = sort.split('.') as ['amount' | 'age', 'asc' | 'desc'];
  const anew = <T,>(set: (value: T) => void) => {
    return (value: T): void => {
      set(value);
      setPage(1);
    };
  };
  return {
    state,
    keyword,
    sort,
    page,
    filter: { ...(state ? { state } : {}), ...(keyword === undefined ? {} : { keyword }), sort: by, order },
    setPage,
    setKeyword: anew(setKeyword),
    setSort: anew(setSort),
    setState: anew((next: OutputState | undefined) =>
      drawers.replace('outputs', coinKey(coin), String(subWalletId), ...(next ? [next] : [])),
    ),
  };
}

function Outputs(props: OutputsProps): ReactNode {
  const { subWalletId, coin } = props;
  const { t } = useTranslation();
  const asked = useAsked(props);
  const [chosen, setChosen] = useState<readonly OutputRow[]>([]);
  const mayPay = usePermission('withdraw.create', subWalletId);
  const place = { sub_wallet_id: subWalletIdOf(subWalletId), ...coin };
  const { data, error, refetch } = useApi(
    'utxo',
    'list',
    { ...place, ...asked.filter, page_no: asked.page, page_size: rowsOfPage },
    { quiet: true, keep: true },
  );
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-64 w-full" />;
  if (data.sums.length === 0)
    return <EmptyState title={t('utxo.none')} text={t('utxo.noneText', { symbol: coin.symbol })} />;
  return (
    <DrawerBody
      footer={
        chosen.length > 0 && <ChosenBar chosen={chosen} coin={coin} subWalletId={subWalletId} most={data.max_inputs} />
      }
    >
      <Facts found={data} symbol={coin.symbol} />
      <Consolidation found={data} coin={coin} subWalletId={subWalletId} />
      <UnconfirmedChange found={data} coin={coin} subWalletId={subWalletId} />
      <States found={data} chosen={asked.state} onChoose={asked.setState} />
      <div className="flex flex-wrap items-center gap-2">
        <SearchBox value={asked.keyword} label={t('utxo.search')} max={128} second onSearch={asked.setKeyword} />
        <NativeSelect
          label={t('utxo.sort')}
          value={asked.sort}
          onValueChange={(value) => isSort(value) && asked.setSort(value)}
          items={sorts.map((value) => ({ value, label: t(`utxo.sort.${value}`) }))}
        />
        <ExportOutputs place={place} filter={asked.filter} />
        {mayPay && <PayForButton coin={coin} subWalletId={subWalletId} />}
      </div>
      {data.list.length === 0 ? (
        <p className="py-4 text-center text-mut">{t('utxo.noneFits')}</p>
      ) : (
        <div className="overflow-hidden rounded-lg border border-line">
          <ul aria-label={t('utxo.title')}>
            {data.list.map((row) => (
              <OutputItem
                key={outpointOf(row)}
                row={row}
                coin={coin}
                subWalletId={subWalletId}
                chosen={chosen.some((one) => outpointOf(one) === outpointOf(row))}
                onChoose={
                  mayPay && isPayable(row)
                    ? (on) =>
                        setChosen([
                          ...chosen.filter((one) => outpointOf(one) !== outpointOf(row)),
                          ...(on ? [row] : []),
                        ])
                    : undefined
                }
              />
            ))}
          </ul>
          {data.pageTotal > 1 && (
            <Pager page={asked.page} pages={data.pageTotal} total={data.total} onPage={asked.setPage} />
          )}
        </div>
      )}
    </DrawerBody>
  );
}

/** A payment that is on its way here is not listed before a block has it: it is named by its id. */
function PayForButton({ coin, subWalletId }: { coin: CoinName; subWalletId: number }): ReactNode {
  const { t } = useTranslation();
  const drawers = useDrawers();
  return (
    <Button size="sm" onClick={() => drawers.push('payFor', coinKey(coin), String(subWalletId))}>
      {t('tx.child.button')}
    </Button>
  );
}

/** What is dust now, and by which rate. */
function Facts({ found, symbol }: { found: Found; symbol: string }): ReactNode {
  const { t } = useTranslation();
  const { dust_limit: limit, fee_rate: rate, fee_unit: unit } = found;
  return (
    <p className="text-mut text-xs">
      {rate === ''
        ? t('utxo.dustNoRate', { limit, symbol })
        : t('utxo.dustAt', { limit, symbol, rate: `${rate} ${unit}` })}
    </p>
  );
}

interface StatesProps {
  readonly found: Found;
  readonly chosen: OutputState | undefined;
  readonly onChoose: (state: OutputState | undefined) => void;
}

/** How much there is of each state; a press shows only those. */
function States({ found, chosen, onChoose }: StatesProps): ReactNode {
  const { t } = useTranslation();
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">{t('utxo.states')}</legend>
      {found.sums.map(({ state, count, amount }) => (
        <Button
          key={state}
          size="sm"
          aria-pressed={state === chosen}
          className="aria-pressed:border-acc aria-pressed:bg-accs"
          onClick={() => onChoose(state === chosen ? undefined : state)}
        >
          {t(`utxo.state.${state}`)}
          <span className="text-mut">
            {count} · <Amount value={amount} />
          </span>
        </Button>
      ))}
    </fieldset>
  );
}
