import type { contract, Output } from '@holdfast/contract';

/** On how many coins of which symbol an inscription of a chain is sent at most. */
export interface Limit {
  readonly most: string;
  readonly symbol: string;
}
export const limitOf = ({ chains }: Output<typeof contract.inscriptions.list>, chain: string): Limit => {
  const found = chains.find(({ chain_id }) => chain_id === chain);
  return { most: found?.most_value ?? '', symbol: found?.base_symbol ?? '' };
};
