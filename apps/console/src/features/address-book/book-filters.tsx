import { entryStatus } from '@holdfast/contract';
import { type FormEvent, type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../lib/query.ts';
import { FilterBar, type FilterChip } from '../../ui/filters.tsx';
import { TextInput } from '../../ui/form.tsx';
import { SavedFilters } from '../../ui/saved-filters.tsx';
import { Select } from '../../ui/select.tsx';
import { useShortcuts } from '../../ui/shortcuts.ts';
import { type BookFilter, type Chain, chainNames, statusView } from './view.ts';

type Change = { readonly [K in keyof BookFilter]: BookFilter[K] | undefined };
interface BookFiltersProps {
  readonly filter: BookFilter;
  readonly onChange: (change: Change) => void;
  readonly onClear: () => void;
}

const any = 'any';
const compact = 'w-auto min-w-32';

function useChips({ filter, onChange }: BookFiltersProps, chains: readonly Chain[]): FilterChip[] {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  const { chain, status, q } = filter;
  const chips = [
    chain !== undefined && { key: 'chain', text: chainNames([chain], chains) },
    status !== undefined && { key: 'status', text: t(statusView(status).text) },
    q !== undefined && { key: 'q', text: q },
  ];
  return chips
    .filter((chip) => chip !== false)
    .map((chip) => ({ ...chip, onRemove: () => onChange({ [chip.key]: undefined }) }));
}

/** Text, network and status; `/` goes to the text. */
export function BookFilters(props: BookFiltersProps): ReactNode {
  const { filter, onChange, onClear } = props;
  const { t } = useTranslation(['translation', 'whiteAddress']);
  const chains = useApi('addressBook', 'mainChains', {}, { quiet: true }).data?.list ?? [];
  const input = useRef<HTMLInputElement>(null);
  useShortcuts([{ key: '/', text: t('shortcuts.search'), run: () => input.current?.focus() }]);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onChange({ q: input.current?.value.trim() || undefined });
  };
  const { page: _page, ...search } = filter;
  return (
    <FilterBar
      chips={useChips(props, chains)}
      onClear={onClear}
      tools={<SavedFilters page="addressBook" search={search} onApply={(saved) => onChange({ ...saved })} />}
    >
      <search className="min-w-56 flex-1">
        <form onSubmit={submit}>
          <TextInput
            key={filter.q ?? ''}
            ref={input}
            type="search"
            defaultValue={filter.q ?? ''}
            maxLength={128}
            aria-label={t('whiteAddress:search')}
            placeholder={t('whiteAddress:search')}
            enterKeyHint="search"
          />
        </form>
      </search>
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
    </FilterBar>
  );
}
