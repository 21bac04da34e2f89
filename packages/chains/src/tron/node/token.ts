import { hexToBytes } from '@noble/hashes/utils.js';
import { RpcError } from '../../rpc/errors.ts';
import type { TokenFacts } from '../../rpc/readers.ts';
import { textOf } from '../../rpc/shape.ts';
import { tokenFactsBy } from '../../rpc/token-facts.ts';
import type { TronNode } from './http.ts';
import { constantCall } from './usage.ts';

/** What the contract answers; undefined where it is none, or ends the call. */
async function answered(node: TronNode, contract: string, selector: string): Promise<Uint8Array | undefined> {
  try {
    // Whoever asks, the answer is the same of a token.
    const { results } = await constantCall(node, contract, contract, selector);
    return hexToBytes(textOf(results[0], /^([0-9a-f]{2})*$/, 'constant_result'));
  } catch (error) {
    if (error instanceof RpcError && error.code === 'nodeError') return undefined;
    throw error;
  }
}

/** @returns undefined for what is no token */
export async function tronToken(node: TronNode, contract: string): Promise<TokenFacts | undefined> {
  const { contract_address: known } = await node.askFor('wallet/getcontract', { value: contract });
  return known === undefined ? undefined : tokenFactsBy((selector) => answered(node, contract, selector));
}
