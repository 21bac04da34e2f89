import { randomBytes } from 'node:crypto';
import { type OrderId, orderStatus, type UserId, type WorkspaceId } from '@holdfast/contract';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/database.ts';
import type { OrdersService } from '../../orders/service.ts';
import { refuse } from '../../refuse.ts';
import { codeStatus } from './rules.ts';

interface Who {
  readonly workspaceId: WorkspaceId;
  readonly userId: UserId;
  readonly memberId: string;
}
export type QrcService = ReturnType<typeof createQrc>;

const validMs = 10 * 60_000;

/** Codes that lead a phone to the approval page. Who opens one still has to sign with a key of their own. */
export function createQrc({ db, clock, orders }: { db: Db; clock: Clock; orders: OrdersService }) {
  return {
    async generate({ workspaceId, userId, memberId }: Who, orderId: OrderId) {
      const order = await orders.order(workspaceId, orderId);
      if (order.status !== orderStatus.awaitingApproval) throw refuse('itemNotFound', {});
      const id = randomBytes(16).toString('hex');
      const expires = new Date(Math.min(clock().getTime() + validMs, order.expires_at.getTime()));
      const content = orders.approvalUrl(order.intent_id, order.digest);
      await db
        .insertInto('qrcs')
        .values({
          id,
          workspace_id: workspaceId,
          user_id: userId,
          business_type: 'withdraw',
          order_id: orderId,
          member_id: memberId,
          content,
          expires_at: expires,
        })
        .execute();
      return { qrc_id: id, content, expire_at: expires };
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
