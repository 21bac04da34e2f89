import { filterMost, transactionType } from '@holdfast/contract';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyScreen } from '../../lib/lazy.ts';
import { useApi } from '../../lib/query.ts';
import { useWalletNames } from '../../lib/wallet-names.ts';
import { type Coin, coinKey, coinOfKey, useWalletCoin } from '../../lib/wallets.ts';
import { ChoiceBox } from '../../ui/choice-box.tsx';
import type { Choice } from '../../ui/choice-list.tsx';
import { DaySpan, type Days, useDayChips } from '../../ui/day-span.tsx';
import { FilterBar, type FilterChip } from '../../ui/filters.tsx';
import { ManySelect } from '../../ui/many-select.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { Select } from '../../ui/select.tsx';
import { WalletsSelect } from '../../ui/wallets-select.tsx';
import { InitiatorSelect, useInitiators } from './initiator-select.tsx';
import {
  isAskedFor,
  listOrders,
  numbersOf,
  statusChoices,
  statusView,
  type TransactionFilter,
  textOf,
  typeText,
  valuesOf,
  withType,
} from './view.ts';
import { readWorth, worthAddress, worthText } from './worth-span.ts';

/** When somebody types. */
const Offers = lazyScreen(async () => ({ default: (await import('./transaction-offers.tsx')).TransactionOffers }));
/** When it is opened, with its texts. */
const WorthPanel = lazyScreen(() => import('./worth-panel.tsx'), ['tools']);

interface TransactionFiltersProps {
  readonly filter: TransactionFilter;
  readonly onChange: (change: { readonly [K in keyof TransactionFilter]: TransactionFilter[K] | undefined }) => void;
  readonly onClear: () => void;
  readonly tools: ReactNode;
}

/** No chain, tag or type is called so: each begins with a letter or a digit. */
const any = '*';
const customerStates = ['known', 'unknown'] as const;
const orderNames = Object.keys(listOrders) as (keyof typeof listOrders)[];
const compact = 'w-auto min-w-32';
const bounded = `${compact} md:max-w-60`;

/** Type, coins, wallets, statuses, who asked, days and search; `/` goes to the search. */
export function TransactionFilters({ filter, onChange, onClear, tools }: TransactionFiltersProps): ReactNode {
  const { t } = useTranslation();
  const { coins } = useWalletCoin([]);
  const choices = coinChoices(coins, valuesOf(filter.symbol));
  const networks = networkChoices(coins, filter.net);
  const tags = useApi('transaction', 'tags', {}, { quiet: true }).data?.list ?? [];
  const days = {
    first: filter.from,
    last: filter.to,
    onDays: ({ first: from, last: to }: Days) => onChange({ from, to }),
  };
  const dayChips = useDayChips(days);
  return (
    <FilterBar chips={[...useChips(filter, coins, onChange), ...dayChips]} onClear={onClear} tools={tools}>
      <SearchBox value={filter.q} label={t('tx.search')} onSearch={(q) => onChange({ q })}>
        {(box) => (
          <Suspense>{box.text !== '' && <Offers {...{ box, filter, networks, onChange }} coins={choices} />}</Suspense>
        )}
      </SearchBox>
      <OneSelect
        label={t('tx.column.type')}
        none={t('tx.anyType')}
        chosen={filter.type === undefined ? undefined : String(filter.type)}
        choices={Object.values(transactionType).map((type) => ({ id: String(type), name: t(typeText(type)) }))}
        onChange={(type) =>
          onChange({
            ...withType(type === undefined ? undefined : Number(type)),
            status: undefined,
            customer: undefined,
          })
        }
      />
      <ManySelect
        aria-label={t('common.coin')}
        className={bounded}
        any={t('tx.anyCoin')}
        choices={choices}
        chosen={valuesOf(filter.symbol)}
        onChange={(chosen) => onChange({ symbol: textOf(chosen) })}
        most={filterMost}
      />
      {/* Until they are known its place is kept. */}
      {networks.length !== 1 && (
        <OneSelect
          label={t('common.network')}
          none={t('tx.anyNetwork')}
          chosen={filter.net}
          choices={networks}
          onChange={(net) => onChange({ net })}
        />
      )}
      <WalletsSelect
        aria-label={t('common.subWallet')}
        className={bounded}
        any={t('tx.anyWallet')}
        chosen={numbersOf(filter.wallet)}
        onChange={(chosen) => onChange({ wallet: textOf(chosen) })}
        most={filterMost}
      />
      <StatusSelect filter={filter} onChange={onChange} />
      {isAskedFor(filter.type) && (
        <InitiatorSelect
          className={bounded}
          chosen={filter.initiator}
          onChange={(initiator) => onChange({ initiator })}
        />
      )}
      {tags.length > 0 && (
        <OneSelect
          label={t('tx.note.tag')}
          none={t('tx.note.anyTag')}
          chosen={filter.tag}
          choices={tags.map(({ tag, count }) => ({ id: tag, name: tag, detail: String(count) }))}
          onChange={(tag) => onChange({ tag })}
        />
      )}
      <WorthSelect worth={filter.worth} onChange={(worth) => onChange({ worth })} />
      <DaySpan {...days} />
      <OrderSelect order={filter.order} onChange={(order) => onChange({ order })} />
      {filter.type === transactionType.deposit && (
        <OneSelect
          label={t('tx.customer')}
          none={t('tx.customer.any')}
          chosen={filter.customer}
          choices={customerStates.map((state) => ({ id: state, name: t(`tx.customer.${state}`) }))}
          onChange={(chosen) => onChange({ customer: customerStates.find((state) => state === chosen) })}
        />
      )}
    </FilterBar>
  );
}

interface WorthSelectProps {
  /** As it stands in the address. */
  readonly worth: string | undefined;
  readonly onChange: (worth: string | undefined) => void;
}

/** What rows are worth, from and to. */
function WorthSelect({ worth, onChange }: WorthSelectProps): ReactNode {
  const { t } = useTranslation();
  const span = readWorth(worth);
  return (
    <ChoiceBox
      aria-label={t('tx.column.value')}
      className={bounded}
      opens="dialog"
      name={span ? worthText(span) : t('tx.anyWorth')}
    >
      {(id, close) => (
        <Suspense fallback={null}>
          <WorthPanel
            id={id}
            span={span}
            onClose={close}
            onSpan={(next) => {
              onChange(worthAddress(next));
              close();
            }}
          />
        </Suspense>
      )}
    </ChoiceBox>
  );
}

interface OrderSelectProps {
  readonly order: TransactionFilter['order'];
  readonly onChange: (order: TransactionFilter['order']) => void;
}

/** Wide screens have the column of values, whose heading does the same. */
function OrderSelect({ order, onChange }: OrderSelectProps): ReactNode {
  const { t } = useTranslation();
  return (
    <Select
      aria-label={t('tx.order')}
      className={`${compact} xl:hidden`}
      value={order ?? 'newest'}
      onValueChange={(value) => onChange(listOrders[value as keyof typeof listOrders].address)}
      items={orderNames.map((name) => ({ value: name, label: t(`tx.order.${name}`) }))}
    />
  );
}

interface OneSelectProps {
  readonly label: string;
  /** What stands for none in particular. */
  readonly none: string;
  readonly chosen: string | undefined;
  readonly choices: readonly (Choice<string> & { readonly detail?: string })[];
  readonly onChange: (chosen: string | undefined) => void;
}

/** One of what is listed, or none in particular. */
const OneSelect = ({ label, none, chosen, choices, onChange }: OneSelectProps): ReactNode => (
  <Select
    aria-label={label}
    className={compact}
    value={chosen ?? any}
    onValueChange={(value) => onChange(value === any ? undefined : value)}
    items={[
      { value: any, label: none },
      ...choices.map(({ id, name, ...more }) => ({ value: id, label: name, ...more })),
    ]}
  />
);

/** Statuses of one type: where none is chosen, that of the status which is chosen. The choices stay as they were when the list opened. */
function StatusSelect({ filter, onChange }: Pick<TransactionFiltersProps, 'filter' | 'onChange'>): ReactNode {
  const { t } = useTranslation();
  const [opened, setOpened] = useState<{ readonly type: number | undefined } | null>(null);
  const { type } = opened ?? filter;
  const choices = statusChoices(type).map(({ type: of, status, text }) => ({
    id: `${of}:${status}`,
    name: type === undefined ? `${t(typeText(of))} · ${t(text)}` : t(text),
  }));
  return (
    <ManySelect
      aria-label={t('tx.column.status')}
      className={bounded}
      any={t('tx.anyStatus')}
      choices={choices}
      chosen={filter.type === undefined ? [] : valuesOf(filter.status).map((status) => `${filter.type}:${status}`)}
      onChange={(chosen) => {
        const pairs = chosen.map((key) => key.split(':').map(Number));
        const [last] = pairs.at(-1) ?? [];
        const statuses = pairs.flatMap(([of, status]) => (of === last && status !== undefined ? [status] : []));
        onChange(last === undefined ? { status: undefined } : { ...withType(last), status: textOf(statuses) });
      }}
      most={filterMost}
      onOpenChange={(open) => setOpened(open ? { type: filter.type } : null)}
    />
  );
}

/** Each coin by its place, with its network where others have its symbol; a link may name a symbol alone. */
export function coinChoices(coins: readonly Coin[], chosen: readonly string[]): readonly Choice<string>[] {
  const isAlone = ({ symbol }: Coin): boolean => coins.filter((one) => one.symbol === symbol).length === 1;
  const each = coins.map((coin) => ({
    id: coinKey(coin),
    name: isAlone(coin) ? coin.symbol_alias : `${coin.symbol_alias} · ${coin.coin_net}`,
  }));
  const others = chosen.filter((key) => !each.some(({ id }) => id === key));
  return [...each, ...others.map((key) => ({ id: key, name: coinOfKey(key).symbol }))];
}

/** Each network of the coins by its chain's id; a link may name another one. */
export function networkChoices(coins: readonly Coin[], chosen: string | undefined): readonly Choice<string>[] {
  const named = new Map(coins.map(({ chain_id, coin_net }) => [chain_id, coin_net]));
  if (chosen !== undefined && !named.has(chosen)) named.set(chosen, chosen);
  return [...named].map(([id, name]) => ({ id, name }));
}

interface Part {
  readonly key: keyof TransactionFilter;
  /** Of several the one that this is. */
  readonly value?: string;
  readonly text: string;
}

function useChips(
  filter: TransactionFilter,
  coins: readonly Coin[],
  onChange: TransactionFiltersProps['onChange'],
): FilterChip[] {
  const { t } = useTranslation();
  const walletName = useWalletNames();
  const { type, symbol, net, status, wallet, initiator, customer, tag, worth, q, order } = filter;
  const span = readWorth(worth);
  const initiators = useInitiators(initiator !== undefined);
  const choices = coinChoices(coins, valuesOf(symbol));
  const coinText = (value: string): string => choices.find(({ id }) => id === value)?.name ?? value;
  const parts: readonly (Part | false | undefined)[] = [
    type !== undefined && { key: 'type', text: t(typeText(type)) },
    ...valuesOf(symbol).map((value): Part => ({ key: 'symbol', value, text: coinText(value) })),
    net !== undefined && { key: 'net', text: networkChoices(coins, net).find(({ id }) => id === net)?.name ?? net },
    ...valuesOf(wallet).map((value): Part => ({ key: 'wallet', value, text: walletName(value) ?? value })),
    ...valuesOf(status).map(
      (value): Part => ({ key: 'status', value, text: t(statusView(type ?? 0, Number(value)).text) }),
    ),
    initiator !== undefined && {
      key: 'initiator',
      text: initiators.find(({ id }) => id === initiator)?.name ?? initiator,
    },
    customer !== undefined && { key: 'customer', text: t(`tx.customer.${customer}`) },
    tag !== undefined && { key: 'tag', text: tag },
    span && { key: 'worth', text: worthText(span) },
    q !== undefined && { key: 'q', text: q },
    order !== undefined && { key: 'order', text: t(`tx.order.${order}`) },
  ];
  return parts
    .filter((part) => typeof part === 'object')
    .map(({ key, value, text }) => ({
      key: `${key}:${value ?? ''}`,
      text,
      onRemove: () => onChange(without(filter, key, value)),
    }));
}

/** The change that takes one part of a filter away, and what goes with it. */
function without(filter: TransactionFilter, key: keyof TransactionFilter, value: string | undefined) {
  if (key === 'type') return { type: undefined, status: undefined, customer: undefined };
  if (value === undefined) return { [key]: undefined };
  const left = valuesOf(filter[key]).filter((other) => other !== value);
  return { [key]: key === 'symbol' ? textOf(left) : textOf(left.map(Number)) };
}
