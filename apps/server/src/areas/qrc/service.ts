import { randomBytes } from 'node:crypto';
import { type OrderId, orderStatus, type UserId, type WorkspaceId } from '@holdfast/contract';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/database.ts';
import type { OrdersService } from '../../orders/service.ts';
import { refuse } from '../../refuse.ts';
import * as queries from './queries.ts';
import { codeStatus } from './rules.ts';

interface Who {
  readonly workspaceId: WorkspaceId;
  readonly userId: UserId;
  readonly memberId: string;
}
export type QrcService = ReturnType<typeof createQrc>;

const validMs = 10 * 60_000;
/** How long an expired code can still be asked about. */
const keepMs = 24 * 3_600_000;

/** Codes that lead a phone to the approval page. Who opens one still has to sign with a key of their own. */
export function createQrc({ db, clock, orders }: { db: Db; clock: Clock; orders: OrdersService }) {
  return {
    /** Asked again while a code has half its time left, it is the same code: a page that asks often leaves no heap of them. */
    async generate({ workspaceId, userId, memberId }: Who, orderId: OrderId, content?: string) {
      const order = await orders.order(workspaceId, orderId);
      if (order.status !== orderStatus.awaitingApproval) throw refuse('itemNotFound', {});
      const end = (ms: number): Date => new Date(Math.min(clock().getTime() + ms, order.expires_at.getTime()));
      const open = await queries.findOpenCode(db, orderId, userId, end(validMs / 2));
      const visitor = { policy: (await orders.policy()).document, member: memberId };
      const url = content ?? orders.approvalUrl(order.intent_id, order.digest, visitor);
      const code =
        (open?.content === url ? open : undefined) ??
        (await queries.insertCode(db, {
          id: randomBytes(16).toString('hex'),
          workspace_id: workspaceId,
          user_id: userId,
          business_type: 'withdraw',
          order_id: orderId,
          member_id: memberId,
          content: url,
          expires_at: end(validMs),
        }));
      return { qrc_id: code.id, content: code.content, expire_at: code.expires_at };
    },
    /** Removes codes that nobody asks about any more. */
    purge: async (): Promise<void> => {
      await queries.deleteCodes(db, new Date(clock().getTime() - keepMs));
    },
    /** 0 waiting, 1 scanned, 2 signed, 3 refused, 4 expired; of the caller's own codes only. */
    async status({ workspaceId, userId }: Who, id: string): Promise<{ qrc_id: string; status: number }> {
      const row = await db
        .selectFrom('qrcs')
        .selectAll()
        .where('id', '=', id)
        .where('workspace_id', '=', workspaceId)
        .where('user_id', '=', userId)
        .executeTakeFirst();
      if (!row) throw refuse('itemNotFound', {});
      const order = await orders.order(workspaceId, row.order_id);
      const approvals = (await orders.approvals([row.order_id])).get(row.order_id) ?? [];
      const mine = approvals.filter(({ member }) => member === row.member_id).map(({ decision }) => decision);
      return {
        qrc_id: id,
        status: codeStatus({ mine, orderStatus: order.status, expired: row.expires_at <= clock() }),
      };
    },
  };
}
