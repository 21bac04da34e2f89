import { accountReader, type ChainReader, RpcError } from '@holdfast/chains/rpc';
import { accountFamily } from '../family.ts';
import { createMemory } from '../memory.ts';
import type { FeeDeps, FeeRequest, OfferFees } from '../model.ts';

const gasAgeMs = 15_000;

async function estimate(
  reader: ChainReader,
  { chain, asset, from, to, amount, allows = false, data }: FeeRequest,
): Promise<bigint> {
  try {
    const called = data === undefined ? {} : { data };
    return await accountReader(reader).estimateGas({ from, to, amount, contract: asset.contract, allows, ...called });
  } catch (error) {
    // Of a call nobody but the node knows what it takes.
    if (!(error instanceof RpcError) || error.code !== 'nodeError' || data !== undefined) throw error;
    return accountFamily(chain).gasWithoutEstimate(asset);
  }
}

/** Fees by gas: the node's estimate, remembered for a moment, at each tier's price. */
export function createOffers({ clock, readerOf }: FeeDeps): OfferFees {
  const remember = createMemory<bigint>(clock, gasAgeMs);
  return async (request, tiers) => {
    const { chain, asset, from, to, allows = false, data = '', amount } = request;
    const called = data === '' ? '' : `${data} ${amount}`;
    const key = `${chain.id} ${asset.contract} ${from} ${to} ${allows} ${called}`;
    const gasLimit = await remember(key, () => estimate(readerOf(chain), request));
    const family = accountFamily(chain);
    return { offers: tiers.map((tier) => family.feeOffer(tier, gasLimit)), gasLimit, size: 0 };
  };
}
