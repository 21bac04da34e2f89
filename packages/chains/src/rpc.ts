/** Chains over JSON-RPC: the only part of the package that opens a connection. */

export { isAway, type ReadFault, RpcError, readFaults } from './rpc/errors.ts';
export { accountReader, balanceReader, readerOf, timedReader, utxoReader } from './rpc/reader-of.ts';
export type * from './rpc/types.ts';
