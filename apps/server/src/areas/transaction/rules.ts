import { depositStatus, orderStatus, type Permission, transactionType } from '@holdfast/contract';
import { mayReplace } from '../../orders/kinds/index.ts';
import type { Entry } from './entry.ts';

/** Confirmations so far, both ends counted; 0 while it is in no block. Never more than the chain really has. */
export function confirmationsOf(entry: Pick<Entry, 'height' | 'sub_status'>, tip: number | null | undefined): number {
  if (entry.height === null || tip === null || tip === undefined || entry.sub_status.startsWith('reorged')) return 0;
  return Math.max(0, tip - entry.height + 1);
}

/** What somebody may do with an entry now, by what they hold in its sub-wallet. */
export function actionsOf(entry: Entry, may: (access: Permission) => boolean, speedsUp: boolean) {
  const order = entry.type === transactionType.withdraw;
  const deposit = entry.type === transactionType.deposit;
  const waiting = entry.status === orderStatus.awaitingApproval;
  /** Another can take its place on the chain. */
  const replaceable =
    may('withdraw.create') && speedsUp && order && entry.status === orderStatus.paying && entry.height === null;
  return {
    cancel:
      may('withdraw.cancel') &&
      order &&
      !entry.begun &&
      (waiting || (entry.status === orderStatus.awaitingSignature && !entry.planned)),
    speed_up: replaceable && mayReplace(entry.kind, 'speed_up') && entry.sub_status !== 'cancelling',
    drop: replaceable && mayReplace(entry.kind, 'drop'),
    refund: may('withdraw.create') && deposit && entry.status === depositStatus.credited && entry.refund === null,
    remark: may('deposit.edit') && deposit,
    audit: may('withdraw.audit') && order && waiting,
  };
}
