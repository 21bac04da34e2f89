import type { ChainConfig } from '../types.ts';
import { RpcError } from './errors.ts';

/** Which network a node is on, in its own words, and the hash of its first block. */
export interface Seen {
  readonly network: string;
  readonly genesis: string;
}
export interface Expected {
  readonly network: string;
  /** undefined where this build does not know it. */
  readonly genesis: string | undefined;
}

/**
 * Holds what a node says of itself against the chain that it is for. What counts of the first block, in this order: what the configuration says, what this
 * build knows, and what was seen before.
 * @returns the first block's hash @throws RpcError `wrongNetwork`
 */
export function checkSeen(chain: ChainConfig, seen: Seen, expected: Expected, seenBefore: string | undefined): string {
  const genesis = chain.genesis ?? expected.genesis ?? seenBefore;
  if (seen.network !== expected.network)
    throw new RpcError('wrongNetwork', `the node is on ${seen.network}, not on ${expected.network}`);
  if (genesis !== undefined && seen.genesis !== genesis)
    throw new RpcError('wrongNetwork', `the node's first block is ${seen.genesis}, not ${genesis}`);
  return seen.genesis;
}
