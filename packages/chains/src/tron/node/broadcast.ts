import { RpcError } from '../../rpc/errors.ts';
import type { BroadcastResult, RefusalReason } from '../../rpc/outcomes.ts';
import type { TronNode } from './http.ts';
import { wordsOf } from './shape.ts';

const reasons: Readonly<Record<string, RefusalReason>> = {
  BANDWITH_ERROR: 'insufficientFunds',
  CONTRACT_VALIDATE_ERROR: 'invalid',
  CONTRACT_EXE_ERROR: 'invalid',
  SIGERROR: 'invalid',
  TAPOS_ERROR: 'invalid',
  TOO_BIG_TRANSACTION_ERROR: 'invalid',
  TRANSACTION_EXPIRATION_ERROR: 'expired',
};
/** Not about the transaction: the node cannot take any now. */
const away = new Set(['SERVER_BUSY', 'NO_CONNECTION', 'NOT_ENOUGH_EFFECTIVE_CONNECTION', 'BLOCK_UNSOLIDIFIED']);

export async function isKnown(node: TronNode, txid: string): Promise<boolean> {
  const mined = await node.askFor('wallet/gettransactioninfobyid', { value: txid });
  if (mined.id === txid) return true;
  return (await node.askFor('wallet/gettransactionfrompending', { value: txid })).txID === txid;
}

/** @param raw hex of the signed transaction @throws RpcError when the outcome is unknown */
export async function broadcastTron(node: TronNode, raw: string, txid: string): Promise<BroadcastResult> {
  const reply = await node.askFor('wallet/broadcasthex', { transaction: raw });
  if (reply.result === true) {
    if (reply.txid !== txid) throw new RpcError('inconsistent', 'the node names another transaction');
    return 'accepted';
  }
  const code = String(reply.code);
  const message = wordsOf(reply.message);
  if (away.has(code)) throw new RpcError('busy', code);
  // Also after it was mined, when its time may be over.
  if (await isKnown(node, txid)) return 'known';
  const short = /balance is not sufficient|no OwnerAccount|does not exist/i.test(message);
  return {
    refused: short ? 'insufficientFunds' : (reasons[code] ?? 'other'),
    message: `${code} ${message}`.slice(0, 300),
  };
}
