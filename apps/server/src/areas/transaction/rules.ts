import { orderStatus, transactionType } from '@holdfast/contract';
import type { Entry } from './entry.ts';

/** Confirmations so far, both ends counted; 0 while it is in no block. Never more than the chain really has. */
export function confirmationsOf(entry: Pick<Entry, 'height' | 'sub_status'>, tip: number | null | undefined): number {
  if (entry.height === null || tip === null || tip === undefined || entry.sub_status.startsWith('reorged')) return 0;
  return Math.max(0, tip - entry.height + 1);
}

/** What may be done with an entry now. */
export function actionsOf(entry: Entry) {
  const order = entry.type === transactionType.withdraw;
  const waiting = entry.status === orderStatus.awaitingApproval;
  return {
    cancel: order && (waiting || (entry.status === orderStatus.awaitingSignature && !entry.planned)),
    speed_up: false,
    refund: false,
    remark: !order,
    audit: order && waiting,
  };
}
