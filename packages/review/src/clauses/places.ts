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
  return known
    ? { all: [leaf('text', known.name, `${honestText(known.name)} `), own] }
    : { word: 'rule_unknownChain', with: { chain: own } };
}

export const contractPhrase = (contract: string): Phrase<SharedWord> =>
  leaf('contract', contract, blocksOf(contract).join(' '));

const listAt = (chains: Chains, { chain }: Place): readonly AssetFacts[] =>
  chains.find(({ id }) => id === chain)?.assets ?? [];

/** The asset that this signer knows there: compared as rules compare it, letter by letter. */
export const assetAt = (chains: Chains, place: Place): AssetFacts | undefined =>
  listAt(chains, place).find(({ contract }) => contract === place.contract);

/** Is it an asset that this signer knows, in another spelling? To the rules it is none. */
export const isOtherSpelling = (chains: Chains, place: Place): boolean =>
  assetAt(chains, place) === undefined &&
  listAt(chains, place).some(({ contract }) => contract.toLowerCase() === place.contract.toLowerCase());
