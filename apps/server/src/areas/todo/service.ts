import type { WorkspaceId } from '@holdfast/contract';
import { findLabels } from '../../payee-labels.ts';
import { findRowRemarks } from '../../row-remarks.ts';
import { createBoards } from './board.ts';
import type { TodoAsk, TodoDeps, TodoParts } from './deps.ts';
import { createEvaluations } from './evaluations.ts';
import { findInfo, flowsAsking } from './info.ts';
import { listTodo } from './list.ts';
import type { Source } from './rules.ts';
import { turnsOf } from './turn.ts';

export type { TodoAsk, TodoDeps } from './deps.ts';
export { itemStatus, type Source, stateOf } from './rules.ts';
export type { Turn } from './turn.ts';

export type TodoService = ReturnType<typeof createTodo>;

/** What waits for decisions: a view over open orders and proposals, never a list of its own that could disagree with them. */
export function createTodo(ports: TodoDeps) {
  const { orders, proposals } = ports;
  const evaluations = createEvaluations((thing, approvals) =>
    thing.source === 'order' ? orders.evaluation(thing.row, approvals) : proposals.evaluation(thing.row, approvals),
  );
  const deps: TodoParts = { ...ports, evaluations, boards: createBoards(ports.db) };
  return {
    list: (workspaceId: WorkspaceId, memberId: string, ask: TodoAsk) => listTodo(deps, workspaceId, memberId, ask),
    info: (workspaceId: WorkspaceId, memberId: string, itemType: number, id: number) =>
      findInfo(deps, workspaceId, memberId, itemType, id),
    /** What the address book calls these addresses. */
    labels: (workspaceId: WorkspaceId, addresses: readonly string[]) => findLabels(ports.db, workspaceId, addresses),
    /** Of each of these orders that pays a batch what its rows remark. */
    rowRemarks: (workspaceId: WorkspaceId, orderIds: readonly number[]) =>
      findRowRemarks(ports.db, workspaceId, orderIds),
    flows: (memberId: string) => flowsAsking(deps, memberId),
    turn: async (workspaceId: WorkspaceId, source: Source, id: number) =>
      (await turnsOf(deps, workspaceId, source, [id])).get(id),
    turns: (workspaceId: WorkspaceId, source: Source, ids: readonly number[]) =>
      turnsOf(deps, workspaceId, source, ids),
  };
}
