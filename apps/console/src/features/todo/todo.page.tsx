import { useNavigate, useSearch } from '@tanstack/react-router';
import { ArrowLeft, ListChecks } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../lib/query.ts';
import { Button } from '../../ui/button.tsx';
import { cn } from '../../ui/cn.ts';
import { useDrawers } from '../../ui/drawers.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/feedback.tsx';
import { type Shortcut, useShortcuts } from '../../ui/shortcuts.ts';
import { TodoDetail } from './todo-detail.tsx';
import { TodoList } from './todo-list.tsx';
import { inOrder, myAction, type TodoItem } from './view.ts';

const most = 100;

/** The chosen item stands in the address, so that a link leads to it. */
function useChosen(): { readonly id: number | undefined; readonly choose: (id: number | undefined) => void } {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const id = Number(search.item);
  return {
    id: Number.isInteger(id) && id > 0 ? id : undefined,
    choose: (item) =>
      void navigate({
        to: '.',
        search: (old: object) => ({ ...old, item }),
        replace: true,
        resetScroll: false,
      } as never),
  };
}

/** J/K move, Enter, A and R open the way to decide: the decision itself is made on the signer's page. */
function useKeys(items: readonly TodoItem[], at: number, choose: (id: number) => void): readonly Shortcut[] {
  const { t } = useTranslation();
  const drawers = useDrawers();
  const [current, next, previous] = [items[at], items[at + 1], items[at - 1]];
  const move = (item: TodoItem | undefined): void => item && choose(item.item_id);
  const decide = (): void => {
    if (current?.my_action === myAction.decide) drawers.push('approve', String(current.business_id));
  };
  return [
    { key: 'j', text: t('todo.key.next'), run: () => move(next) },
    { key: 'k', text: t('todo.key.previous'), run: () => move(previous) },
    { key: 'a', text: t('todo.key.approve'), run: decide },
    { key: 'r', text: t('todo.key.refuse'), run: decide },
    {
      key: 'o',
      text: t('todo.key.open'),
      run: () => current && drawers.push('transaction', '2', String(current.business_id)),
    },
  ];
}

/** One inbox for everything that waits for a decision. */
export default function TodoPage(): ReactNode {
  const { t } = useTranslation();
  const { id, choose } = useChosen();
  const { data, error, refetch } = useApi('todo', 'list', { page_size: most }, { quiet: true });
  const items = data ? inOrder(data.list) : [];
  const found = items.findIndex(({ item_id }) => item_id === id);
  const at = Math.max(found, 0);
  const current = items[at];
  useShortcuts(useKeys(items, at, choose));
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading />;
  if (!current)
    return (
      <div className="grid h-full content-center">
        <h1 className="sr-only">{t('todo.title')}</h1>
        <EmptyState icon={<ListChecks size={18} aria-hidden />} title={t('todo.empty')} text={t('todo.emptyText')} />
      </div>
    );
  return (
    <div className="grid h-full grid-cols-[340px_1fr] max-md:grid-cols-1">
      <TodoList
        items={items}
        total={data.open_count}
        current={current.item_id}
        onChoose={choose}
        className={cn(found >= 0 && 'max-md:hidden')}
      />
      <section aria-label={t('todo.item')} className={cn('min-h-0 overflow-auto', found < 0 && 'max-md:hidden')}>
        <Button variant="ghost" className="mt-2 ml-2 md:hidden" onClick={() => choose(undefined)}>
          <ArrowLeft aria-hidden />
          {t('common.back')}
        </Button>
        <TodoDetail key={current.item_id} item={current} />
      </section>
    </div>
  );
}

function Loading(): ReactNode {
  return (
    <div className="grid h-full grid-cols-[340px_1fr] max-md:grid-cols-1">
      <div className="grid content-start gap-5 border-line border-r bg-panel p-4">
        {['a', 'b', 'c', 'd'].map((key) => (
          <Skeleton key={key} className="h-9 w-full" />
        ))}
      </div>
      <div className="grid content-start gap-4 p-8 max-md:hidden">
        <Skeleton className="h-8 w-1/2" />
        <Skeleton className="h-48 w-full max-w-[720px]" />
      </div>
    </div>
  );
}
