import { type FeeTier, RpcError } from '@holdfast/chains/rpc';
import { createMemory } from '../../chains/memory.ts';
import type { FeeDeps, FeeOffers, FeeRequest } from '../../chains/model.ts';
import { createFeeOffers } from '../../chains/models.ts';
import { refuse } from '../../refuse.ts';

const tierAgeMs = 3_000;

/** A node that is away, and one that says nothing of use. */
const refusalOf = (error: RpcError, network: string) =>
  error.code === 'timeout' || error.code === 'unreachable'
    ? refuse('chainUnreachable', { network })
    : refuse('feeEstimateFailed', {});

/** Three tiers, slow to fast, with the network's answers remembered for a moment. @throws chainUnreachable, feeEstimateFailed */
export function createFees(deps: FeeDeps): (request: FeeRequest) => Promise<FeeOffers> {
  const offersOf = createFeeOffers(deps);
  const remember = createMemory<readonly FeeTier[]>(deps.clock, tierAgeMs);
  return async (request) => {
    const { chain } = request;
    try {
      const tiers = await remember(chain.id, () => deps.readerOf(chain).fees());
      const result = await offersOf(chain)(request, tiers);
      if (result.offers.length !== 3) throw refuse('feeEstimateFailed', {});
      return result;
    } catch (error) {
      throw error instanceof RpcError ? refusalOf(error, chain.name) : error;
    }
  };
}
