import { Repeat } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../lib/query.ts';
import { useAddress } from '../../lib/search.ts';
import { subWalletIdOf } from '../../lib/wallets.ts';
import { Button } from '../../ui/button.tsx';
import { DaySpan } from '../../ui/day-span.tsx';
import { ExportButton } from '../../ui/export-button.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback.tsx';
import { FilterBar } from '../../ui/filters.tsx';
import { Card, Page, PageHeader } from '../../ui/layout.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Select } from '../../ui/select.tsx';
import { WalletSelect } from '../../ui/wallet-select.tsx';
import { PaidChart } from './paid-chart.tsx';
import { historySearch, states } from './search.ts';
import { SwapTable } from './swap-table.tsx';
import { daysOf, spanOf } from './view.ts';

const pageSize = 50;
const everyMs = 10_000;
const all = 'all';

type Filter = ReturnType<typeof historySearch>;

/** As the list takes it. */
const askOf = ({ wallet, state, from, to }: Filter) => ({
  ...(wallet === undefined ? {} : { sub_wallet_id: subWalletIdOf(wallet) }),
  ...(state === undefined ? {} : { state }),
  ...spanOf(from, to),
});

/** What was swapped, and what came of it (spec route center/trade/history). */
export default function TradeHistoryPage(): ReactNode {
  const { t } = useTranslation(['translation', 'trade']);
  const [filter, write] = useAddress(historySearch);
  const { page = 1 } = filter;
  const which = askOf(filter);
  const ask = { ...which, page_no: page, page_size: pageSize };
  const { data, error, refetch } = useApi('trade', 'recordList', ask, {
    ...{ quiet: true, keep: true, refetchInterval: everyMs },
  });
  const counts = useApi('trade', 'recordCount', which, { quiet: true, keep: true, refetchInterval: everyMs }).data;
  const filtered = Object.keys(which).length > 0;
  const change = (part: Partial<Filter>): void => write({ page: undefined, ...part });
  const clear = (): void => change({ wallet: undefined, state: undefined, from: undefined, to: undefined });
  return (
    <Page>
      <PageHeader
        title={t('trade:historyTitle')}
        text={counts ? t('trade:count', { count: counts.total, open: counts.open }) : t('trade:historyAbout')}
        actions={<ExportButton name="swaps" what={() => ({ list: 'trade', filter: which, words: {} })} />}
      />
      <Card flush>
        <Filters filter={filter} onChange={change} onClear={clear} />
        {data && <PaidChart days={daysOf(data.list)} />}
        {error && !data ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : data?.list.length === 0 ? (
          <Nothing filtered={filtered} onClear={clear} />
        ) : (
          <SwapTable swaps={data?.list} />
        )}
        {data && data.list.length > 0 && (
          <Pager page={page} pages={data.pageTotal} total={data.total} onPage={(next) => write({ page: next })} />
        )}
      </Card>
    </Page>
  );
}

interface FiltersProps {
  readonly filter: Filter;
  readonly onChange: (part: Partial<Filter>) => void;
  readonly onClear: () => void;
}
function Filters({ filter: { wallet, state, from, to }, onChange, onClear }: FiltersProps): ReactNode {
  const { t } = useTranslation(['translation', 'trade']);
  const chips = state
    ? [{ key: 'state', text: t(`trade:state.${state}`), onRemove: () => onChange({ state: undefined }) }]
    : [];
  return (
    <FilterBar chips={chips} onClear={onClear}>
      <WalletSelect
        aria-label={t('common.subWallet')}
        any={t('tx.anyWallet')}
        value={wallet ?? null}
        onChange={(id) => onChange({ wallet: id ?? undefined })}
      />
      <Select
        aria-label={t('trade:anyState')}
        className="w-auto min-w-36 max-w-full"
        value={state ?? all}
        onValueChange={(value) => onChange({ state: states.find((one) => one === value) })}
        items={[
          { value: all, label: t('trade:anyState') },
          ...states.map((one) => ({ value: one, label: t(`trade:state.${one}`) })),
        ]}
      />
      <DaySpan first={from} last={to} onDays={(days) => onChange({ from: days.first, to: days.last })} />
    </FilterBar>
  );
}

function Nothing({ filtered, onClear }: { filtered: boolean; onClear: () => void }): ReactNode {
  const { t } = useTranslation(['translation', 'trade']);
  const icon = <Repeat size={18} aria-hidden />;
  if (!filtered) return <EmptyState icon={icon} title={t('trade:empty')} text={t('trade:emptyText')} />;
  return (
    <EmptyState
      icon={icon}
      title={t('trade:noMatch')}
      action={<Button onClick={onClear}>{t('common.clear')}</Button>}
    />
  );
}
