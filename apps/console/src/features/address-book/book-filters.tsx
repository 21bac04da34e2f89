import { entryStatus, entryType } from '@holdfast/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../lib/query.ts';
import { DaySpan, useDayChips } from '../../ui/day-span.tsx';
import { FilterBar, type FilterChip } from '../../ui/filters.tsx';
import { SavedFilters } from '../../ui/saved-filters.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { Select } from '../../ui/select.tsx';
import { type BookFilter, type Chain, chainNames, daysOf, type FilterChange, statusView, typeView } from './view.ts';

interface BookFiltersProps {
  readonly filter: BookFilter;
  readonly onChange: (change: FilterChange) => void;
  readonly onClear: () => void;
  /** Whose saved filters these are. */
  readonly page: 'addressBook' | 'personalBook';
}

const any = 'any';
const compact = 'w-auto min-w-32';

function useChips({ filter, onChange }: BookFiltersProps, chains: readonly Chain[]): FilterChip[] {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  const { chain, status, type, q } = filter;
  const chips = [
    chain !== undefined && { key: 'chain', text: chainNames([chain], chains) },
    status !== undefined && { key: 'status', text: t(statusView(status).text) },
    type !== undefined && { key: 'type', text: t(typeView(type).text) },
    q !== undefined && { key: 'q', text: q },
  ];
  return chips
    .filter((chip) => chip !== false)
    .map((chip) => ({ ...chip, onRemove: () => onChange({ [chip.key]: undefined }) }));
}

/** Text, network and the days on which they were listed; of the workspace's book, status and type too. */
export function BookFilters(props: BookFiltersProps): ReactNode {
  const { filter, onChange, onClear, page } = props;
  const { t } = useTranslation(['translation', 'whiteAddress']);
  const chains = useApi('addressBook', 'mainChains', {}, { quiet: true }).data?.list ?? [];
  const { page: _page, ...search } = filter;
  const days = daysOf(filter, onChange);
  const listed = page === 'addressBook';
  return (
    <FilterBar
      chips={[...useChips(props, chains), ...useDayChips(days)]}
      onClear={onClear}
      tools={<SavedFilters page={page} search={search} onApply={(saved) => onChange({ ...saved })} />}
    >
      <SearchBox
        value={filter.q}
        label={t(listed ? 'whiteAddress:searchListed' : 'whiteAddress:search')}
        max={128}
        onSearch={(q) => onChange({ q })}
      />
      <Select
        aria-label={t('common.network')}
        className={compact}
        value={filter.chain ?? any}
        onValueChange={(value) => onChange({ chain: value === any ? undefined : value })}
        items={[
          { value: any, label: t('whiteAddress:anyNetwork') },
          ...chains.map(({ chain, name }) => ({ value: chain, label: name })),
        ]}
      />
      {listed && <StatusAndType filter={filter} onChange={onChange} />}
      <DaySpan {...days} />
    </FilterBar>
  );
}

function StatusAndType({ filter, onChange }: Pick<BookFiltersProps, 'filter' | 'onChange'>): ReactNode {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  return (
    <>
      <Select
        aria-label={t('whiteAddress:statusTitle')}
        className={compact}
        value={String(filter.status ?? any)}
        onValueChange={(value) => onChange({ status: value === any ? undefined : Number(value) })}
        items={[
          { value: any, label: t('whiteAddress:anyStatus') },
          ...[entryStatus.cooling, entryStatus.active].map((status) => ({
            value: String(status),
            label: t(statusView(status).text),
          })),
        ]}
      />
      <Select
        aria-label={t('whiteAddress:type.title')}
        className={compact}
        value={String(filter.type ?? any)}
        onValueChange={(value) => onChange({ type: value === any ? undefined : Number(value) })}
        items={[
          { value: any, label: t('whiteAddress:type.any') },
          ...Object.values(entryType).map((type) => ({ value: String(type), label: t(typeView(type).text) })),
        ]}
      />
    </>
  );
}
