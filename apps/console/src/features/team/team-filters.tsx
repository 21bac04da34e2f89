import { roles } from '@holdfast/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FilterBar } from '../../ui/filters.tsx';
import { TextInput } from '../../ui/form.tsx';
import { Select } from '../../ui/select.tsx';
import { roleKey, type TeamFilter } from './view.ts';

interface TeamFiltersProps {
  readonly filter: TeamFilter;
  readonly onChange: (change: { readonly [K in keyof TeamFilter]?: TeamFilter[K] | undefined }) => void;
  readonly onClear: () => void;
}

const any = 'any';

/** A text, a role, and whether those who left are shown. */
export function TeamFilters({ filter, onChange, onClear }: TeamFiltersProps): ReactNode {
  const { t } = useTranslation(['translation', 'teamMember']);
  const { role, status, q } = filter;
  const chips = [
    role && { key: 'role', text: t(roleKey(role)) },
    status === 'removed' && { key: 'status', text: t('teamMember:status.removed') },
    q !== '' && { key: 'q', text: q },
  ]
    .filter((chip) => typeof chip === 'object')
    .map((chip) => ({ ...chip, onRemove: () => onChange({ [chip.key]: undefined }) }));
  return (
    <FilterBar chips={chips} onClear={onClear}>
      <search className="min-w-56 flex-1">
        <TextInput
          type="search"
          value={q}
          maxLength={100}
          aria-label={t('teamMember:search')}
          placeholder={t('teamMember:search')}
          onChange={({ target }) => onChange({ q: target.value || undefined })}
        />
      </search>
      <Select
        aria-label={t('teamMember:column.role')}
        className="w-auto min-w-32"
        value={role ?? any}
        onValueChange={(value) => onChange({ role: roles.find((one) => one === value) })}
        items={[
          { value: any, label: t('teamMember:anyRole') },
          ...roles.map((one) => ({ value: one, label: t(roleKey(one)) })),
        ]}
      />
      <Select
        aria-label={t('teamMember:status.label')}
        className="w-auto min-w-32"
        value={status}
        onValueChange={(value) => onChange({ status: value === 'removed' ? 'removed' : undefined })}
        items={[
          { value: 'active', label: t('teamMember:status.active') },
          { value: 'removed', label: t('teamMember:status.removed') },
        ]}
      />
    </FilterBar>
  );
}
