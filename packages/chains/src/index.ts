/** Chains without a network: safe in signers and in the browser. What talks to a node is `@holdfast/chains/rpc`. */
export { type Coin, type CoinSelection, largestSpendable, type SelectionRequest, selectCoins } from './bitcoin/coins.ts';
export { compareWithIntent } from './compare.ts';
export { ChainError, type ChainFault } from './errors.ts';
export { evmMaxFee, type EvmFeeTier, evmFeeTiers, replacementFees } from './evm/fees.ts';
export { childPublicKey, formatPath, parsePath, type PathParts, type RootKey } from './path.ts';
export { rulesOf } from './rules.ts';
export * from './types.ts';
