import { todoType } from '@holdfast/contract';
import { shortenHash } from '@holdfast/money';
import { ArrowUpRight, BookUser, Bot, KeyRound, Scale, UserRound, Vault } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { keyOf, myAction, type TodoItem } from '../../lib/inbox-item.ts';
import { cn } from '../../ui/cn.ts';
import { RelativeTime } from '../../ui/display.tsx';
import { StatusPill } from '../../ui/feedback.tsx';
import { Honest } from '../../ui/honest.tsx';
import { Pieces } from '../../ui/pieces.tsx';
import { useNow } from '../../ui/use-now.ts';
import { rowTitle } from './title.ts';
import { type Payment, progress, statuses, timeLeft } from './view.ts';
import { WhyFound } from './why-found.tsx';
import { worthText } from './worth.ts';

const everyMs = 30_000;
const icons: Readonly<Record<number, typeof Scale>> = {
  [todoType.withdraw]: ArrowUpRight,
  [todoType.addressBook]: BookUser,
  [todoType.keyGrant]: KeyRound,
  [todoType.keyMaterial]: Vault,
  [todoType.apiClient]: Bot,
  [todoType.member]: UserRound,
};

interface TodoListProps {
  readonly items: readonly TodoItem[];
  readonly current: string | undefined;
  readonly onChoose: (key: string) => void;
  readonly ticked: ReadonlyMap<string, TodoItem>;
  readonly onTick: (item: TodoItem, through: boolean) => void;
  /** Those of which it is asked whether whoever came back has decided them. */
  readonly looking: ReadonlySet<string>;
  /** What was searched for. */
  readonly words: string | undefined;
}

export function TodoList({ items, current, onChoose, ticked, onTick, looking, words }: TodoListProps): ReactNode {
  return (
    <ul>
      {items.map((item) => {
        const key = keyOf(item);
        return (
          <TodoRow
            key={key}
            item={item}
            chosen={key === current}
            onChoose={() => onChoose(key)}
            ticked={ticked.has(key)}
            onTick={onTick}
            looking={looking.has(key)}
            words={words}
          />
        );
      })}
    </ul>
  );
}

interface TickAllProps {
  readonly items: readonly TodoItem[];
  readonly ticked: ReadonlyMap<string, TodoItem>;
  readonly onTick: (items: readonly TodoItem[]) => void;
}

/** Ticks everything shown that can be decided now, where that is more than one. */
export function TickAll({ items, ticked, onTick }: TickAllProps): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const mine = items.filter(({ my_action }) => my_action === myAction.decide);
  if (mine.length < 2) return null;
  return (
    <label className="flex items-center border-line2 border-b pl-4 text-mut text-xs">
      <span className="grid size-9 shrink-0 place-items-center">
        <input
          type="checkbox"
          className="tick-alone size-3.5 accent-acc"
          checked={mine.every((item) => ticked.has(keyOf(item)))}
          onChange={() => onTick(mine)}
        />
      </span>
      <span className="pl-1">{t('tools:todo.tickAll', { count: mine.length })}</span>
    </label>
  );
}

interface TodoRowProps {
  readonly item: TodoItem;
  readonly chosen: boolean;
  readonly onChoose: () => void;
  readonly ticked: boolean;
  readonly onTick: TodoListProps['onTick'];
  readonly looking: boolean;
  readonly words: string | undefined;
}

function TodoRow({ item, chosen, onChoose, ticked, onTick, looking, words }: TodoRowProps): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const title = rowTitle(t, item);
  const button = useRef<HTMLButtonElement>(null);
  // Moving by key takes the focus along, where it was on another row.
  useEffect(() => {
    const list = button.current?.closest('ul');
    if (!chosen || !list?.contains(document.activeElement)) return;
    button.current?.focus();
  }, [chosen]);
  return (
    <li className={cn('flex items-start border-line2 border-b pl-4', chosen ? 'md:bg-accs' : 'hover:bg-hov')}>
      <span className="grid size-9 shrink-0 place-items-center pt-1">
        {item.my_action === myAction.decide ? (
          <input
            type="checkbox"
            className="tick-alone size-3.5 accent-acc"
            aria-label={t('tools:todo.tick', { title })}
            checked={ticked}
            onChange={(event) => onTick(item, event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey)}
          />
        ) : (
          <KindIcon type={item.item_type} />
        )}
      </span>
      <button
        ref={button}
        type="button"
        aria-current={chosen}
        onClick={onChoose}
        className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] gap-0.5 py-3 pr-4 pl-1 text-left"
      >
        <RowHead item={item} title={title} look="font-medium" />
        <RowState item={item} looking={looking} />
        <WhyFound item={item} words={words} />
      </button>
    </li>
  );
}

interface RowHeadProps {
  readonly item: TodoItem;
  readonly title: string;
  readonly look?: string;
}
/** What is asked, since when, and about how much it is: nothing is cut, and what has no room stands below. */
export const RowHead = ({ item, title, look }: RowHeadProps): ReactNode => (
  <span className="wrap-anywhere">
    <span className={look}>{title}</span>
    <span className="float-right pl-2 text-mut text-xs leading-5">
      <RelativeTime when={item.created_at} />
    </span>{' '}
    <span className="inline-block whitespace-nowrap text-mut tabular-nums">{worthText(item.payment)}</span>
  </span>
);

function KindIcon({ type }: { type: number }): ReactNode {
  const Icon = icons[type] ?? Scale;
  return <Icon size={15} strokeWidth={1.75} className="text-mut" aria-hidden />;
}

function Paid({ payment: { payee_label, address_to, outputs } }: { payment: Payment }): ReactNode {
  const { t } = useTranslation();
  if (outputs.length > 1) return t('tx.payees', { count: outputs.length });
  if (payee_label !== '') return <Honest text={payee_label} />;
  return <span className="mono">{shortenHash(address_to)}</span>;
}

/** To whom, what for, and who asks. */
export const RowFacts = ({ item: { payment, remark, initiator } }: { item: TodoItem }): ReactNode => {
  const { t } = useTranslation();
  const to = payment && (
    <>
      {t('todo.rowTo')} <Paid payment={payment} />
    </>
  );
  const isNamed = payment && payment.outputs.length > 1 && payment.batch_name !== '';
  const batch = isNamed && <Honest text={payment.batch_name} />;
  const what = remark !== '' && <Honest text={remark} />;
  return <Pieces of={[to, batch, what, <Honest key="who" text={initiator.name} />].filter(Boolean)} />;
};

function RowState({ item, looking }: Pick<TodoRowProps, 'item' | 'looking'>): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const { have, need } = progress(item);
  const left = timeLeft(item.expire_at, useNow(everyMs));
  const state = statuses[item.status];
  return (
    <span className="wrap-anywhere text-mut">
      <span className="float-right pl-2 tabular-nums">
        {item.status === 0 && left?.soon && (
          <span className="mr-2 text-warn text-xs">{t(left.key, { count: left.count })}</span>
        )}
        {item.status === 0 ? (
          <span title={t('tx.approvedOf', { have, need })}>{`${have}/${need}`}</span>
        ) : (
          state && <StatusPill tone={state.tone} text={t(state.text)} />
        )}
      </span>
      {looking ? t('tools:todo.next.looking') : <RowFacts item={item} />}
    </span>
  );
}
