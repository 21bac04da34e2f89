import { isOrderType, orderStatus } from '@holdfast/contract';
import type { TextKey } from './i18n.ts';
import { coinKey } from './wallets.ts';

const ended: readonly number[] = [
  orderStatus.approvalRefused,
  orderStatus.rejected,
  orderStatus.systemRejected,
  orderStatus.autoCancelled,
  orderStatus.discarded,
  orderStatus.failed,
];

interface Asked {
  readonly type: number;
  readonly status: number;
  readonly outputs: readonly unknown[];
  readonly stake: unknown;
}

/** What asking for the same once more is called: of a payment that was made, or of one that came to nothing. Undefined while neither is known, of several payees, and where nobody is paid. */
export function againText({ type, status, outputs, stake }: Asked): TextKey | undefined {
  if (!isOrderType(type) || outputs.length !== 1 || stake !== null) return undefined;
  if (status === orderStatus.done) return 'tx.repeat';
  return ended.includes(status) ? 'tx.sendAgain' : undefined;
}

type Paid = Parameters<typeof coinKey>[0] & { readonly sub_wallet_id: number };

/** The arguments of the form that asks for the same once more. @param order the number of the order */
export const wayAgain = (order: number, paid: Paid): string[] => [
  coinKey(paid),
  String(paid.sub_wallet_id),
  `order-${order}`,
];
