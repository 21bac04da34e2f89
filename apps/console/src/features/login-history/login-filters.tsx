import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DaySpan, type Days, useDayChips } from '../../ui/day-span.tsx';
import { FilterBar, type FilterChip } from '../../ui/filters.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { Select } from '../../ui/select.tsx';
import type { LoginFilter } from './view.ts';

export type Change = { readonly [K in keyof LoginFilter]: LoginFilter[K] | undefined };
interface LoginFiltersProps {
  readonly filter: LoginFilter;
  readonly onChange: (change: Change) => void;
  readonly onClear: () => void;
}

const any = 'any';

function useChips({ filter, onChange }: LoginFiltersProps): FilterChip[] {
  const { t } = useTranslation(['translation', 'tools']);
  const { result, q } = filter;
  const chips = [
    result && { key: 'result', text: t(result === 'ok' ? 'tools:login.ok' : 'tools:login.failed') },
    q && { key: 'q', text: q },
  ];
  return chips
    .filter((chip) => chip !== undefined && chip !== '')
    .map((chip) => ({ ...chip, onRemove: () => onChange({ [chip.key]: undefined }) }));
}

/** Result, days and a text. */
export function LoginFilters(props: LoginFiltersProps): ReactNode {
  const { filter, onChange, onClear } = props;
  const { t } = useTranslation(['translation', 'tools']);
  const days = {
    first: filter.from,
    last: filter.to,
    onDays: ({ first: from, last: to }: Days) => onChange({ from, to }),
  };
  const chips = [...useChips(props), ...useDayChips(days)];
  return (
    <FilterBar chips={chips} onClear={onClear}>
      <SearchBox value={filter.q} label={t('tools:login.search')} onSearch={(q) => onChange({ q })} />
      <Select
        aria-label={t('tools:login.column.result')}
        className="w-auto min-w-32"
        value={filter.result ?? any}
        onValueChange={(value) => onChange({ result: value === 'ok' || value === 'failed' ? value : undefined })}
        items={[
          { value: any, label: t('tools:login.anyResult') },
          { value: 'ok', label: t('tools:login.ok') },
          { value: 'failed', label: t('tools:login.failed') },
        ]}
      />
      <DaySpan {...days} />
    </FilterBar>
  );
}
