/** The node's state in bitcoind's JSON. */
import type { Block } from './block.ts';
import { toBtc } from './bytes.ts';
import { tipOf } from './chain.ts';
import { codes, reject } from './errors.ts';
import { descendants, type Entry, withAncestors } from './mempool.ts';
import type { Node } from './node.ts';
import { addressOfScript, outputType } from './output.ts';
import { textOf } from './params.ts';
import { outpoint, type Tx, type TxInput, type TxOutput } from './transaction.ts';

const nullTxid = '00'.repeat(32);

function scriptView(script: Buffer): object {
  const address = addressOfScript(script);
  return { hex: script.toString('hex'), type: outputType(script), ...(address === undefined ? {} : { address }) };
}

/** What the block spent, by outpoint. */
const spentIn = (node: Node, block: Block): ReadonlyMap<string, TxOutput> =>
  new Map(node.chain.undo.get(block.hash) ?? []);

function inputView(input: TxInput): object {
  const { txid, vout, sequence } = input;
  if (txid === nullTxid) return { coinbase: input.scriptSig.toString('hex'), sequence };
  const txinwitness = input.witness.map((item) => item.toString('hex'));
  return { txid, vout, scriptSig: { hex: input.scriptSig.toString('hex') }, txinwitness, sequence };
}

const confirmations = (node: Node, block: Block): number =>
  node.chain.blocks[block.height] === block ? tipOf(node.chain).height - block.height + 1 : -1;

/** `getrawtransaction TXID true`, also the elements of `getblock HASH 2`. */
export function txView(node: Node, tx: Tx, block?: Block): object {
  const deep = block ? confirmations(node, block) : 0;
  const times = block && deep > 0 ? { time: block.time, blocktime: block.time } : {};
  const place = block && { blockhash: block.hash, confirmations: Math.max(0, deep), ...times };
  return {
    txid: tx.id,
    hash: tx.wid,
    version: tx.version,
    size: tx.raw.length,
    vsize: tx.vsize,
    weight: tx.weight,
    locktime: tx.lockTime,
    vin: tx.inputs.map(inputView),
    vout: tx.outputs.map((out, n) => ({ value: toBtc(out.value), n, scriptPubKey: scriptView(out.script) })),
    hex: tx.raw.toString('hex'),
    ...place,
  };
}

/** `getrawtransaction TXID 2 HASH`: with the output that each input spent. */
export function spendingView(node: Node, tx: Tx, block: Block): object {
  const spent = spentIn(node, block);
  const vin = tx.inputs.map((input) => {
    const coin = spent.get(outpoint(input.txid, input.vout));
    const prevout = coin && { value: toBtc(coin.value), scriptPubKey: scriptView(coin.script) };
    return { ...inputView(input), ...(prevout ? { prevout } : {}) };
  });
  return { ...txView(node, tx, block), vin };
}

export function headerView(node: Node, block: Block): object {
  const next = confirmations(node, block) > 0 ? node.chain.blocks[block.height + 1]?.hash : undefined;
  return {
    hash: block.hash,
    confirmations: confirmations(node, block),
    height: block.height,
    version: block.header.readInt32LE(0),
    merkleroot: Buffer.from(block.header.subarray(36, 68)).reverse().toString('hex'),
    time: block.time,
    nonce: block.header.readUInt32LE(76),
    bits: block.header.readUInt32LE(72).toString(16),
    nTx: block.txs.length,
    ...(block.height > 0 ? { previousblockhash: block.prev } : {}),
    ...(next === undefined ? {} : { nextblockhash: next }),
  };
}

/** `getblock HASH 1` (ids) or `2` (whole transactions). */
export const blockView = (node: Node, block: Block, verbosity: number): object => ({
  ...headerView(node, block),
  tx: block.txs.map((tx) => (verbosity === 1 ? tx.id : txView(node, tx))),
});

export function mempoolView(node: Node, entry: Entry): object {
  const { pool } = node;
  const feesOf = (ids: Iterable<string>): bigint =>
    [...ids].reduce((sum, id) => sum + (pool.entries.get(id)?.fee ?? 0n), 0n);
  const sizeOf = (ids: Iterable<string>): number =>
    [...ids].reduce((sum, id) => sum + (pool.entries.get(id)?.tx.vsize ?? 0), 0);
  const [above, below] = [withAncestors(pool, [entry.tx.id]), descendants(pool, entry.tx.id)];
  return {
    vsize: entry.tx.vsize,
    weight: entry.tx.weight,
    time: entry.time,
    height: tipOf(node.chain).height,
    descendantcount: below.size,
    descendantsize: sizeOf(below),
    ancestorcount: above.size,
    ancestorsize: sizeOf(above),
    wtxid: entry.tx.wid,
    fees: { base: toBtc(entry.fee), ancestor: toBtc(feesOf(above)), descendant: toBtc(feesOf(below)) },
    depends: [...entry.parents],
    spentby: [...entry.children],
    'bip125-replaceable': true,
  };
}

/** `gettxout`: null when spent or unknown; the mempool counts when asked. */
export function coinView(node: Node, txid: string, vout: number, withMempool: boolean): object | null {
  const key = outpoint(txid, vout);
  if (withMempool && node.pool.spentBy.has(key)) return null;
  const waiting = withMempool ? node.pool.entries.get(txid)?.tx.outputs[vout] : undefined;
  const mined = node.chain.coins.get(key);
  const coin = mined ?? waiting;
  if (!coin) return null;
  const tip = tipOf(node.chain);
  return {
    bestblock: tip.hash,
    confirmations: mined ? tip.height - mined.height + 1 : 0,
    value: toBtc(coin.value),
    scriptPubKey: scriptView(coin.script),
    coinbase: mined?.coinbase ?? false,
  };
}

/** A hash as JSON-RPC takes it. @param name under which a fault is told */
export function hashOf(value: unknown, name: string): string {
  const text = textOf(value, name);
  if (text.length !== 64)
    reject(`${name} must be of length 64 (not ${text.length}, for '${text}')`, codes.invalidParameter);
  if (!/^[0-9a-f]*$/i.test(text)) reject(`${name} must be hexadecimal string (not '${text}')`, codes.invalidParameter);
  return text.toLowerCase();
}

export function findBlock(node: Node, value: unknown, name: string): Block {
  return node.chain.byHash.get(hashOf(value, name)) ?? reject('Block not found', codes.notFound);
}

const unknownTx = 'No such mempool or blockchain transaction. Use gettransaction for wallet transactions.';

function findIn(node: Node, id: string, hash: string): { tx: Tx; block: Block } {
  const block = node.chain.byHash.get(hash) ?? reject('Block hash not found', codes.notFound);
  const tx = block.txs.find((candidate) => candidate.id === id);
  const words = 'No such transaction found in the provided block. Use gettransaction for wallet transactions.';
  return { block, tx: tx ?? reject(words, codes.notFound) };
}

/** In the block that is named, else in the mempool, else where the index says, which may be a block off the best chain. */
export function findTx(node: Node, value: unknown, at: unknown): { tx: Tx; block?: Block } {
  const id = hashOf(value, 'parameter 1');
  if (id === node.chain.blocks[0]?.txs[0]?.id)
    reject(
      'The genesis block coinbase is not considered an ordinary transaction and cannot be retrieved',
      codes.notFound,
    );
  if (at !== undefined) return findIn(node, id, hashOf(at, 'parameter 3'));
  const waiting = node.pool.entries.get(id);
  if (waiting) return { tx: waiting.tx };
  const block = node.chain.byHash.get(node.chain.txBlock.get(id) ?? '');
  const tx = block?.txs.find((candidate) => candidate.id === id);
  if (!block || !tx) return reject(unknownTx, codes.notFound);
  return { tx, block };
}
