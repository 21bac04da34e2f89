import { type OrderId, orderStatus, type WorkspaceId } from '@holdfast/contract';
import type { Recorder } from '../audit/service.ts';
import { inTransaction } from '../db/transaction.ts';
import { refuse } from '../refuse.ts';
import { findOrder } from './find.ts';
import { isAgain } from './kinds/index.ts';
import { canRelease, lockOrder, type Order, releaseOrder } from './moves.ts';
import type { OrderParts } from './parts.ts';

export interface Cancel {
  readonly workspaceId: WorkspaceId;
  readonly id: OrderId;
  readonly member: string;
  /** Only what this member asked for. */
  readonly ownOnly?: boolean;
  readonly remark: string;
  readonly record: Recorder;
}

/** By who asked for the payment, or by somebody else who may: the matrix of roles lets owners, admins and operators. */
const cancelled: ReadonlySet<string> = new Set(['cancelled_by_initiator', 'cancelled_by_member']);

/** A session of it may begin at any moment: not of one that waits for approvals again, whose claim was taken away. */
const isPlanned = ({ status, plan }: Pick<Order, 'status' | 'plan'>): boolean =>
  plan !== null && status !== orderStatus.awaitingApproval;

/** Ends an order nobody has started to sign; its hold is released in the same transaction. @throws orderNotFound, orderNotCancellable */
export async function cancelOrder(
  deps: OrderParts,
  { workspaceId, id, member, ownOnly = false, remark, record }: Cancel,
): Promise<number> {
  await findOrder(deps, workspaceId, id);
  const ended = await inTransaction(deps.db, async (tx) => {
    const now = await lockOrder(tx, id);
    // A finished cancel said again is still cancelled.
    if (now?.status === orderStatus.rejected && cancelled.has(now.sub_status)) return now;
    if (!now || isAgain(now) || !canRelease(now) || isPlanned(now) || (ownOnly && now.initiator !== member))
      throw refuse('orderNotCancellable', {});
    const sub = now.initiator === member ? 'cancelled_by_initiator' : 'cancelled_by_member';
    const move = { to: orderStatus.rejected, sub, actor: member };
    await releaseOrder(
      tx,
      now,
      { ...move, ...(remark === '' ? {} : { detail: { remark } }) },
      now.admitted_at === null,
    );
    await record(tx, { object: `order:${id}`, ...(remark === '' ? {} : { after: { remark } }) });
    return now;
  });
  deps.notifier.changed(workspaceId, 'order', id);
  deps.notifier.changed(workspaceId, 'todo', id);
  deps.notifier.changed(workspaceId, 'balance', ended.sub_wallet_id);
  return orderStatus.rejected;
}
