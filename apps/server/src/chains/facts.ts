import { type ChainConfig, type ChainFamily, familyOf } from '@holdfast/chains';

/**
 * How a chain keeps what somebody owns, and what makes a payment be made once: a balance at an address with nonces, outputs that are each spent as a whole, or
 * a balance with transactions that die.
 */
export type Model = ChainFamily['model'];

/** What follows from the model alone. Pure. */
export interface ModelFacts {
  /** `coin_type` on the wire (domain.md 4.4). */
  readonly coinType: 0 | 1;
  /** May a sub-wallet have many addresses on the chain, with a branch of its own for change? */
  readonly manyAddresses: boolean;
}

const facts: Readonly<Record<Model, ModelFacts>> = {
  account: { coinType: 0, manyAddresses: false },
  utxo: { coinType: 1, manyAddresses: true },
  timed: { coinType: 0, manyAddresses: false },
};

/** @throws ChainError `unknownFamily` */
export const factsOf = (chain: ChainConfig): ModelFacts => facts[familyOf(chain).model];

/** Does another transaction take the place of a payment under way for a higher fee? */
export function speedsUp(chain: ChainConfig): boolean {
  const family = familyOf(chain);
  return family.model === 'utxo' || (family.model === 'account' && family.replaceOffer !== undefined);
}
