import { orderStatus } from '@holdfast/contract';

export type OrderStatus = (typeof orderStatus)[keyof typeof orderStatus];
const s = orderStatus;

/** Where an order may go from where (domain.md 6.2). The table `order_moves` holds the same set; a test compares them. */
export const moves: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  [s.awaitingApproval]: [s.awaitingSignature, s.approvalRefused, s.rejected, s.systemRejected, s.autoCancelled],
  [s.awaitingSignature]: [s.awaitingApproval, s.paying, s.approvalRefused, s.rejected, s.autoCancelled, s.failed],
  [s.paying]: [s.done, s.discarded, s.failed],
  [s.done]: [],
  [s.approvalRefused]: [],
  [s.rejected]: [],
  [s.systemRejected]: [],
  [s.autoCancelled]: [],
  [s.discarded]: [],
  [s.failed]: [],
};

const known = new Set<number>(Object.values(s));
/** @throws Error for a number that is no status: the database cannot hold one */
export function statusOf(value: number): OrderStatus {
  if (!known.has(value)) throw new Error(`${value} is no order status`);
  return value as OrderStatus;
}
export const canMove = (from: OrderStatus, to: OrderStatus): boolean => moves[from].includes(to);
export const isFinal = (status: OrderStatus): boolean => moves[status].length === 0;

/** Statuses in which the order's hold stands. */
export const holding: readonly OrderStatus[] = [s.awaitingApproval, s.awaitingSignature, s.paying];
