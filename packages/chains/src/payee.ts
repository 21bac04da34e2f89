import type { ChainConfig } from './types.ts';

/** Nobody can spend what the contract of a listed token owns: a payment to it is lost, in whatever coin. `address` in its one spelling. */
export const isTokenContract = (chain: ChainConfig, address: string): boolean =>
  chain.assets.some(({ contract }) => contract !== '' && contract === address);
