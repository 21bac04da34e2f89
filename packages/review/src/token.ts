import type { BookToken } from '@holdfast/policy';
import { areTwins } from '@holdfast/policy/look-alikes';
import type { ChainFacts } from './facts.ts';

/** A coin that this signer knows, of the same symbol or one that looks like it. */
export interface TokenLike {
  readonly symbol: string;
  readonly chain: string;
  readonly isSame: boolean;
}

/** Coins that a token could be taken for, by the symbols that this signer knows on all its networks: anybody may give a token any symbol. */
export function tokenLikes(chains: readonly ChainFacts[], token: BookToken): TokenLike[] {
  const isItself = (chain: string, contract: string): boolean => chain === token.chain && contract === token.contract;
  return chains.flatMap(({ id, name, assets }) =>
    assets.flatMap(({ symbol, contract }): TokenLike[] => {
      if (isItself(id, contract)) return [];
      const isSame = symbol.toLowerCase() === token.symbol.toLowerCase();
      return isSame || areTwins(symbol, token.symbol) ? [{ symbol, chain: name, isSame }] : [];
    }),
  );
}
