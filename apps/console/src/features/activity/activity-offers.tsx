import { activityKinds } from '@holdfast/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FilterOffers } from '../../ui/filter-offers.tsx';
import type { TypedBox } from '../../ui/search-box.tsx';
import type { SearchOffer } from '../../ui/search-offers.ts';
import type { ActivityFilter } from './view.ts';

interface ActivityOffersProps {
  readonly box: TypedBox;
  readonly filter: ActivityFilter;
  readonly members: readonly { readonly member_id: string; readonly name: string }[];
  readonly onChange: (next: { readonly [K in keyof ActivityFilter]?: ActivityFilter[K] | undefined }) => void;
}

/** Who did it, and of which kind it is, stand in every line, but the search finds payees alone: they are offered as filters. */
export function ActivityOffers({ box, filter, members, onChange }: ActivityOffersProps): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const offers: readonly SearchOffer[] = [
    ...activityKinds
      .filter((kind) => kind !== filter.kind)
      .map((kind) => ({
        key: `kind:${kind}`,
        what: t('tools:activity.filter.kind'),
        name: t(`tools:activity.kind.${kind}`),
        pick: () => onChange({ kind, payee: undefined }),
      })),
    ...members
      .filter(({ member_id }) => member_id !== filter.person)
      .map(({ member_id, name }) => ({
        key: `person:${member_id}`,
        what: t('tools:activity.filter.person'),
        name,
        pick: () => onChange({ person: member_id, payee: undefined }),
      })),
  ];
  return <FilterOffers box={box} offers={offers} />;
}
