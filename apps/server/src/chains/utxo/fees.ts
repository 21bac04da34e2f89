import { utxoFamily } from '../family.ts';
import type { FeeDeps, OfferFees } from '../model.ts';
import { findUnspent, leftOf } from './coins.ts';

/** Fees by size, which depends on the coins that there are. */
export function createOffers({ db }: FeeDeps): OfferFees {
  return async ({ chain, subWalletId, to, amount, further = [], changeAddress }, tiers) => {
    const coins = await findUnspent(db, subWalletId, chain.id);
    const { maxInputs } = utxoFamily(chain);
    const outputs = [{ address: to, amount }, ...further];
    const wanted = { outputs, changeAddress, first: leftOf(coins, maxInputs) };
    const sized = tiers.map((tier) => utxoFamily(chain).feeOffer(chain, tier, coins, wanted));
    return { offers: sized.map(({ size: _, ...offer }) => offer), gasLimit: 0n, size: sized.at(-1)?.size ?? 0 };
  };
}
