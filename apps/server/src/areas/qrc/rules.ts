import { orderStatus } from '@holdfast/contract';
import type { Decision } from '@holdfast/policy';

export interface CodeFacts {
  /** Decisions of the code's member on the order. */
  readonly mine: readonly Decision[];
  readonly orderStatus: number;
  readonly expired: boolean;
}

/** 0 waiting, 2 signed, 3 refused, 4 expired. (1, scanned, needs a page that tells us; ours is the signer's and tells nobody.) */
export function codeStatus({ mine, orderStatus: status, expired }: CodeFacts): number {
  if (mine.includes('refuse') || status === orderStatus.approvalRefused) return 3;
  if (mine.length > 0) return 2;
  return expired || status !== orderStatus.awaitingApproval ? 4 : 0;
}
