import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { knownAreas } from '../../lib/area.ts';
import { useApi } from '../../lib/query.ts';
import { DaySpan, type Days, useDayChips } from '../../ui/day-span.tsx';
import { FilterBar } from '../../ui/filters.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { Select } from '../../ui/select.tsx';
import type { OperationFilter } from './view.ts';

/** Parts of the log, as every area names its own. */
export const logParts = () => knownAreas().flatMap(({ log = [] }) => log);

const any = '';
/** No filter, by the names in the address bar. */
export const noOperations = { area: undefined, person: undefined, oq: undefined, since: undefined, until: undefined };

interface OperationFiltersProps {
  readonly filter: OperationFilter;
  /** By the names that stand in the address bar. */
  readonly onChange: (next: Readonly<Record<string, string | undefined>>) => void;
}

function useChips({ filter, onChange }: OperationFiltersProps, nameOf: (id: string) => string) {
  const { t } = useTranslation(['translation', 'tools']);
  const { area, person, words } = filter;
  const part = logParts().find((one) => one.part === area);
  const chips = [
    part && { key: 'area', text: t(part.text) },
    person && { key: 'person', text: nameOf(person) },
    words && { key: 'oq', text: words },
  ];
  return chips
    .filter((chip) => typeof chip === 'object')
    .map((chip) => ({ ...chip, onRemove: () => onChange({ [chip.key]: undefined }) }));
}

/** Part of the log, person, days and words. */
export function OperationFilters(props: OperationFiltersProps): ReactNode {
  const { filter, onChange } = props;
  const { t } = useTranslation(['translation', 'tools']);
  const members = useApi('team', 'list', {}, { quiet: true }).data?.list ?? [];
  const days = {
    first: filter.since,
    last: filter.until,
    onDays: ({ first: since, last: until }: Days) => onChange({ since, until }),
  };
  const dayChips = useDayChips(days);
  const chips = useChips(props, (id) => members.find(({ member_id }) => member_id === id)?.name ?? id);
  return (
    <FilterBar chips={[...chips, ...dayChips]} onClear={() => onChange(noOperations)}>
      <SearchBox second value={filter.words} label={t('tools:op.search')} onSearch={(oq) => onChange({ oq })} />
      <Select
        aria-label={t('tools:op.area')}
        className="w-auto min-w-32"
        value={filter.area ?? any}
        onValueChange={(value) => onChange({ area: value === any ? undefined : value })}
        items={[
          { value: any, label: t('tools:op.any') },
          ...logParts().map((one) => ({ value: one.part, label: t(one.text) })),
        ]}
      />
      <Select
        aria-label={t('tools:op.person')}
        className="w-auto min-w-32"
        value={filter.person ?? any}
        onValueChange={(value) => onChange({ person: value === any ? undefined : value })}
        items={[
          { value: any, label: t('tools:op.anyone') },
          ...members.map(({ member_id, name }) => ({ value: member_id, label: name })),
        ]}
      />
      <DaySpan {...days} />
    </FilterBar>
  );
}
