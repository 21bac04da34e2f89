import { transactionType } from '@holdfast/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../lib/query.ts';
import { useWalletNames } from '../../lib/wallet-names.ts';
import { type Coin, coinKey, coinOfKey, useWalletCoin } from '../../lib/wallets.ts';
import { DaySpan, useDayChips } from '../../ui/day-span.tsx';
import { FilterBar, type FilterChip } from '../../ui/filters.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { Select } from '../../ui/select.tsx';
import { WalletSelect } from '../../ui/wallet-select.tsx';
import { statusChoices, statusView, type TransactionFilter, typeText } from './view.ts';

interface TransactionFiltersProps {
  readonly filter: TransactionFilter;
  readonly onChange: (change: { readonly [K in keyof TransactionFilter]: TransactionFilter[K] | undefined }) => void;
  readonly onClear: () => void;
  readonly tools: ReactNode;
}

const any = 'any';
const compact = 'w-auto min-w-32';

/** Type, coin, wallet, status, days and search; `/` goes to the search. */
export function TransactionFilters({ filter, onChange, onClear, tools }: TransactionFiltersProps): ReactNode {
  const { t } = useTranslation();
  const { coins } = useWalletCoin([]);
  const tags = useApi('transaction', 'tags', {}, { quiet: true }).data?.list ?? [];
  const statuses = statusChoices(filter.type).map(({ type, status, text }) => ({
    value: `${type}:${status}`,
    label: filter.type === undefined ? `${t(typeText(type))} · ${t(text)}` : t(text),
    type,
    status,
  }));
  const days = {
    first: filter.from,
    last: filter.to,
    onFirst: (from: string | undefined) => onChange({ from }),
    onLast: (to: string | undefined) => onChange({ to }),
  };
  const dayChips = useDayChips(days);
  const number = (value: string): number | undefined => (value === any ? undefined : Number(value));
  return (
    <FilterBar chips={[...useChips(filter, coins, onChange), ...dayChips]} onClear={onClear} tools={tools}>
      <SearchBox value={filter.q} label={t('tx.search')} onSearch={(q) => onChange({ q })} />
      <Select
        aria-label={t('tx.column.type')}
        className={compact}
        value={String(filter.type ?? any)}
        onValueChange={(value) => onChange({ type: number(value), status: undefined, customer: undefined })}
        items={[
          { value: any, label: t('tx.anyType') },
          ...Object.values(transactionType).map((type) => ({ value: String(type), label: t(typeText(type)) })),
        ]}
      />
      <Select
        aria-label={t('common.coin')}
        className={compact}
        value={filter.symbol ?? any}
        onValueChange={(value) => onChange({ symbol: value === any ? undefined : value })}
        items={[{ value: any, label: t('tx.anyCoin') }, ...coinChoices(coins, filter.symbol)]}
      />
      <WalletSelect
        aria-label={t('common.subWallet')}
        className={compact}
        value={filter.wallet ?? null}
        onChange={(id) => onChange({ wallet: id ?? undefined })}
        any={t('tx.anyWallet')}
      />
      <Select
        aria-label={t('tx.column.status')}
        className={compact}
        value={statuses.find(({ type, status }) => type === filter.type && status === filter.status)?.value ?? any}
        onValueChange={(value) => {
          const chosen = statuses.find((one) => one.value === value);
          onChange(chosen ? { type: chosen.type, status: chosen.status } : { status: undefined });
        }}
        items={[{ value: any, label: t('tx.anyStatus') }, ...statuses]}
      />
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

/** Each coin by its place, with its network where others have its symbol; a link may name a symbol alone. */
function coinChoices(coins: readonly Coin[], chosen = ''): { readonly value: string; readonly label: string }[] {
  const isAlone = ({ symbol }: Coin): boolean => coins.filter((one) => one.symbol === symbol).length === 1;
  const each = coins.map((coin) => ({
    value: coinKey(coin),
    label: isAlone(coin) ? coin.symbol_alias : `${coin.symbol_alias} · ${coin.coin_net}`,
  }));
  const isListed = chosen === '' || each.some(({ value }) => value === chosen);
  return isListed ? each : [...each, { value: chosen, label: coinOfKey(chosen).symbol }];
}

function useChips(
  filter: TransactionFilter,
  coins: readonly Coin[],
  onChange: TransactionFiltersProps['onChange'],
): FilterChip[] {
  const { t } = useTranslation();
  const walletName = useWalletNames();
  const { type, symbol, status, wallet, customer, tag, q } = filter;
  const chips = [
    type !== undefined && { key: 'type', text: t(typeText(type)) },
    symbol !== undefined && {
      key: 'symbol',
      text: coinChoices(coins, symbol).find(({ value }) => value === symbol)?.label ?? symbol,
    },
    wallet !== undefined && { key: 'wallet', text: walletName(wallet) ?? String(wallet) },
    status !== undefined && { key: 'status', text: t(statusView(type ?? 0, status).text) },
    customer !== undefined && { key: 'customer', text: t(`tx.customer.${customer}`) },
    tag !== undefined && { key: 'tag', text: tag },
    q !== undefined && { key: 'q', text: q },
  ];
  return chips
    .filter((chip) => chip !== false)
    .map((chip) => ({
      ...chip,
      onRemove: () =>
        onChange({ [chip.key]: undefined, ...(chip.key === 'type' ? { status: undefined, customer: undefined } : {}) }),
    }));
}
