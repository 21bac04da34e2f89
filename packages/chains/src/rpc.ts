/** Chains over JSON-RPC: the only part of the package that opens a connection. */

export type * from './rpc/blocks.ts';
export type * from './rpc/calls.ts';
export { isAway, type ReadFault, RpcError, readFaults } from './rpc/errors.ts';
export type * from './rpc/nfts.ts';
export type * from './rpc/outcomes.ts';
export { accountReader, balanceReader, readerOf, timedReader, utxoReader } from './rpc/reader-of.ts';
export type * from './rpc/readers.ts';
export type * from './rpc/swaps.ts';
