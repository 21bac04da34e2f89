import { ChainError } from '../errors.ts';
import type { FeeOffer } from '../fee-offer.ts';
import type { AssetConfig, FeeTier } from '../types.ts';
import { ownCost, usualAttached, usualOwnCost } from './limits.ts';

/** The most that a payment costs, nanotons: prices are the network's, so that is all there is to estimate. */
export const costOf = ({ contract }: Pick<AssetConfig, 'contract'>): bigint =>
  contract === '' ? ownCost : ownCost + usualAttached;

/** @param most as `costOf` has it @throws ChainError `badPlan` */
export function tonFeeOffer({ level, rate, plan }: FeeTier, most: bigint): FeeOffer {
  const attached = most - ownCost;
  if (attached < 0n) throw new ChainError('badPlan', 'attached');
  return {
    level,
    rate,
    fee: usualOwnCost + attached / 2n,
    maxFee: most,
    plan: { ...plan, attached: String(attached) },
  };
}
