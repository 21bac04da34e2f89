import { filterMost, transactionType } from '@holdfast/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Choice } from '../../ui/choice-list.tsx';
import { FilterOffers } from '../../ui/filter-offers.tsx';
import type { TypedBox } from '../../ui/search-box.tsx';
import type { SearchOffer } from '../../ui/search-offers.ts';
import { useInitiators } from './initiator-select.tsx';
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

interface TransactionOffersProps {
  readonly box: TypedBox;
  readonly filter: TransactionFilter;
  /** What the filter of coins has to choose from. */
  readonly coins: readonly Choice<string>[];
  readonly onChange: (change: { readonly [K in keyof TransactionFilter]: TransactionFilter[K] | undefined }) => void;
}

/** Types, coins, statuses and who asked stand in every row, but no search for words finds them: they are offered as filters. */
export function TransactionOffers({ box, filter, coins, onChange }: TransactionOffersProps): ReactNode {
  const { t } = useTranslation();
  const isOf = isAskedFor(filter.type);
  const initiators = useInitiators(isOf && box.text !== '');
  const chosen = filter.type === undefined ? [] : numbersOf(filter.status);
  const statuses = chosen.length < filterMost ? statusChoices(filter.type) : [];
  const chosenCoins = valuesOf(filter.symbol);
  const offers: readonly SearchOffer[] = [
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
    ...statuses
      .filter(({ status }) => !chosen.includes(status))
      .map(({ type, status, text }) => ({
        key: `status:${type}:${status}`,
        what: t('tx.column.status'),
        name: t(text),
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
  return <FilterOffers box={box} offers={offers} />;
}
