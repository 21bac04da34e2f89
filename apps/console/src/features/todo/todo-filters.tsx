import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { cn } from '../../ui/cn.ts';
import { DaySpan } from '../../ui/day-span.tsx';
import { NativeSelect } from '../../ui/native-select.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { kindText } from './title.ts';
import type { InboxAddress } from './use-filter.ts';
import { kinds, statuses, type TodoCounts } from './view.ts';

const any = '';

interface TodoFiltersProps extends Pick<InboxAddress, 'filter' | 'change' | 'clear' | 'active'> {
  readonly counts: TodoCounts | undefined;
}

/** Whose turn, of which kind, how it ended, when it was asked for, and words; `/` goes to the search. */
export function TodoFilters({ filter, change, clear, active, counts }: TodoFiltersProps): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const open = (type: number): number => counts?.kinds.find(({ item_type }) => item_type === type)?.open ?? 0;
  return (
    <div className="grid gap-2 border-line border-b px-3 py-2.5">
      <Scopes filter={filter} change={change} counts={counts} />
      <SearchBox value={filter.q} label={t('tools:todo.search')} onSearch={(q) => change({ q })} />
      <div className="flex flex-wrap items-center gap-x-1">
        <NativeSelect
          label={t('tools:todo.kind')}
          value={String(filter.kind ?? any)}
          onValueChange={(value) => change({ kind: value === any ? undefined : Number(value) })}
          items={[
            { value: any, label: t('tools:todo.anyKind') },
            ...kinds.map(({ type }) => ({
              value: String(type),
              label: open(type) > 0 ? `${kindText(t, type)} (${open(type)})` : kindText(t, type),
            })),
          ]}
        />
        <NativeSelect
          label={t('tools:todo.status')}
          value={String(filter.status ?? 0)}
          onValueChange={(value) => change({ status: value === '0' ? undefined : Number(value) })}
          items={statuses.map(({ text }, status) => ({ value: String(status), label: t(text) }))}
        />
        {active && (
          <Button size="sm" variant="ghost" className="ml-auto" onClick={clear}>
            {t('common.clear')}
          </Button>
        )}
      </div>
      <DaySpan
        narrow
        first={filter.from}
        last={filter.to}
        onDays={({ first: from, last: to }) => change({ from, to })}
      />
    </div>
  );
}

function Scopes({ filter, change, counts }: Pick<TodoFiltersProps, 'filter' | 'change' | 'counts'>): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const scopes = [
    { scope: undefined, text: t('tools:todo.scope.all'), count: counts?.open_count },
    { scope: 'mine', text: t('tools:todo.scope.mine'), count: counts?.my_count },
    { scope: 'asked', text: t('tools:todo.scope.asked'), count: counts?.asked_count },
  ] as const;
  return (
    <fieldset className="flex rounded-md bg-hov p-0.5">
      <legend className="sr-only">{t('tools:todo.scope')}</legend>
      {scopes.map(({ scope, text, count }) => {
        const chosen = filter.scope === scope;
        return (
          <button
            key={text}
            type="button"
            aria-pressed={chosen}
            onClick={() => change({ scope })}
            className={cn(
              'flex h-7 pointer-coarse:h-10 flex-1 items-center justify-center gap-1.5 rounded px-1.5',
              chosen ? 'bg-panel font-medium shadow-xs' : 'text-mut hover:text-fg',
            )}
          >
            {text}
            {count !== undefined && <span className="text-mut text-xs tabular-nums">{count}</span>}
          </button>
        );
      })}
    </fieldset>
  );
}
