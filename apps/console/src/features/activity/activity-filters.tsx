import { activityKinds } from '@holdfast/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../lib/query.ts';
import { useWalletNames } from '../../lib/wallet-names.ts';
import { DaySpan, type Days, useDayChips } from '../../ui/day-span.tsx';
import { FilterBar } from '../../ui/filters.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { Select } from '../../ui/select.tsx';
import { WalletSelect } from '../../ui/wallet-select.tsx';
import { ActivityOffers } from './activity-offers.tsx';
import { type ActivityFilter, noFilter } from './view.ts';

const any = '';

interface ActivityFiltersProps {
  readonly filter: ActivityFilter;
  readonly onChange: (next: { readonly [K in keyof ActivityFilter]?: ActivityFilter[K] | undefined }) => void;
}

/** Payee, kind, person, wallet and days. */
export function ActivityFilters({ filter, onChange }: ActivityFiltersProps): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const { kind, person, payee, wallet, from, to } = filter;
  const members = useApi('team', 'list', {}, { quiet: true }).data?.list ?? [];
  const walletName = useWalletNames();
  const days = {
    first: from,
    last: to,
    onDays: ({ first: from, last: to }: Days) => onChange({ from, to }),
  };
  const dayChips = useDayChips(days);
  const chips = [
    kind && { key: 'kind', text: t(`tools:activity.kind.${kind}`) },
    person && { key: 'person', text: members.find(({ member_id }) => member_id === person)?.name ?? person },
    payee && { key: 'payee', text: payee },
    wallet && { key: 'wallet', text: walletName(wallet) ?? String(wallet) },
  ]
    .filter((chip) => typeof chip === 'object')
    .map((chip) => ({ ...chip, onRemove: () => onChange({ [chip.key]: undefined }) }));
  return (
    <FilterBar chips={[...chips, ...dayChips]} onClear={() => onChange(noFilter)}>
      <SearchBox
        wordsOnly
        value={payee}
        label={t('tools:activity.filter.payee')}
        onSearch={(text) => onChange({ payee: text })}
      >
        {(box) => <ActivityOffers box={box} filter={filter} members={members} onChange={onChange} />}
      </SearchBox>
      <Select
        aria-label={t('tools:activity.filter.kind')}
        className="w-auto min-w-36"
        value={kind ?? any}
        onValueChange={(value) => onChange({ kind: activityKinds.find((one) => one === value) })}
        items={[
          { value: any, label: t('tools:activity.filter.anyKind') },
          ...activityKinds.map((one) => ({ value: one, label: t(`tools:activity.kind.${one}`) })),
        ]}
      />
      <Select
        aria-label={t('tools:activity.filter.person')}
        className="w-auto min-w-32"
        value={person ?? any}
        onValueChange={(value) => onChange({ person: value === any ? undefined : value })}
        items={[
          { value: any, label: t('tools:activity.filter.anyone') },
          ...members.map(({ member_id, name }) => ({ value: member_id, label: name })),
        ]}
      />
      <WalletSelect
        aria-label={t('tools:activity.filter.wallet')}
        className="w-auto min-w-32"
        value={wallet ?? null}
        onChange={(id) => onChange({ wallet: id ?? undefined })}
        any={t('tools:activity.filter.anyWallet')}
      />
      <DaySpan {...days} />
    </FilterBar>
  );
}
