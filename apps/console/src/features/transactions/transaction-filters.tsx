import { filterMost, transactionType } from '@holdfast/contract';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../lib/query.ts';
import { useWalletNames } from '../../lib/wallet-names.ts';
import { type Coin, coinKey, coinOfKey, useWalletCoin } from '../../lib/wallets.ts';
import type { Choice } from '../../ui/choice-list.tsx';
import { DaySpan, type Days, useDayChips } from '../../ui/day-span.tsx';
import { FilterBar, type FilterChip } from '../../ui/filters.tsx';
import { ManySelect } from '../../ui/many-select.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { Select } from '../../ui/select.tsx';
import { WalletsSelect } from '../../ui/wallets-select.tsx';
import { InitiatorSelect, useInitiators } from './initiator-select.tsx';
import { TransactionOffers } from './transaction-offers.tsx';
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

interface TransactionFiltersProps {
  readonly filter: TransactionFilter;
  readonly onChange: (change: { readonly [K in keyof TransactionFilter]: TransactionFilter[K] | undefined }) => void;
  readonly onClear: () => void;
  readonly tools: ReactNode;
}

const any = 'any';
const orderNames = Object.keys(listOrders) as (keyof typeof listOrders)[];
const compact = 'w-auto min-w-32';
const bounded = `${compact} md:max-w-60`;

/** Type, coins, wallets, statuses, who asked, days and search; `/` goes to the search. */
export function TransactionFilters({ filter, onChange, onClear, tools }: TransactionFiltersProps): ReactNode {
  const { t } = useTranslation();
  const { coins } = useWalletCoin([]);
  const choices = coinChoices(coins, valuesOf(filter.symbol));
  const tags = useApi('transaction', 'tags', {}, { quiet: true }).data?.list ?? [];
  const days = {
    first: filter.from,
    last: filter.to,
    onDays: ({ first: from, last: to }: Days) => onChange({ from, to }),
  };
  const dayChips = useDayChips(days);
  const number = (value: string): number | undefined => (value === any ? undefined : Number(value));
  return (
    <FilterBar chips={[...useChips(filter, coins, onChange), ...dayChips]} onClear={onClear} tools={tools}>
      <SearchBox value={filter.q} label={t('tx.search')} onSearch={(q) => onChange({ q })}>
        {(box) => <TransactionOffers box={box} filter={filter} coins={choices} onChange={onChange} />}
      </SearchBox>
      <Select
        aria-label={t('tx.column.type')}
        className={compact}
        value={String(filter.type ?? any)}
        onValueChange={(value) => {
          onChange({ ...withType(number(value)), status: undefined, customer: undefined });
        }}
        items={[
          { value: any, label: t('tx.anyType') },
          ...Object.values(transactionType).map((type) => ({ value: String(type), label: t(typeText(type)) })),
        ]}
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
        <Select
          aria-label={t('tx.note.tag')}
          className={compact}
          value={filter.tag ?? any}
          onValueChange={(value) => onChange({ tag: value === any ? undefined : value })}
          items={[
            { value: any, label: t('tx.note.anyTag') },
            ...tags.map(({ tag, count }) => ({ value: tag, label: tag, detail: String(count) })),
          ]}
        />
      )}
      <DaySpan {...days} />
      {/* Wide screens have the column of values, whose heading does the same. */}
      <Select
        aria-label={t('tx.order')}
        className={`${compact} xl:hidden`}
        value={filter.order ?? 'newest'}
        onValueChange={(value) => onChange({ order: listOrders[value as keyof typeof listOrders].address })}
        items={orderNames.map((name) => ({ value: name, label: t(`tx.order.${name}`) }))}
      />
      {filter.type === transactionType.deposit && (
        <Select
          aria-label={t('tx.customer')}
          className={compact}
          value={filter.customer ?? any}
          onValueChange={(value) =>
            onChange({ customer: value === any ? undefined : value === 'known' ? value : 'unknown' })
          }
          items={[
            { value: any, label: t('tx.customer.any') },
            { value: 'known', label: t('tx.customer.known') },
            { value: 'unknown', label: t('tx.customer.unknown') },
          ]}
        />
      )}
    </FilterBar>
  );
}

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
  const { type, symbol, status, wallet, initiator, customer, tag, q, order } = filter;
  const initiators = useInitiators(initiator !== undefined);
  const choices = coinChoices(coins, valuesOf(symbol));
  const coinText = (value: string): string => choices.find(({ id }) => id === value)?.name ?? value;
  const parts: readonly (Part | false)[] = [
    type !== undefined && { key: 'type', text: t(typeText(type)) },
    ...valuesOf(symbol).map((value): Part => ({ key: 'symbol', value, text: coinText(value) })),
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
    q !== undefined && { key: 'q', text: q },
    order !== undefined && { key: 'order', text: t(`tx.order.${order}`) },
  ];
  return parts
    .filter((part) => part !== false)
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
