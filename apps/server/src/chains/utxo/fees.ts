import { utxoFamily } from '../family.ts';
import type { FeeDeps, Joins, OfferFees } from '../fees.ts';
import type { Outpoint } from '../outputs.ts';
import { findUnspent, leftOf } from './coins.ts';

const keyOf = ({ txid, vout }: Outpoint): string => `${txid}:${vout}`;

const joinsOf = (coins: readonly { readonly address: string; readonly name: string }[]): Joins => ({
  addresses: new Set(coins.map(({ address }) => address)).size,
  names: [...new Set(coins.map(({ name }) => name))].filter((name) => name !== '').toSorted(),
});

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
    const middle = tiers[1];
    const selected = middle && utxoFamily(chain).selectCoins(chain, coins, wanted, middle.plan);
    const offers = sized.map(({ size: _, ...offer }) => offer);
    return {
      offers,
      gasLimit: 0n,
      size: sized.at(-1)?.size ?? 0,
      ...(selected ? { joins: joinsOf(selected.coins) } : {}),
    };
  };
}
