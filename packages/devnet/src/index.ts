/** Local chains with real rules, for development and tests. Never a production dependency. */
export type { DevAsset, DevStake } from './chain.ts';
export { type Devnet, devnetChains, startDevnet } from './devnet.ts';
export { rpcClient } from './json-rpc.ts';
export type { ChainFacts, Movement, StakeDone } from './movements.ts';
export { chainFacts, devAssets, devChainNames, devStake } from './registry.ts';
