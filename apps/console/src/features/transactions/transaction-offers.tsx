import { filterMost } from '@holdfast/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FilterOffers } from '../../ui/filter-offers.tsx';
import type { TypedBox } from '../../ui/search-box.tsx';
import type { SearchOffer } from '../../ui/search-offers.ts';
import { useInitiators } from './initiator-select.tsx';
import { isAskedFor, numbersOf, statusChoices, type TransactionFilter, textOf, typeText, withType } from './view.ts';

interface TransactionOffersProps {
  readonly box: TypedBox;
  readonly filter: TransactionFilter;
  readonly onChange: (change: { readonly [K in keyof TransactionFilter]: TransactionFilter[K] | undefined }) => void;
}

/** Statuses and who asked stand in every row, but no search for words finds them: they are offered as filters. */
export function TransactionOffers({ box, filter, onChange }: TransactionOffersProps): ReactNode {
  const { t } = useTranslation();
  const isOf = isAskedFor(filter.type);
  const initiators = useInitiators(isOf && box.text !== '');
  const chosen = filter.type === undefined ? [] : numbersOf(filter.status);
  const statuses = chosen.length < filterMost ? statusChoices(filter.type) : [];
  const offers: readonly SearchOffer[] = [
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
