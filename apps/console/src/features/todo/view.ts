import { type contract, type Output, orderStatus } from '@holdfast/contract';
import type { TextKey } from '../../lib/i18n.ts';

export type TodoItem = Output<typeof contract.todo.list>['list'][number];

export const { awaitingApproval } = orderStatus;

/** What the caller can do (`my_action` on the wire). */
export const myAction = { none: 0, decide: 1, decided: 2 } as const;

const hourMs = 3_600_000;
const soonMs = 6 * hourMs;

/** Items of the caller first, then what ends first. */
export function inOrder(items: readonly TodoItem[]): TodoItem[] {
  const mine = (item: TodoItem): number => (item.my_action === myAction.decide ? 0 : 1);
  return [...items].sort((a, b) => mine(a) - mine(b) || a.expire_at.getTime() - b.expire_at.getTime());
}

/** Approvals given and needed, over all steps. */
export function progress(item: Pick<TodoItem, 'nodes'>): { readonly have: number; readonly need: number } {
  const approved = (node: TodoItem['nodes'][number]): number =>
    Math.min(node.threshold, node.members.filter(({ status }) => status === 1).length);
  return {
    have: item.nodes.reduce((sum, node) => sum + approved(node), 0),
    need: item.nodes.reduce((sum, node) => sum + node.threshold, 0),
  };
}

/** Time left, in the largest unit that says something; nothing once it is over. */
export function timeLeft(
  until: Date,
  now: number,
): { readonly key: TextKey; readonly count: number; readonly soon: boolean } | undefined {
  const left = until.getTime() - now;
  if (left <= 0) return undefined;
  const soon = left < soonMs;
  if (left < hourMs) return { key: 'todo.minutesLeft', count: Math.max(1, Math.floor(left / 60_000)), soon };
  if (left < 48 * hourMs) return { key: 'todo.hoursLeft', count: Math.floor(left / hourMs), soon };
  return { key: 'todo.daysLeft', count: Math.floor(left / (24 * hourMs)), soon };
}

/** What to say above the button: whose turn it is. */
export function turnText(item: Pick<TodoItem, 'my_action' | 'initiator_signed'>): TextKey {
  if (item.my_action === myAction.decided) return 'todo.turn.decided';
  if (item.my_action === myAction.none) return 'todo.turn.others';
  return item.initiator_signed ? 'todo.turn.approve' : 'todo.turn.initiate';
}
