import { orderStatus } from '@holdfast/contract';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../lib/query.ts';
import { ownMember } from '../../lib/signer-link.ts';
import { notify } from '../../lib/toasts.ts';
import { useFollowed } from './followed.ts';
import { useNextStep } from './next-step.tsx';
import { rowTitle } from './title.ts';
import { keyOf, readKey, type TodoItem } from './view.ts';

const most = 20;
const tones = { wait: 'info', done: 'success', bad: 'error' } as const;
/** What follows by itself, and soon: the states that are told are those before and after it. */
const passing: readonly number[] = [orderStatus.awaitingApproval, orderStatus.paying];
const underWay: readonly number[] = [...passing, orderStatus.awaitingSignature];

/** Draws nothing: whoever asked, and whoever went to decide, is told in a toast what came of it. */
export default function Outcomes(): ReactNode {
  const { data } = useApi('todo', 'list', { scope: 'asked', status: 0, page_no: 1, page_size: most }, { quiet: true });
  const { states, follow } = useFollowed();
  useEffect(() => {
    for (const item of data?.list ?? []) follow(keyOf(item), item.state);
  }, [data, follow]);
  const open = new Set(data?.list.map(keyOf));
  const away = Object.keys(states).filter((key) => !open.has(key));
  return away.map((key) => <Away key={key} name={key} />);
}

/** One that is no longer among the open ones of the caller, or never was. */
function Away({ name }: { name: string }): ReactNode {
  const { data, error } = useApi('todo', 'info', readKey(name) ?? { item_type: 0, item_id: 0 }, { quiet: true });
  const { drop } = useFollowed();
  useEffect(() => {
    if (error) drop(name);
  }, [error, drop, name]);
  return data ? <Outcome name={name} item={data} /> : null;
}

function Outcome({ name, item }: { name: string; item: TodoItem }): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const { states, follow, drop } = useFollowed();
  const { text, tone } = useNextStep(item);
  const before = states[name];
  const { state } = item;
  const what = rowTitle(t, item);
  const isOwnEnd = item.status === 3 && item.initiator.id === ownMember();
  useEffect(() => {
    if (before === undefined || before === state) return;
    if (!passing.includes(state) && !isOwnEnd) notify(t('tools:todo.outcome', { what, text }), tones[tone]);
    if (underWay.includes(state)) follow(name, state);
    else drop(name);
  }, [before, state, what, text, tone, isOwnEnd, name, follow, drop, t]);
  return null;
}
