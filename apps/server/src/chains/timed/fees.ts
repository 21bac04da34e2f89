import type { Usage } from '@holdfast/chains';
import { timedReader } from '@holdfast/chains/rpc';
import { timedFamily } from '../family.ts';
import type { FeeDeps, OfferFees } from '../fees.ts';
import { createMemory } from '../memory.ts';

const usageAgeMs = 15_000;

/** Fees by what a trial of the payment uses up, remembered for a moment, beside what the payer's own resources cover. */
export function createOffers({ clock, readerOf }: FeeDeps): OfferFees {
  const remember = createMemory<Usage>(clock, usageAgeMs);
  return async ({ chain, asset, from, to, amount, memo }, tiers) => {
    const { contract } = asset;
    const request = { from, to, amount, contract, memo };
    const usage = await remember(`${chain.id} ${contract} ${from} ${to} ${memo.length}`, () =>
      timedReader(readerOf(chain)).usage(request),
    );
    const family = timedFamily(chain);
    return { offers: tiers.map((tier) => family.feeOffer(tier, asset, memo, usage)), gasLimit: usage.energy, size: 0 };
  };
}
