import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import type { ReplacementTerms } from '../../coins.ts';
import type { Waiting } from '../../models.ts';
import type { BlockRef, Header } from '../../rpc/blocks.ts';
import { RpcError } from '../../rpc/errors.ts';
import { type JsonRpc, jsonRpc } from '../../rpc/json-rpc.ts';
import { checkSeen } from '../../rpc/network.ts';
import type { TxStatus } from '../../rpc/outcomes.ts';
import type { UtxoReader } from '../../rpc/readers.ts';
import { countOf, fieldsOf, hexOf, listOf, textOf } from '../../rpc/shape.ts';
import type { ChainConfig, FeeTier } from '../../types.ts';
import { addressOfScript } from '../address.ts';
import { type Network, networkOf } from '../network.ts';
import { parseTx } from '../parse.ts';
import { largest, rateText } from '../size.ts';
import { bitcoinBlock, bitcoinBlocks, bitcoinWhole, hashAt, notFound, readHeader } from './blocks.ts';
import { broadcastBitcoin } from './broadcast.ts';
import { bitcoinHashOf } from './shape.ts';

/** Confirmation targets in blocks for slow, normal, fast. */
const targets = [12, 4, 1] as const;

async function tip(rpc: JsonRpc): Promise<BlockRef> {
  const info = fieldsOf(await rpc.call('getblockchaininfo'), 'getblockchaininfo');
  return { height: countOf(info.blocks, 'blocks'), hash: bitcoinHashOf(info.bestblockhash, 'bestblockhash') };
}

async function header(rpc: JsonRpc, height: number): Promise<Header | undefined> {
  const hash = await hashAt(rpc, height);
  if (hash === undefined) return undefined;
  return readHeader(hexToBytes(hexOf(await rpc.call('getblockheader', hash, false), 'header')), height, hash);
}

/** BTC, which bitcoind writes with eight decimals, → sat. As a number times 10^8 it would not be exact. */
function satOf(btc: unknown, below: number, what: string): bigint {
  if (typeof btc !== 'number' || !(btc >= 0 && btc < below)) throw new RpcError('badAnswer', what);
  return BigInt(btc.toFixed(8).replace('.', ''));
}

const satPerKvB = (btc: unknown, what: string): bigint => satOf(btc, 1, what);

/** What the node's mempool takes now: more than what it relays when it is full. sat/kvB. */
async function leastRate(rpc: JsonRpc): Promise<bigint> {
  const info = fieldsOf(await rpc.call('getmempoolinfo'), 'getmempoolinfo');
  const [pool, relay] = [info.mempoolminfee, info.minrelaytxfee].map((rate) => satPerKvB(rate, 'mempool fees'));
  return largest(pool ?? 0n, relay ?? 0n);
}

/** What would leave the node's pool with this transaction pays so much; nothing where it is not there. */
async function paidWith(rpc: JsonRpc, txid: string): Promise<bigint> {
  const reply = await rpc.ask('getmempoolentry', txid);
  if (reply.ok) return satOf(fieldsOf(fieldsOf(reply.result, 'entry').fees, 'fees').descendant, 21_000_000, 'fees');
  if (reply.code === notFound) return 0n;
  throw new RpcError('nodeError', reply.message, reply);
}

/** What waits for a block, counted with everything that it waits for: miners take those together. */
async function waiting(rpc: JsonRpc, txid: string): Promise<Waiting | undefined> {
  const reply = await rpc.ask('getmempoolentry', txid);
  if (!reply.ok && reply.code === notFound) return undefined;
  if (!reply.ok) throw new RpcError('nodeError', reply.message, reply);
  const entry = fieldsOf(reply.result, 'entry');
  const raw = await rpc.ask('getrawtransaction', txid);
  if (!raw.ok && raw.code === notFound) return undefined;
  if (!raw.ok) throw new RpcError('nodeError', raw.message, raw);
  const tx = parseTx(hexOf(raw.result, 'transaction'));
  if (tx.txid !== txid) throw new RpcError('inconsistent', 'the node gives another transaction');
  return {
    raw: bytesToHex(tx.stripped),
    size: countOf(entry.ancestorsize, 'ancestorsize'),
    fee: satOf(fieldsOf(entry.fees, 'fees').ancestor, 21_000_000, 'fees'),
    count: countOf(entry.ancestorcount, 'ancestorcount'),
    after: countOf(entry.descendantcount, 'descendantcount'),
  };
}

/** Only one of several attempts is there. */
async function replacementTerms(rpc: JsonRpc, txids: readonly string[]): Promise<ReplacementTerms> {
  const { incrementalrelayfee: more } = fieldsOf(await rpc.call('getmempoolinfo'), 'getmempoolinfo');
  const evicted = await Promise.all(txids.map((txid) => paidWith(rpc, txid)));
  return { evicted: largest(...evicted), more: { feeRate: rateText(satPerKvB(more, 'incrementalrelayfee')) } };
}

/** A node without enough history gives no estimate; then the least it takes is what there is. A faster tier never costs less. */
async function fees(rpc: JsonRpc): Promise<readonly [FeeTier, FeeTier, FeeTier]> {
  const least = await leastRate(rpc);
  const answers = await rpc.all(targets.map((blocks) => ({ method: 'estimatesmartfee', params: [blocks] })));
  const rates = answers.map((answer) => {
    const { feerate } = fieldsOf(answer, 'estimatesmartfee');
    return feerate === undefined ? undefined : satPerKvB(feerate, 'feerate');
  });
  const [slow = 0n, normal = 0n, fast = 0n] = rates;
  const tier = (level: 1 | 2 | 3, ...asked: readonly bigint[]): FeeTier => {
    const rate = rateText(largest(least, ...asked));
    return { level, rate, plan: { feeRate: rate }, estimated: rates[level - 1] !== undefined };
  };
  return [tier(1, slow), tier(2, slow, normal), tier(3, slow, normal, fast)];
}

async function checkNetwork(rpc: JsonRpc, chain: ChainConfig, seenBefore?: string): Promise<string> {
  const info = fieldsOf(await rpc.call('getblockchaininfo'), 'getblockchaininfo');
  const network = textOf(info.chain, /^[a-z0-9]{1,32}$/, 'chain');
  const genesis = bitcoinHashOf(await rpc.call('getblockhash', 0), 'hash');
  const expected = networkOf(chain);
  const known = { network: expected.core, genesis: expected.genesis };
  return checkSeen(chain, { network, genesis }, known, seenBefore);
}

/** Whether a block is part of the best chain. */
async function standing(rpc: JsonRpc, hash: string): Promise<TxStatus> {
  const reply = await rpc.ask('getblockheader', hash, true);
  if (!reply.ok) {
    if (reply.code === notFound) return { state: 'unknown', reason: reply.message };
    throw new RpcError('nodeError', reply.message, reply);
  }
  const place = fieldsOf(reply.result, 'header');
  // −1: the block is off the best chain, and the transaction with it.
  if (typeof place.confirmations === 'number' && place.confirmations < 1) return { state: 'unknown' };
  return { state: 'mined', height: countOf(place.height, 'height'), hash, success: true, fee: undefined };
}

/** Without `-txindex` a node finds by its id only what waits in its mempool. */
async function txStatus(rpc: JsonRpc, txid: string, seenIn?: string): Promise<TxStatus> {
  if (seenIn !== undefined) return standing(rpc, seenIn);
  const reply = await rpc.ask('getrawtransaction', txid, true);
  if (!reply.ok) {
    if (reply.code === notFound) return { state: 'unknown', reason: reply.message };
    throw new RpcError('nodeError', reply.message, reply);
  }
  const tx = fieldsOf(reply.result, 'transaction');
  if (tx.blockhash === undefined) return { state: 'mempool' };
  return standing(rpc, bitcoinHashOf(tx.blockhash, 'blockhash'));
}

/** The address whose coin an input spent; '' where the node does not say it, or there is none. */
function payerOf(input: unknown, network: Network): string {
  const { prevout } = fieldsOf(input, 'input');
  if (prevout === undefined) return '';
  const { hex } = fieldsOf(fieldsOf(prevout, 'prevout').scriptPubKey, 'scriptPubKey');
  return addressOfScript(hexToBytes(hexOf(hex, 'script')), network) ?? '';
}

/** Nodes before 25 tell no previous outputs, and pruned ones only of newer blocks: then nobody is known. */
async function payers(rpc: JsonRpc, chain: ChainConfig, txid: string, seenIn: string): Promise<readonly string[]> {
  const reply = await rpc.ask('getrawtransaction', txid, 2, seenIn);
  if (!reply.ok && reply.code === notFound) return [''];
  if (!reply.ok) throw new RpcError('nodeError', reply.message, reply);
  const inputs = listOf(fieldsOf(reply.result, 'transaction').vin, 'inputs');
  const network = networkOf(chain);
  return [...new Set(inputs.map((input) => payerOf(input, network)))];
}

/** What each input of a mined transaction spent, sat. @throws RpcError, also where the node does not keep it */
async function brought(rpc: JsonRpc, txid: string, seenIn: string): Promise<readonly bigint[]> {
  const inputs = listOf(fieldsOf(await rpc.call('getrawtransaction', txid, 2, seenIn), 'transaction').vin, 'inputs');
  return inputs.map((input) => {
    const { prevout } = fieldsOf(input, 'input');
    return satOf(fieldsOf(prevout, 'prevout').value, 21_000_001, 'value');
  });
}

/** bitcoind ≥ 24, or anything that speaks its JSON-RPC. What it must have stands in docs/operations.md. */
export function bitcoinReader(chain: ChainConfig): UtxoReader {
  const rpc = jsonRpc(chain.rpcUrl);
  return {
    model: 'utxo',
    checkNetwork: (seenBefore) => checkNetwork(rpc, chain, seenBefore),
    tip: () => tip(rpc),
    header: (height) => header(rpc, height),
    block: (at, filter = {}) => bitcoinBlock(rpc, chain, at, filter),
    blocks: (from, to, filter = {}) => bitcoinBlocks(rpc, chain, { from, to }, filter),
    finalizedHeight: async () => Math.max(0, (await tip(rpc)).height + 1 - chain.confirmations.deposit),
    fees: () => fees(rpc),
    isContract: () => Promise.resolve(false),
    unspent: async (txid, vout) => (await rpc.call('gettxout', txid, vout, true)) !== null,
    broadcast: (raw) => broadcastBitcoin(rpc, raw, parseTx(raw).txid),
    txStatus: (txid, seenIn) => txStatus(rpc, txid, seenIn),
    payers: (txid, seenIn) => payers(rpc, chain, txid, seenIn),
    whole: (height) => bitcoinWhole(rpc, height),
    brought: (txid, seenIn) => brought(rpc, txid, seenIn),
    leastFees: async () => ({ feeRate: rateText(await leastRate(rpc)) }),
    replacementTerms: (txids) => replacementTerms(rpc, txids),
    waiting: (txid) => waiting(rpc, txid),
  };
}
