import type { contract, Output } from '@holdfast/contract';
import { ArrowLeft, ListChecks } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { daySpan } from '../../lib/days.ts';
import { keyOf, myAction, readKey, type TodoItem } from '../../lib/inbox-item.ts';
import { useApi } from '../../lib/query.ts';
import { Button } from '../../ui/button.tsx';
import { cn } from '../../ui/cn.ts';
import { useDrawers } from '../../ui/drawers.tsx';
import { Banner, EmptyState, ErrorState, Skeleton } from '../../ui/feedback.tsx';
import { Pager } from '../../ui/pager.tsx';
import { type Shortcut, useShortcuts } from '../../ui/shortcuts.ts';
import type { Selection } from '../../ui/table/use-selection.ts';
import { DecisionBar } from './decision-bar.tsx';
import { Lately } from './lately.tsx';
import { MyFlows } from './my-flows.tsx';
import { type NextToDecide, TodoDetail } from './todo-detail.tsx';
import { TodoFilters } from './todo-filters.tsx';
import { TickAll, TodoList } from './todo-list.tsx';
import { useCameBackTogether } from './use-came-back.ts';
import { type InboxAddress, useInbox } from './use-filter.ts';
import { useTicked } from './use-ticked.ts';
import { refusing, type TodoFilter } from './view.ts';

type Listed = Output<typeof contract.todo.list>;

const pageSize = 50;
const noKey = { item_type: 0, item_id: 0 };

const askOf = ({ scope, kind, status, from, to, q, page }: TodoFilter) => ({
  scope: scope ?? ('all' as const),
  status: status ?? 0,
  ...(kind === undefined ? {} : { item_type: kind }),
  ...(q === undefined ? {} : { keyword: q }),
  ...daySpan(from, to),
  page_no: page ?? 1,
  page_size: pageSize,
});

interface Keys {
  readonly items: readonly TodoItem[];
  readonly at: number;
  readonly current: TodoItem | undefined;
  readonly choose: InboxAddress['choose'];
  readonly selection: Selection<TodoItem>;
  readonly refuse: () => void;
}

/** J/K move, X ticks, Enter, A and R open the way to decide: the decision itself is made on the signer's page. */
function useKeys({ items, at, current, choose, selection, refuse }: Keys): readonly Shortcut[] {
  const { t } = useTranslation(['translation', 'tools']);
  const drawers = useDrawers();
  const [next, previous] = [items[at + 1], items[at - 1]];
  const move = (item: TodoItem | undefined): void => item && choose(keyOf(item));
  const can = current?.my_action === myAction.decide;
  const decide = (): void => {
    if (current && can) drawers.push('approve', keyOf(current));
  };
  return [
    { key: 'j', text: t('tools:todo.key.next'), run: () => move(next) },
    { key: 'k', text: t('tools:todo.key.previous'), run: () => move(previous) },
    { key: 'Enter', text: t('tools:todo.key.decide'), run: decide },
    { key: 'a', text: t('tools:todo.key.approve'), run: decide },
    {
      key: 'r',
      text: t('tools:todo.key.refuse'),
      run: () => current && can && drawers.push('approve', keyOf(current), refusing),
    },
    { key: 'x', text: t('tools:todo.key.tick'), run: () => current && can && selection.toggle(current, items, false) },
    { key: 'R', text: t('tools:todo.key.refuseTicked'), run: refuse },
    {
      key: 'o',
      text: t('tools:todo.key.open'),
      run: () => current?.payment && drawers.push('transaction', '2', String(current.item_id)),
    },
  ];
}

/**
 * What is looked at: the item that somebody chose, or else the one that came first when this list was opened. It stays when others end it, and says so: another
 * request must not come in its place under the hand of whoever is about to sign.
 */
function useLooked(chosen: string | undefined, first: string | undefined, list: string): string | undefined {
  const [held, hold] = useState<{ readonly list: string; readonly key: string }>();
  if (first !== undefined && held?.list !== list) hold({ list, key: first });
  return chosen ?? (held?.list === list ? held.key : first);
}

/** One inbox for everything that waits for a decision. */
export default function TodoPage(): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const inbox = useInbox();
  const { filter, chosen, choose } = inbox;
  const ask = askOf(filter);
  const { data, error, refetch } = useApi('todo', 'list', ask, { quiet: true, keep: true });
  // In the server's order, which holds over all pages: of the caller first, then what runs out first; of what has ended, the newest.
  const items = data?.list ?? [];
  const looked = useLooked(chosen, items[0] && keyOf(items[0]), JSON.stringify(filter));
  const found = items.findIndex((item) => keyOf(item) === looked);
  // What a link opened, or what has ended while it was read, may stand beside the list: no row is it then.
  const current = items[found];
  const selection = useTicked(JSON.stringify(filter), data?.list);
  const { went, looking } = useCameBackTogether(items, ask);
  const refusal = useRef<HTMLAnchorElement>(null);
  useShortcuts(useKeys({ items, at: found, current, choose, selection, refuse: () => refusal.current?.click() }));
  const waiting = items.find((item) => item.my_action === myAction.decide && keyOf(item) !== looked);
  const next = waiting && { count: data?.my_count ?? 1, go: () => choose(keyOf(waiting)) };
  const alone = chosen !== undefined && (found >= 0 || data !== undefined);
  return (
    <div className="grid h-full grid-cols-[360px_1fr] max-md:grid-cols-1">
      <section
        data-scrolls
        className={cn('flex min-h-0 flex-col overflow-auto border-line border-r bg-panel', alone && 'max-md:hidden')}
      >
        <h1 className="px-4 pt-3 font-semibold">{t('tools:todo.title')}</h1>
        <TodoFilters {...inbox} counts={data} />
        {data && <LeftOut {...data} ofDays={Boolean(filter.from || filter.to)} />}
        {!data && (error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Loading />)}
        {data?.list.length === 0 && <Nothing {...inbox} />}
        <TickAll items={items} ticked={selection.rows} onTick={selection.toggleAll} />
        <TodoList
          items={items}
          current={current && keyOf(current)}
          onChoose={choose}
          ticked={selection.rows}
          onTick={(item, through) => selection.toggle(item, items, through)}
          looking={looking}
          words={filter.q}
        />
        {data && !inbox.active && <Lately current={looked} onChoose={choose} />}
        {data && data.pageTotal > 1 && (
          <Pager
            page={filter.page ?? 1}
            pages={data.pageTotal}
            total={data.total}
            onPage={(page) => inbox.change({ page })}
          />
        )}
        {/* What was just decided together is not offered once more while that is looked up. */}
        {looking.size === 0 && <DecisionBar selection={selection} total={items.length} link={refusal} onGo={went} />}
      </section>
      <section
        aria-label={t('tools:todo.item')}
        data-scrolls
        className={cn('flex min-h-0 flex-col overflow-auto', !alone && 'max-md:hidden')}
      >
        {alone && <h1 className="sr-only md:hidden">{t('tools:todo.title')}</h1>}
        <Button variant="ghost" className="mt-2 ml-2 self-start md:hidden" onClick={() => choose(undefined)}>
          <ArrowLeft aria-hidden />
          {t('common.back')}
        </Button>
        <Looked
          items={items}
          chosen={looked}
          loaded={data !== undefined}
          stay={choose}
          next={next}
          standsBack={selection.rows.size > 0}
          looking={looking}
        />
      </section>
    </div>
  );
}

/** What there is beside the list: more than was looked through, or counted. */
function LeftOut({
  older_unseen,
  unseen_count: count,
  search_is_part,
  ofDays,
}: Pick<Listed, 'older_unseen' | 'unseen_count' | 'search_is_part'> & { readonly ofDays: boolean }): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const older = older_unseen && t(ofDays ? 'tools:todo.olderOfDays' : 'tools:todo.older');
  const told = older || (count > 0 && t('tools:todo.unseen', { count }));
  return (
    <>
      {told && <Banner tone="warn">{told}</Banner>}
      {search_is_part && <Banner tone="warn">{t('tx.searchPart')}</Banner>}
    </>
  );
}

/** What is looked at: an item of the list, or one that a link leads to and the list does not hold. */
function Looked({
  items,
  chosen,
  loaded,
  stay,
  next,
  standsBack,
  looking,
}: {
  items: readonly TodoItem[];
  chosen: string | undefined;
  loaded: boolean;
  /** Keeps this item in view, whatever becomes of it. */
  stay: (key: string) => void;
  next: NextToDecide | undefined;
  /** Others are ticked to be decided together. */
  standsBack: boolean;
  /** Those of which it is asked whether whoever came back has decided them. */
  looking: ReadonlySet<string>;
}): ReactNode {
  const item = items.find((one) => keyOf(one) === chosen);
  if (item)
    return (
      <TodoDetail
        key={keyOf(item)}
        item={item}
        onStay={() => stay(keyOf(item))}
        next={next}
        standsBack={standsBack}
        isLookedFor={looking.has(keyOf(item))}
      />
    );
  return loaded && chosen !== undefined ? <Linked key={chosen} name={chosen} next={next} /> : null;
}

function Linked({ name, next }: { name: string; next: NextToDecide | undefined }): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const key = readKey(name);
  const { data, error, refetch } = useApi('todo', 'info', key ?? noKey, { quiet: true, enabled: key !== undefined });
  if (!key) return <EmptyState title={t('tx.notFound')} />;
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return data ? <TodoDetail item={data} onStay={() => undefined} next={next} /> : null;
}

function Nothing({ active, clear }: Pick<InboxAddress, 'active' | 'clear'>): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  return (
    <>
      <EmptyState
        icon={<ListChecks size={18} aria-hidden />}
        title={active ? t('tools:todo.noMatch') : t('tools:todo.empty')}
        text={active ? t('tools:todo.noMatchText') : t('tools:todo.emptyText')}
        action={active && <Button onClick={clear}>{t('common.clear')}</Button>}
      />
      {!active && <MyFlows />}
    </>
  );
}

function Loading(): ReactNode {
  return (
    <div className="grid content-start gap-5 p-4">
      {['a', 'b', 'c', 'd'].map((key) => (
        <Skeleton key={key} className="h-9 w-full" />
      ))}
    </div>
  );
}
