import { orderStatus } from '@holdfast/contract';
import type { Approval, Evaluation } from '@holdfast/policy';
import type { Order } from '../../orders/moves.ts';

/** Who decided what. */
export type Decided = Pick<Approval, 'member' | 'decision'>;

export interface Item {
  readonly order: Order;
  readonly approvals: readonly Approval[];
  readonly evaluation: Evaluation;
  readonly words: readonly string[];
  readonly url: string;
}

/** 0 open, 1 passed, 2 refused, 3 cancelled, 4 expired (domain.md 6.4). */
export function itemStatus(status: number): number {
  if (status === orderStatus.awaitingApproval) return 0;
  if (status === orderStatus.approvalRefused) return 2;
  if (status === orderStatus.autoCancelled) return 4;
  return status === orderStatus.rejected || status === orderStatus.systemRejected ? 3 : 1;
}

/** The node whose turn it is: the first that is not done; -1 when all are. */
export const openNode = ({ nodes }: Evaluation): number =>
  nodes.findIndex(({ approved, threshold }) => approved.length < threshold);

interface Turn {
  readonly order: Pick<Order, 'status' | 'initiator'>;
  readonly approvals: readonly Decided[];
  readonly evaluation: Evaluation;
}
/** 0 nothing to do, 1 can decide now, 2 has decided. */
export function actionOf({ order, approvals, evaluation }: Turn, memberId: string): 0 | 1 | 2 {
  const own = approvals.filter(({ member }) => member === memberId).map(({ decision }) => decision);
  if (order.status !== orderStatus.awaitingApproval) return own.length > 0 ? 2 : 0;
  // The initiator signs their own request first, also where they may not approve it.
  if (order.initiator === memberId && !evaluation.initiatorSigned) return 1;
  if (own.includes('approve') || own.includes('refuse')) return 2;
  if (evaluation.nodes[openNode(evaluation)]?.eligible.includes(memberId)) return 1;
  return own.length > 0 ? 2 : 0;
}
