import { filterMost, transactionType } from '@holdfast/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { usualDays } from '../../lib/days.ts';
import { daysIn, daysText } from '../../lib/written-days.ts';
import { Button } from '../../ui/button.tsx';
import type { Choice } from '../../ui/choice-list.tsx';
import { FilterOffers } from '../../ui/filter-offers.tsx';
import type { TypedBox } from '../../ui/search-box.tsx';
import { fitting, type SearchOffer } from '../../ui/search-offers.ts';
import { useInitiators } from './initiator-select.tsx';
import { useWalletsCalled } from './use-wallets-called.ts';
import {
  isAskedFor,
  numbersOf,
  statusChoices,
  type TransactionFilter,
  textOf,
  typeText,
  valuesOf,
  withType,
} from './view.ts';
import { spanIn, worthAddress, worthText } from './worth-span.ts';

interface OffersProps {
  readonly filter: TransactionFilter;
  /** What the filter of coins has to choose from. */
  readonly coins: readonly Choice<string>[];
  readonly networks: readonly Choice<string>[];
  readonly onChange: (change: { readonly [K in keyof TransactionFilter]: TransactionFilter[K] | undefined }) => void;
}

/** Spans that people ask for often, by their names, and a day or month that is written. */
function useDays(onChange: OffersProps['onChange'], words: string): readonly SearchOffer[] {
  const { t } = useTranslation();
  if (words === '') return [];
  const now = new Date();
  const written = daysIn(words, now);
  const usual = usualDays(now).map(({ name, ...days }) => ({ name: t(`day.${name}`), also: undefined, days }));
  const all = written ? [{ name: daysText(written), also: words, days: written }, ...usual] : usual;
  return all.map(({ name, also, days }) => ({
    ...{ key: `days:${name}`, what: t('tx.created'), name, also },
    pick: () => onChange({ from: days.first, to: days.last, q: undefined }),
  }));
}

/** Types, coins, networks, wallets, statuses and who asked stand in every row, but no search for words finds them: they are offered as filters. @param words that somebody types */
function useOffers({ filter, coins, networks, onChange }: OffersProps, words: string): readonly SearchOffer[] {
  const { t } = useTranslation();
  const isOf = isAskedFor(filter.type);
  const initiators = useInitiators(isOf && words !== '');
  const chosen = filter.type === undefined ? [] : numbersOf(filter.status);
  const statuses = chosen.length < filterMost ? statusChoices(filter.type) : [];
  const chosenCoins = valuesOf(filter.symbol);
  const chosenWallets = numbersOf(filter.wallet);
  const wallets = useWalletsCalled(chosenWallets.length < filterMost ? words : '');
  const span = spanIn(words);
  return [
    ...useDays(onChange, words),
    ...(span
      ? [
          {
            key: 'worth',
            what: t('tx.column.value'),
            name: worthText(span),
            // It is what is typed, in whatever way.
            also: words,
            pick: () => onChange({ worth: worthAddress(span), q: undefined }),
          },
        ]
      : []),
    ...Object.values(transactionType)
      .filter((type) => type !== filter.type)
      .map((type) => ({
        key: `type:${type}`,
        what: t('tx.column.type'),
        name: t(typeText(type)),
        // As where it is chosen: statuses and customers are those of one type.
        pick: () => onChange({ ...withType(type), status: undefined, customer: undefined, q: undefined }),
      })),
    ...(chosenCoins.length < filterMost ? coins : [])
      .filter(({ id }) => !chosenCoins.includes(id))
      .map(({ id, name }) => ({
        key: `coin:${id}`,
        what: t('common.coin'),
        name,
        pick: () => onChange({ symbol: textOf([...chosenCoins, id]), q: undefined }),
      })),
    ...(networks.length > 1 ? networks : [])
      .filter(({ id }) => id !== filter.net)
      .map(({ id, name }) => ({
        key: `network:${id}`,
        what: t('common.network'),
        name,
        pick: () => onChange({ net: id, q: undefined }),
      })),
    ...wallets
      .filter(({ id }) => !chosenWallets.includes(id))
      .map(({ id, name }) => ({
        key: `wallet:${id}`,
        what: t('common.subWallet'),
        name,
        pick: () => onChange({ wallet: textOf([...chosenWallets, id]), q: undefined }),
      })),
    ...statuses
      .filter(({ status }) => !chosen.includes(status))
      .map(({ type, status, text }) => ({
        key: `status:${type}:${status}`,
        what: t('tx.column.status'),
        name: t(text),
        // As the inbox says it.
        also: text === 'tx.status.done' ? t('tx.status.doneToo') : undefined,
        // A status is one of a type, and brings it where none is chosen.
        detail: filter.type === undefined ? t(typeText(type)) : undefined,
        pick: () => onChange({ ...withType(type), status: textOf([...chosen, status]), q: undefined }),
      })),
    ...(isOf ? initiators : [])
      .filter(({ id }) => id !== filter.initiator)
      .map(({ id, name }) => ({
        key: `initiator:${id}`,
        what: t('tx.initiator'),
        name,
        pick: () => onChange({ initiator: id, q: undefined }),
      })),
  ];
}

/** Under the box, while somebody types. */
export function TransactionOffers({ box, ...of }: OffersProps & { readonly box: TypedBox }): ReactNode {
  return <FilterOffers box={box} offers={useOffers(of, box.text)} />;
}

/** Where no transaction has the words: the filters that are called so, as buttons. */
export function OffersInstead({ words, ...of }: OffersProps & { readonly words: string }): ReactNode {
  const { t } = useTranslation();
  const found = fitting(words, useOffers(of, words)).filter(({ rest }) => rest === '');
  return found.map(({ one }) => (
    <Button key={one.key} onClick={one.pick}>
      {t('tx.filterInstead', { what: one.what, name: one.name })}
    </Button>
  ));
}
