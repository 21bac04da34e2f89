/** Chains without a network: safe in signers and in the browser. What talks to a node is `@holdfast/chains/rpc`. */
export type { Coin, CoinRequest, CoinSelection, PlannedCoin, Replacement, ReplacementTerms } from './coins.ts';
export { type CompareContext, compareWithIntent } from './compare.ts';
export { readChainConfig } from './config.ts';
export { ChainError, type ChainFault } from './errors.ts';
export type { ChainFamily, Disperse } from './family.ts';
export type { FeeOffer } from './fee-offer.ts';
export type { MessageRules, SignedMessage, UnsignedMessage } from './message.ts';
export type { Anchor, Waiting } from './models.ts';
export { childPublicKey, curveAt, groupKeyAt, type KeyRoots, parsePath, type RootKey } from './path.ts';
export {
  type Branch,
  branchFor,
  formatPath,
  formOf,
  isSystem,
  isWithinLimits,
  type PathParts,
  pathLimits,
} from './path-text.ts';
export { isTokenContract } from './payee.ts';
export type { PaymentLink } from './payment-link.ts';
export { familyOf, familyOfLinks, isOfFamily } from './registry.ts';
export type { AccountResources, Pool, Resource, ResourceFees, ResourceUse, Usage } from './resources.ts';
export { signatureFromWire, signatureToWire, signedBytes, type WireSignature } from './signature.ts';
export { takesMemo } from './transfer.ts';
export * from './types.ts';
