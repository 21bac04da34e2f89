import { orderStatus } from '@holdfast/contract';
import { CircleCheck, CircleX, Clock } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { TodoItem } from '../../lib/inbox-item.ts';
import { useApi } from '../../lib/query.ts';
import { ownMember } from '../../lib/signer-link.ts';
import { Button } from '../../ui/button.tsx';
import { cn } from '../../ui/cn.ts';
import { useDrawers } from '../../ui/drawers.tsx';
import { Honest } from '../../ui/honest.tsx';
import { useNow } from '../../ui/use-now.ts';
import { AskAgain } from './ask-again.tsx';
import { joined, nextStep, type Step } from './steps.ts';

const withdrawType = 2;
/** `status` of an item on the wire: what ended otherwise came to no transaction. */
const passed = 1;
const looks = {
  wait: { Icon: Clock, style: 'bg-accs text-fg' },
  done: { Icon: CircleCheck, style: 'bg-oks text-ok' },
  bad: { Icon: CircleX, style: 'bg-bads text-bad' },
} as const;

/** How far a payment is, by its blocks; nothing as long as it is in none: it is on its way then, and not paid. */
function useBlocks(item: TodoItem): { readonly have: number; readonly need: number } | undefined {
  const sent = item.payment !== null && item.state === orderStatus.paying;
  const { data } = useApi(
    'transaction',
    'detail',
    { type: withdrawType, id: item.item_id },
    { quiet: true, enabled: sent },
  );
  return data && data.confirmations > 0 ? { have: data.confirmations, need: data.confirmations_needed } : undefined;
}

/** What happens next, in one sentence: whose decision is missing, or how far it has come. */
export function useNextStep(item: TodoItem): { readonly text: string; readonly tone: Step['tone'] } {
  const { t } = useTranslation(['translation', 'tools']);
  const you = { id: ownMember(), word: t('tools:todo.next.you') };
  const { key, tone, values, later } = nextStep(item, useBlocks(item), you, useNow(2_000));
  const names = (all: readonly string[] = [], count = 1): string =>
    joined(all, count === 1 ? t('tools:todo.next.or') : t('tools:todo.next.list'));
  const say = t as unknown as (key: string, values: Readonly<Record<string, unknown>>) => string;
  const then = later ? say('tools:todo.next.then', { ...later, names: names(later.names, later.count) }) : '';
  return { text: say(key, { ...values, names: names(values.names, values.count) }) + then, tone };
}

interface NextStepProps {
  readonly item: TodoItem;
  /** Why it was refused, where that stands far below. */
  readonly withReason?: boolean;
  /** Whoever asked may go on from here. */
  readonly withAgain?: boolean;
  /** Whoever reads it has been where one signs, and it is asked whether they did. */
  readonly looking?: boolean;
}

/** On top of an item: what it waits for, or what has become of it. */
export function NextStep({ item, withReason = false, withAgain = false, looking = false }: NextStepProps): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const drawers = useDrawers();
  const { text, tone } = useNextStep(item);
  const { Icon, style } = looks[tone];
  const isTold = withReason && item.state === orderStatus.approvalRefused;
  const refusal = isTold ? item.decisions.findLast(({ decision }) => decision === 'refuse') : undefined;
  return (
    <div role="status" className={cn('flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg px-4 py-2.5', style)}>
      <Icon size={16} aria-hidden className="shrink-0" />
      <span className="min-w-0 flex-1 break-words">
        <span className="font-medium">{looking ? t('tools:todo.next.looking') : text}</span>
        {refusal && refusal.remark !== '' && <Honest className="block text-fg" text={refusal.remark} />}
      </span>
      {item.payment && item.status !== 0 && (
        <Button size="sm" onClick={() => drawers.push('transaction', String(withdrawType), String(item.item_id))}>
          {t(item.status === passed ? 'todo.seeTransaction' : 'todo.seeRequest')}
        </Button>
      )}
      {withAgain && <AskAgain item={item} />}
    </div>
  );
}
