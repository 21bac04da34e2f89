import { hexToBytes } from '@noble/hashes/utils.js';
import { RpcError } from '../../rpc/errors.ts';
import { type JsonRpc, jsonRpc } from '../../rpc/json-rpc.ts';
import { countOf, fieldsOf, hexOf } from '../../rpc/shape.ts';
import type { BlockRef, Header, TxStatus, UtxoReader } from '../../rpc/types.ts';
import type { ChainConfig, FeeTier } from '../../types.ts';
import { parseTx } from '../parse.ts';
import { bitcoinBlock, bitcoinBlocks, hashAt, notFound, readHeader } from './blocks.ts';
import { broadcastBitcoin } from './broadcast.ts';
import { bitcoinHashOf } from './shape.ts';

/** Confirmation targets in blocks for slow, normal, fast. */
const targets = [12, 4, 1] as const;
const leastSatPerKvB = 1_000;

async function tip(rpc: JsonRpc): Promise<BlockRef> {
  const info = fieldsOf(await rpc.call('getblockchaininfo'), 'getblockchaininfo');
  return { height: countOf(info.blocks, 'blocks'), hash: bitcoinHashOf(info.bestblockhash, 'bestblockhash') };
}

async function header(rpc: JsonRpc, height: number): Promise<Header | undefined> {
  const hash = await hashAt(rpc, height);
  if (hash === undefined) return undefined;
  return readHeader(hexToBytes(hexOf(await rpc.call('getblockheader', hash, false), 'header')), height, hash);
}

/** sat/kvB → sat/vB as text, e.g. `1500` → `1.5`. */
function rateText(satPerKvB: number): string {
  const fraction = String(satPerKvB % 1000)
    .padStart(3, '0')
    .replace(/0+$/, '');
  return `${Math.floor(satPerKvB / 1000)}${fraction === '' ? '' : `.${fraction}`}`;
}

/** A node without enough history gives no estimate; then the relay minimum is what there is. A faster tier never costs less. */
async function fees(rpc: JsonRpc): Promise<readonly [FeeTier, FeeTier, FeeTier]> {
  const answers = await rpc.all(targets.map((blocks) => ({ method: 'estimatesmartfee', params: [blocks] })));
  const rates = answers.map((answer) => {
    const { feerate } = fieldsOf(answer, 'estimatesmartfee');
    if (feerate !== undefined && (typeof feerate !== 'number' || !(feerate > 0 && feerate < 1)))
      throw new RpcError('badAnswer', 'feerate');
    return Math.max(leastSatPerKvB, Math.ceil((feerate ?? 0) * 1e8));
  });
  const [slow = leastSatPerKvB, normal = slow, fast = normal] = rates;
  const tier = (level: 1 | 2 | 3, satPerKvB: number): FeeTier => {
    const rate = rateText(satPerKvB);
    return { level, rate, plan: { feeRate: rate } };
  };
  return [tier(1, slow), tier(2, Math.max(slow, normal)), tier(3, Math.max(slow, normal, fast))];
}

async function txStatus(rpc: JsonRpc, txid: string): Promise<TxStatus> {
  const reply = await rpc.ask('getrawtransaction', txid, true);
  if (!reply.ok) {
    if (reply.code === notFound) return { state: 'unknown' };
    throw new RpcError('nodeError', reply.message, reply);
  }
  const tx = fieldsOf(reply.result, 'transaction');
  if (tx.blockhash === undefined) return { state: 'mempool' };
  const hash = bitcoinHashOf(tx.blockhash, 'blockhash');
  const place = fieldsOf(await rpc.call('getblockheader', hash, true), 'header');
  // −1: the block is off the best chain, and the transaction with it.
  if (typeof place.confirmations === 'number' && place.confirmations < 1) return { state: 'unknown' };
  return { state: 'mined', height: countOf(place.height, 'height'), hash, success: true, fee: undefined };
}

/** bitcoind ≥ 24 with `-txindex` (or anything that speaks its JSON-RPC). */
export function bitcoinReader(chain: ChainConfig): UtxoReader {
  const rpc = jsonRpc(chain.rpcUrl);
  return {
    model: 'utxo',
    tip: () => tip(rpc),
    header: (height) => header(rpc, height),
    block: (at, filter = {}) => bitcoinBlock(rpc, chain, at, filter),
    blocks: (from, to, filter = {}) => bitcoinBlocks(rpc, chain, { from, to }, filter),
    finalizedHeight: async () => Math.max(0, (await tip(rpc)).height + 1 - chain.confirmations.deposit),
    fees: () => fees(rpc),
    isContract: () => Promise.resolve(false),
    unspent: async (txid, vout) => (await rpc.call('gettxout', txid, vout, true)) !== null,
    broadcast: (raw) => broadcastBitcoin(rpc, raw, parseTx(raw).txid),
    txStatus: (txid) => txStatus(rpc, txid),
  };
}
