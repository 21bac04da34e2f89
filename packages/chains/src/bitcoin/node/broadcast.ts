import { RpcError } from '../../rpc/errors.ts';
import type { JsonRpc } from '../../rpc/json-rpc.ts';
import type { BroadcastResult, RefusalReason } from '../../rpc/outcomes.ts';
import { fieldsOf } from '../../rpc/shape.ts';

const alreadyKnown = -27;

/** bitcoind's reject reasons (src/validation.cpp, src/policy/rbf.cpp). First match counts. */
const reasons: readonly (readonly [RefusalReason, RegExp])[] = [
  ['replacementUnderpriced', /insufficient fee|too many potential replacements/i],
  ['feeTooLow', /min relay fee not met|mempool min fee not met|mempool full/i],
  ['inputsSpent', /missingorspent|mempool-conflict|spends-conflicting/i],
  ['notFinal', /non-final|non-BIP68-final|premature-spend/i],
  ['invalid', /decode|bad-txns|script|dust|version|tx-size|nonstandard/i],
];

/** Waiting, or in a block of the best chain. The transaction index also keeps what only a stale block has: nothing will come of that. */
async function isAlive(rpc: JsonRpc, txid: string): Promise<boolean> {
  const reply = await rpc.ask('getrawtransaction', txid, true);
  if (!reply.ok) return false;
  const { blockhash, confirmations } = fieldsOf(reply.result, 'transaction');
  return blockhash === undefined || (typeof confirmations === 'number' && confirmations > 0);
}

/** @throws RpcError when the outcome is unknown */
export async function broadcastBitcoin(rpc: JsonRpc, raw: string, txid: string): Promise<BroadcastResult> {
  const reply = await rpc.ask('sendrawtransaction', raw);
  if (reply.ok) {
    if (reply.result !== txid) throw new RpcError('inconsistent', 'the node names another transaction');
    return 'accepted';
  }
  // Also after it was mined and its outputs were spent, when the node speaks of missing inputs.
  if (reply.code === alreadyKnown || (await isAlive(rpc, txid))) return 'known';
  const refused = reasons.find(([, words]) => words.test(reply.message))?.[0] ?? 'other';
  return { refused, message: reply.message };
}
