import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { keyOf, type TodoItem } from '../../lib/inbox-item.ts';
import { useApi } from '../../lib/query.ts';
import { cn } from '../../ui/cn.ts';
import { useNextStep } from './next-step.tsx';
import { rowTitle } from './title.ts';
import { RowFacts, RowHead } from './todo-list.tsx';

const most = 5;
const lately = { page_no: 1, page_size: most };
const [passed, refused] = [1, 2];

/** What the caller has asked for or decided of late: it does not vanish with the decision. The newest first. */
function useLately(): readonly TodoItem[] {
  const quiet = { quiet: true, keep: true };
  const lists = [
    useApi('todo', 'list', { scope: 'asked', status: passed, ...lately }, quiet),
    useApi('todo', 'list', { scope: 'asked', status: refused, ...lately }, quiet),
    useApi('todo', 'list', { scope: 'mine', status: passed, ...lately }, quiet),
    useApi('todo', 'list', { scope: 'mine', status: refused, ...lately }, quiet),
  ];
  const all = new Map(lists.flatMap(({ data }) => data?.list ?? []).map((item) => [keyOf(item), item]));
  return [...all.values()].sort((a, b) => b.created_at.getTime() - a.created_at.getTime()).slice(0, most);
}

interface LatelyProps {
  readonly current: string | undefined;
  readonly onChoose: (key: string) => void;
}

export function Lately({ current, onChoose }: LatelyProps): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const items = useLately();
  if (items.length === 0) return null;
  return (
    <section aria-label={t('tools:todo.lately')} className="border-line border-t">
      <h2 className="px-4 pt-3 pb-1 font-medium text-mut text-xs">{t('tools:todo.lately')}</h2>
      <ul>
        {items.map((item) => {
          const key = keyOf(item);
          return <Row key={key} item={item} chosen={key === current} onChoose={() => onChoose(key)} />;
        })}
      </ul>
    </section>
  );
}

function Row({ item, chosen, onChoose }: { item: TodoItem; chosen: boolean; onChoose: () => void }): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const { text, tone } = useNextStep(item);
  return (
    <li className={cn('border-line2 border-b', chosen ? 'md:bg-accs' : 'hover:bg-hov')}>
      <button
        type="button"
        aria-current={chosen}
        onClick={onChoose}
        className="grid w-full grid-cols-[minmax(0,1fr)] gap-0.5 px-4 py-2.5 text-left"
      >
        <RowHead item={item} title={rowTitle(t, item)} />
        <span className="wrap-anywhere text-mut">
          <RowFacts item={item} />
        </span>
        <span className={tone === 'bad' ? 'text-bad' : tone === 'done' ? 'text-ok' : 'text-mut'}>{text}</span>
      </button>
    </li>
  );
}
