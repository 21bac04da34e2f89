/** Chains without a network: safe in signers and in the browser. What talks to a node is `@holdfast/chains/rpc`. */
export {
  type Coin,
  type CoinSelection,
  largestSpendable,
  type SelectionRequest,
  selectCoins,
} from './bitcoin/coins.ts';
export { type CompareContext, compareWithIntent } from './compare.ts';
export { ChainError, type ChainFault } from './errors.ts';
export { type EvmFeeTier, evmFeeTiers, evmMaxFee, replacementFees } from './evm/fees.ts';
export { childPublicKey, formatPath, type PathParts, parsePath, type RootKey } from './path.ts';
export { isTokenContract, leastPayment } from './payee.ts';
export { readPlan } from './plan.ts';
export { rulesOf } from './rules.ts';
export { signatureFromWire, signatureToWire, signedBytes, type WireSignature } from './signature.ts';
export * from './types.ts';
