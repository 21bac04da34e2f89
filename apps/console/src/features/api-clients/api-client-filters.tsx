import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FilterBar } from '../../ui/filters.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { Select } from '../../ui/select.tsx';
import { statuses } from './search.ts';
import type { ApiClientFilter } from './view.ts';

interface ApiClientFiltersProps {
  readonly filter: ApiClientFilter;
  readonly onChange: (change: { readonly [K in keyof ApiClientFilter]?: ApiClientFilter[K] | undefined }) => void;
  readonly onClear: () => void;
}

const any = 'any';

/** A text, and where an API client stands. */
export function ApiClientFilters({ filter, onChange, onClear }: ApiClientFiltersProps): ReactNode {
  const { t } = useTranslation(['translation', 'apiPage']);
  const { status, q } = filter;
  const chips = [
    status !== undefined && { key: 'status', text: t(`apiPage:status.${status}`) },
    q !== '' && { key: 'q', text: q },
  ]
    .filter((chip) => typeof chip === 'object')
    .map((chip) => ({ ...chip, onRemove: () => onChange({ [chip.key]: undefined }) }));
  return (
    <FilterBar chips={chips} onClear={onClear}>
      <SearchBox value={q} label={t('apiPage:search')} onSearch={(text) => onChange({ q: text })} />
      <Select
        aria-label={t('apiPage:column.status')}
        className="w-auto min-w-32"
        value={status ?? any}
        onValueChange={(value) => onChange({ status: statuses.find((one) => one === value) })}
        items={[
          { value: any, label: t('apiPage:anyStatus') },
          ...statuses.map((one) => ({ value: one, label: t(`apiPage:status.${one}`) })),
        ]}
      />
    </FilterBar>
  );
}
