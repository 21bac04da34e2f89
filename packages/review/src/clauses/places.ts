import type { AssetFacts, ChainFacts } from '../facts.ts';
import { blocksOf, honestText } from '../format.ts';
import { leaf, type Phrase } from '../phrase.ts';
import type { SharedWord } from '../shared.en.ts';

/** A contract on a chain, or the chain's own coin (''). */
interface Place {
  readonly chain: string;
  readonly contract: string;
}
type Chains = readonly ChainFacts[];

export function chainPhrase(chains: Chains, id: string): Phrase<SharedWord> {
  const known = chains.find((chain) => chain.id === id);
  const own = leaf('chain', id);
  return known ? { all: [leaf('text', known.name, `${honestText(known.name)} `), own] } : own;
}

export const contractPhrase = (contract: string): Phrase<SharedWord> =>
  leaf('contract', contract, blocksOf(contract).join(' '));

export const assetAt = (chains: Chains, { chain, contract }: Place): AssetFacts | undefined =>
  chains
    .find(({ id }) => id === chain)
    ?.assets.find((asset) => asset.contract.toLowerCase() === contract.toLowerCase());
