import { orderStatus } from '@holdfast/contract';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useFollowed } from '../../lib/followed.ts';
import { readKey, type TodoItem } from '../../lib/inbox-item.ts';
import { useApi } from '../../lib/query.ts';
import { forget, retell } from '../../lib/retold-toasts.ts';
import { ownMember } from '../../lib/signer-link.ts';
import { useToasts } from '../../lib/toasts.ts';
import { useNextStep } from './next-step.tsx';
import { isReadHere } from './read-here.ts';
import { rowTitle } from './title.ts';
import { isUnderWay } from './view.ts';

const tones = { wait: 'info', done: 'success', bad: 'ended' } as const;
/** What follows by itself, and soon: the states that are told are those before and after it. */
const passing: readonly number[] = [orderStatus.awaitingApproval, orderStatus.paying];

/** One that is no longer among the open ones of the caller, or never was. */
export default function Outcome({ name }: { name: string }): ReactNode {
  const { data, error } = useApi('todo', 'info', readKey(name) ?? { item_type: 0, item_id: 0 }, { quiet: true });
  const { drop } = useFollowed();
  useEffect(() => {
    if (error) drop(name);
  }, [error, drop, name]);
  return data ? <Told name={name} item={data} /> : null;
}

function Told({ name, item }: { name: string; item: TodoItem }): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const { states, follow, drop } = useFollowed();
  const { text, tone: look } = useNextStep(item);
  const { add } = useToasts.getState();
  const before = states[name];
  const { state } = item;
  const what = rowTitle(t, item);
  const told = t('tools:todo.outcome', { what, text });
  const tone = tones[look];
  const isOwnEnd = item.status === 3 && item.initiator.id === ownMember();
  // What was told before holds no more.
  useEffect(() => retell(name, { text: told, tone }), [name, told, tone]);
  useEffect(() => {
    if (before === undefined || before === state) return;
    // The item that is read says it by itself.
    const isSaid = isReadHere(name) && document.visibilityState === 'visible';
    if (!passing.includes(state) && !isOwnEnd && !isSaid) add({ text: told, tone, about: name });
    if (isUnderWay(state)) follow(name, state);
    else drop(name);
  }, [before, state, told, tone, isOwnEnd, name, follow, drop, add]);
  // It is open again, which its list tells.
  useEffect(
    () => () => {
      if (name in useFollowed.getState().states) forget(name);
    },
    [name],
  );
  return null;
}
