import { type OrderId, orderStatus, type WorkspaceId } from '@holdfast/contract';
import { digestWords, type Evaluation } from '@holdfast/policy';
import type { Db } from '../../db/database.ts';
import type { CurrentPolicy, Order, OrdersService } from '../../orders/service.ts';
import { createEvaluations } from './evaluations.ts';
import * as queries from './queries.ts';
import { actionOf, type Item, itemStatus } from './rules.ts';

export interface TodoAsk {
  readonly status: number;
  readonly mine: boolean;
  readonly page: number;
  readonly size: number;
}
export type TodoService = ReturnType<typeof createTodo>;

/** Orders read whole at a time when they have to be evaluated. */
const chunk = 100;

/** What waits for decisions: a view over open orders, never a list of its own that could disagree with them. */
export function createTodo({
  db,
  orders,
}: {
  db: Db;
  orders: Pick<OrdersService, 'policy' | 'approvals' | 'approvalUrl' | 'evaluation'>;
}) {
  const evaluations = createEvaluations(orders.evaluation);

  async function itemsOf(policy: CurrentPolicy, rows: readonly Order[]): Promise<Item[]> {
    const approvals = await orders.approvals(rows.map(({ id }) => id));
    const evaluated = await evaluations.of(policy, rows, approvals);
    return rows.flatMap((order, index) => {
      const evaluation = evaluated[index];
      return evaluation ? [itemOf(order, approvals.get(order.id) ?? [], evaluation)] : [];
    });
  }
  const itemOf = (order: Order, approvals: Item['approvals'], evaluation: Evaluation): Item => ({
    order,
    approvals,
    evaluation,
    words: digestWords(Buffer.from(order.digest, 'hex')),
    url: orders.approvalUrl(order.intent_id, order.digest),
  });

  /** Ids of the open orders, newest first, and of those the member can decide now. */
  async function openOf(workspaceId: WorkspaceId, memberId: string, policy: CurrentPolicy) {
    const open = await queries.findOpen(db, workspaceId);
    const unknown = open.filter(({ id, decisions }) => !evaluations.find(policy, id, decisions)).map(({ id }) => id);
    const fresh = new Map<OrderId, Evaluation>();
    for (let from = 0; from < unknown.length; from += chunk)
      for (const { order, evaluation } of await itemsOf(
        policy,
        await queries.findOrders(db, unknown.slice(from, from + chunk)),
      ))
        fresh.set(order.id, evaluation);
    const mine = open.filter((order) => {
      const evaluation = fresh.get(order.id) ?? evaluations.find(policy, order.id, order.decisions);
      return evaluation && actionOf({ order, approvals: order.decisions, evaluation }, memberId) === 1;
    });
    return { open: open.map(({ id }) => id), mine: mine.map(({ id }) => id) };
  }

  return {
    async list(workspaceId: WorkspaceId, memberId: string, ask: TodoAsk) {
      const policy = await orders.policy();
      const { document } = policy;
      const { open, mine } = await openOf(workspaceId, memberId, policy);
      const counts = { open: open.length, mine: mine.length };
      const skip = (ask.page - 1) * ask.size;
      if (ask.status === 0) {
        const all = ask.mine ? mine : [...new Set([...mine, ...open])];
        const rows = await queries.findOrders(db, all.slice(skip, skip + ask.size));
        return { items: await itemsOf(policy, rows), total: all.length, counts, document };
      }
      const statuses = Object.values(orderStatus).filter((status) => itemStatus(status) === ask.status);
      if (statuses.length === 0) return { items: [], total: 0, counts, document };
      const total = await queries.countUpTo(db, workspaceId, statuses);
      const page = await queries.findPage(db, workspaceId, statuses, { limit: ask.size, offset: skip });
      return { items: await itemsOf(policy, page), total, counts, document };
    },
  };
}
