import { RpcError } from '../../rpc/errors.ts';
import type { JsonRpc } from '../../rpc/json-rpc.ts';
import type { BroadcastResult, RefusalReason } from '../../rpc/outcomes.ts';

/** Words of geth, reth, erigon, nethermind and anvil; EVM nodes have no error numbers for this. First match counts. */
const reasons: readonly (readonly [RefusalReason, RegExp])[] = [
  ['nonceTooLow', /nonce (is )?too low|old nonce|nonce has already been used/i],
  ['replacementUnderpriced', /replacement|could not replace|underpriced.*replac/i],
  ['insufficientFunds', /insufficient (funds|balance)|not enough (funds|balance)/i],
  ['feeTooLow', /underpriced|base fee|fee ?cap|feetoolow|fee too low/i],
  ['invalid', /intrinsic gas|exceeds block gas|invalid|rlp|chain ?id|signature|malformed|decod/i],
];

/** `known` only when the node really has it: the same words could hide that another transaction took the nonce. */
async function has(rpc: JsonRpc, txid: string): Promise<boolean> {
  return (await rpc.call('eth_getTransactionByHash', txid)) !== null;
}

/** @param raw hex without 0x @throws RpcError when the outcome is unknown */
export async function broadcastEvm(rpc: JsonRpc, raw: string, txid: string): Promise<BroadcastResult> {
  const reply = await rpc.ask('eth_sendRawTransaction', `0x${raw}`);
  if (reply.ok) {
    if (reply.result !== txid) throw new RpcError('inconsistent', 'the node names another transaction');
    return 'accepted';
  }
  if (await has(rpc, txid)) return 'known';
  const refused = reasons.find(([, words]) => words.test(reply.message))?.[0] ?? 'other';
  return { refused, message: reply.message };
}
