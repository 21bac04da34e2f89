import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../../lib/query.ts';
import { DaySpan, type Days, useDayChips } from '../../../ui/day-span.tsx';
import { FilterBar, type FilterChip } from '../../../ui/filters.tsx';
import { SearchBox } from '../../../ui/search-box.tsx';
import { Select } from '../../../ui/select.tsx';
import { sides, states } from './search.ts';
import type { DeliveryFilter } from './view.ts';

type Change = { readonly [K in keyof DeliveryFilter]?: DeliveryFilter[K] };
interface DeliveryFiltersProps {
  readonly filter: DeliveryFilter;
  readonly onChange: (change: Change) => void;
  readonly onClear: () => void;
}
const any = 'any';

function useChips({ filter, onChange }: DeliveryFiltersProps, endpointName: string | undefined): FilterChip[] {
  const { t } = useTranslation(['translation', 'apiPage']);
  const { side, state, tx, req, endpoint } = filter;
  const chips: readonly (readonly [keyof DeliveryFilter, string | undefined])[] = [
    ['endpoint', endpoint && (endpointName ?? endpoint)],
    ['side', side && t(`apiPage:hook.side.${side}`)],
    ['state', state && t(`apiPage:hook.state.${state}`)],
    ['tx', tx],
    ['req', req],
  ];
  return chips.flatMap(([key, text]) => (text ? [{ key, text, onRemove: () => onChange({ [key]: undefined }) }] : []));
}

/** Endpoint, what it is about, how it went, hash, request and days. */
export function DeliveryFilters(props: DeliveryFiltersProps): ReactNode {
  const { filter, onChange, onClear } = props;
  const { t } = useTranslation(['translation', 'apiPage']);
  const endpoints = useApi('webHook', 'endpoints', {}, { quiet: true }).data?.list ?? [];
  const days = {
    first: filter.from,
    last: filter.to,
    onDays: ({ first: from, last: to }: Days) => onChange({ from, to }),
  };
  const name = endpoints.find(({ endpoint_id }) => endpoint_id === filter.endpoint)?.name;
  const chips = [...useChips(props, name), ...useDayChips(days)];
  return (
    <FilterBar chips={chips} onClear={onClear}>
      <Select
        aria-label={t('apiPage:hook.column.endpoint')}
        className="w-auto min-w-32"
        value={filter.endpoint ?? any}
        onValueChange={(value) => onChange({ endpoint: value === any ? undefined : value })}
        items={[
          { value: any, label: t('apiPage:hook.anyEndpoint') },
          ...endpoints.map(({ endpoint_id, name: label }) => ({ value: endpoint_id, label })),
        ]}
      />
      <Select
        aria-label={t('apiPage:hook.column.what')}
        className="w-auto min-w-28"
        value={filter.side ?? any}
        onValueChange={(value) => onChange({ side: sides.find((one) => one === value) })}
        items={[
          { value: any, label: t('apiPage:hook.anySide') },
          ...sides.map((one) => ({ value: one, label: t(`apiPage:hook.side.${one}`) })),
        ]}
      />
      <Select
        aria-label={t('apiPage:hook.column.state')}
        className="w-auto min-w-28"
        value={filter.state ?? any}
        onValueChange={(value) => onChange({ state: states.find((one) => one === value) })}
        items={[
          { value: any, label: t('apiPage:hook.anyState') },
          ...states.map((one) => ({ value: one, label: t(`apiPage:hook.state.${one}`) })),
        ]}
      />
      <SearchBox value={filter.tx} label={t('apiPage:hook.tx')} exact onSearch={(tx) => onChange({ tx })} />
      <SearchBox value={filter.req} label={t('apiPage:hook.request')} exact onSearch={(req) => onChange({ req })} />
      <DaySpan {...days} />
    </FilterBar>
  );
}
