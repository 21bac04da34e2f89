import { type FeeTier, RpcError } from '@holdfast/chains/rpc';
import type { FeeDeps, FeeOffers, FeeRequest } from '../../chains/fees.ts';
import { createMemory } from '../../chains/memory.ts';
import { createFeeOffers } from '../../chains/models.ts';
import { chainRefusal } from '../../chains/refusal.ts';
import { refuse } from '../../refuse.ts';

const tierAgeMs = 3_000;

/** Did the node estimate? Else the tiers are the least that it takes. */
export interface Estimated {
  readonly estimated: boolean;
}

/** Three tiers, slow to fast, with the network's answers remembered for a moment. @throws `chainRefusal`, feeEstimateFailed */
export function createFees(deps: FeeDeps): (request: FeeRequest) => Promise<FeeOffers & Estimated> {
  const offersOf = createFeeOffers(deps);
  const remember = createMemory<readonly FeeTier[]>(deps.clock, tierAgeMs);
  return async (request) => {
    const { chain } = request;
    try {
      const tiers = await remember(chain.id, () => deps.readerOf(chain).fees());
      const result = await offersOf(chain)(request, tiers);
      if (result.offers.length !== 3) throw refuse('feeEstimateFailed', {});
      return { ...result, estimated: tiers.every((tier) => tier.estimated) };
    } catch (error) {
      throw error instanceof RpcError ? chainRefusal(error, chain, () => refuse('feeEstimateFailed', {})) : error;
    }
  };
}
