import { keyMaterialStates } from '@holdfast/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FilterBar } from '../../ui/filters.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { Select } from '../../ui/select.tsx';
import { type RequestFilter, stateViews } from './view.ts';

interface RequestFiltersProps {
  readonly filter: RequestFilter;
  readonly onChange: (change: { readonly [K in keyof RequestFilter]?: RequestFilter[K] | undefined }) => void;
}

const any = 'any';

/** Words of a request, and how it stands. */
export function RequestFilters({ filter: { state, q }, onChange }: RequestFiltersProps): ReactNode {
  const { t } = useTranslation(['translation', 'privateKeyRecovery']);
  const chips = [
    state !== undefined && { key: 'state', text: t(stateViews[state].text) },
    q !== undefined && { key: 'q', text: q },
  ]
    .filter((chip) => typeof chip === 'object')
    .map((chip) => ({ ...chip, onRemove: () => onChange({ [chip.key]: undefined }) }));
  return (
    <FilterBar chips={chips} onClear={() => onChange({ state: undefined, q: undefined })}>
      <SearchBox value={q} label={t('privateKeyRecovery:search')} onSearch={(text) => onChange({ q: text })} />
      <Select
        aria-label={t('privateKeyRecovery:column.state')}
        className="w-auto min-w-36"
        value={state ?? any}
        onValueChange={(value) => onChange({ state: keyMaterialStates.find((one) => one === value) })}
        items={[
          { value: any, label: t('privateKeyRecovery:anyState') },
          ...keyMaterialStates.map((one) => ({ value: one, label: t(stateViews[one].text) })),
        ]}
      />
    </FilterBar>
  );
}
