import { utxoFamily } from '../family.ts';
import type { FeeDeps, OfferFees, Outpoint } from '../model.ts';
import { findUnspent, leftOf } from './coins.ts';

const keyOf = ({ txid, vout }: Outpoint): string => `${txid}:${vout}`;

/** Fees by size, which depends on the coins that there are. */
export function createOffers({ db }: FeeDeps): OfferFees {
  return async ({ chain, subWalletId, to, amount, further = [], changeAddress, inputs = [] }, tiers) => {
    const all = await findUnspent(db, subWalletId, chain.id);
    const { maxInputs } = utxoFamily(chain);
    const chosen = inputs.map(keyOf);
    const first = new Set([...chosen, ...leftOf(all, Math.max(0, maxInputs - chosen.length))]);
    const coins = chosen.length === 0 ? all : all.filter((coin) => first.has(keyOf(coin)));
    const wanted = { outputs: [{ address: to, amount }, ...further], changeAddress, first };
    const sized = tiers.map((tier) => utxoFamily(chain).feeOffer(chain, tier, coins, wanted));
    return { offers: sized.map(({ size: _, ...offer }) => offer), gasLimit: 0n, size: sized.at(-1)?.size ?? 0 };
  };
}
