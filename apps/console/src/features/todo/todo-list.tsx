import { formatAmount, shortenHash } from '@holdfast/money';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '../../ui/cn.ts';
import { RelativeTime } from '../../ui/display.tsx';
import { Kbd } from '../../ui/layout.tsx';
import { useNow } from '../../ui/use-now.ts';
import { progress, type TodoItem, timeLeft } from './view.ts';

const everyMs = 30_000;

interface TodoListProps {
  readonly items: readonly TodoItem[];
  readonly total: number;
  readonly current: number;
  readonly onChoose: (id: number) => void;
  readonly className?: string;
}

export function TodoList({ items, total, current, onChoose, className }: TodoListProps): ReactNode {
  const { t } = useTranslation();
  return (
    <section className={cn('min-h-0 overflow-auto border-line border-r bg-panel', className)}>
      <div className="flex h-12 items-center gap-2 border-line border-b px-4">
        <h1 className="font-semibold">{t('todo.title')}</h1>
        <span className="text-mut tabular-nums">{total}</span>
        <span className="flex-1" />
        <span className="flex items-center gap-1 text-mut text-xs max-md:hidden">
          <Kbd>J</Kbd>
          <Kbd>K</Kbd>
          {t('todo.move')}
        </span>
      </div>
      <ul>
        {items.map((item) => (
          <TodoRow key={item.item_id} item={item} chosen={item.item_id === current} onChoose={onChoose} />
        ))}
      </ul>
    </section>
  );
}

function TodoRow({
  item,
  chosen,
  onChoose,
}: {
  item: TodoItem;
  chosen: boolean;
  onChoose: (id: number) => void;
}): ReactNode {
  const { t } = useTranslation();
  const now = useNow(everyMs);
  const { have, need } = progress(item);
  const left = timeLeft(item.expire_at, now);
  return (
    <li>
      <button
        type="button"
        aria-current={chosen}
        onClick={() => onChoose(item.item_id)}
        className={cn(
          'grid w-full gap-0.5 border-line2 border-b px-4 py-3 text-left',
          chosen ? 'bg-accs' : 'hover:bg-hov',
        )}
      >
        <span className="flex justify-between gap-2">
          <span className="truncate font-medium">
            {t('todo.rowTitle', { amount: formatAmount(item.amount), symbol: item.symbol })}
          </span>
          <span className="shrink-0 text-mut text-xs">
            <RelativeTime when={item.created_at} />
          </span>
        </span>
        <span className="flex justify-between gap-2 text-mut">
          <span className="truncate">
            {t('todo.rowTo')} <span className="mono">{shortenHash(item.address_to)}</span>
          </span>
          <span className="shrink-0 tabular-nums">
            {left?.soon && <span className="mr-2 text-warn text-xs">{t(left.key, { count: left.count })}</span>}
            {have}/{need}
          </span>
        </span>
      </button>
    </li>
  );
}
