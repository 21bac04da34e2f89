import { accountReader, type ChainReader, RpcError } from '@holdfast/chains/rpc';
import { accountFamily } from '../family.ts';
import type { FeeDeps, FeeRequest, OfferFees } from '../fees.ts';
import { createMemory } from '../memory.ts';

const gasAgeMs = 15_000;

async function estimate(reader: ChainReader, request: FeeRequest): Promise<bigint> {
  const { chain, asset, from, to, amount, allows = false, data, further = [] } = request;
  if (further.length > 0) return estimateMany(reader, request);
  try {
    const called = data === undefined ? {} : { data };
    return await accountReader(reader).estimateGas({ from, to, amount, contract: asset.contract, allows, ...called });
  } catch (error) {
    // Of a call nobody but the node knows what it takes.
    if (!(error instanceof RpcError) || error.code !== 'nodeError' || data !== undefined) throw error;
    return accountFamily(chain).gasWithoutEstimate(asset);
  }
}

/** What one transaction takes that pays `to` and all further ones. */
async function estimateMany(
  reader: ChainReader,
  { chain, asset, from, to, amount, further = [] }: FeeRequest,
): Promise<bigint> {
  const { dispersing } = accountFamily(chain);
  if (!dispersing) throw new Error(`one transaction of ${chain.id} pays one`);
  const rows = [{ address: to, amount }, ...further];
  const { value, ...call } = dispersing.call(asset.contract, rows);
  const least = (estimate: bigint): bigint => dispersing.gas(asset.contract, rows.length, estimate);
  try {
    return least(await accountReader(reader).estimateGas({ from, ...call, amount: value, contract: '' }));
  } catch (error) {
    // The account may be empty yet.
    if (!(error instanceof RpcError) || error.code !== 'nodeError') throw error;
    return least(0n);
  }
}

/** Fees by gas: the node's estimate, remembered for a moment, at each tier's price. */
export function createOffers({ clock, readerOf }: FeeDeps): OfferFees {
  const remember = createMemory<bigint>(clock, gasAgeMs);
  return async (request, tiers) => {
    const { chain, asset, from, to, allows = false, data = '', amount } = request;
    const called = data === '' ? '' : `${data} ${amount}`;
    const many = (request.further ?? []).map((one) => `${one.address} ${one.amount}`).join();
    const key = `${chain.id} ${asset.contract} ${from} ${to} ${allows} ${called} ${many}`;
    const gasLimit = await remember(key, () => estimate(readerOf(chain), request));
    const family = accountFamily(chain);
    return { offers: tiers.map((tier) => family.feeOffer(tier, gasLimit)), gasLimit, size: 0 };
  };
}
