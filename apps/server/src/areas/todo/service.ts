import { orderStatus, type WorkspaceId } from '@holdfast/contract';
import {
  type Approval,
  digestWords,
  type Evaluation,
  evaluate,
  type PolicyDocument,
  parseIntent,
} from '@holdfast/policy';
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { Order, OrdersService } from '../../orders/service.ts';
import { actionOf, type Item, itemStatus } from './rules.ts';

export interface TodoAsk {
  readonly status: number;
  readonly mine: boolean;
  readonly page: number;
  readonly size: number;
}
export type TodoService = ReturnType<typeof createTodo>;

/** Open items looked through to tell whose turn it is; far more than anyone can decide in seven days. */
const openMax = 2_000;

/** What waits for decisions: a view over open orders, never a list of its own that could disagree with them. */
export function createTodo({ db, orders }: { db: Db; orders: OrdersService }) {
  const find = (
    workspaceId: WorkspaceId,
    statuses: readonly number[],
    limit: number,
    offset: number,
  ): Promise<Order[]> =>
    db
      .selectFrom('orders')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('status', 'in', statuses)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute();

  async function itemsOf(rows: readonly Order[], document: PolicyDocument): Promise<Item[]> {
    const approvals = await orders.approvals(rows.map(({ id }) => id));
    return rows.map((order) => itemOf(order, approvals.get(order.id) ?? [], document));
  }
  function itemOf(order: Order, approvals: readonly Approval[], document: PolicyDocument): Item {
    const evaluation: Evaluation = evaluate(document, parseIntent(order.intent), approvals);
    return {
      order,
      approvals,
      evaluation,
      words: digestWords(Buffer.from(order.digest, 'hex')),
      url: orders.approvalUrl(order.intent_id, order.digest),
    };
  }

  return {
    async list(workspaceId: WorkspaceId, memberId: string, ask: TodoAsk) {
      const { document } = await orders.policy();
      const open = await itemsOf(await find(workspaceId, [orderStatus.awaitingApproval], openMax, 0), document);
      const isMine = (item: Item): boolean => actionOf(item, memberId) === 1;
      const mine = open.filter(isMine);
      const counts = { open: open.length, mine: mine.length };
      const skip = (ask.page - 1) * ask.size;
      if (ask.status === 0) {
        const all = ask.mine ? mine : [...mine, ...open.filter((item) => !isMine(item))];
        return { items: all.slice(skip, skip + ask.size), total: all.length, counts, document };
      }
      const statuses = Object.values(orderStatus).filter((status) => itemStatus(status) === ask.status);
      if (statuses.length === 0) return { items: [], total: 0, counts, document };
      const { rows } = await sql<{
        n: number;
      }>`select count(*)::int as n from (select 1 from orders where workspace_id = ${workspaceId}
        and status in (${sql.join(statuses)}) limit 10000) bounded`.execute(db);
      const page = await find(workspaceId, statuses, ask.size, skip);
      return { items: await itemsOf(page, document), total: rows[0]?.n ?? 0, counts, document };
    },
  };
}
