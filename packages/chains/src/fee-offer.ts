import type { ResourceFees } from './resources.ts';
import type { FeePlan } from './types.ts';

/** One tier of a payment: what it will probably cost, the most it may cost, and what its plan needs. Base units of the chain's own coin. */
export interface FeeOffer {
  readonly level: 1 | 2 | 3;
  readonly rate: string;
  readonly fee: bigint;
  readonly maxFee: bigint;
  readonly plan: FeePlan;
  readonly resources?: ResourceFees;
}
