import { openStore, type Store } from '../store.ts';
import { accept, examine, isFeeAbove } from './admission.ts';
import { type Block, blockOf, coinbaseTx, mineBlock } from './block.ts';
import { toBtc } from './bytes.ts';
import { type Chain, connect, disconnect, isMined, medianTime, newChain, tipOf } from './chain.ts';
import { codes, NodeError, reject } from './errors.ts';
import { type Entry, type Mempool, newMempool, settle } from './mempool.ts';
import { isUnspendable } from './output.ts';
import { chooseTransactions } from './template.ts';
import { outpoint, parseTx, type Tx } from './transaction.ts';

/** What happened, in order. Transactions are hex. */
type LogRecord =
  | { readonly block: { readonly header: string; readonly txs: readonly string[] } }
  | { readonly disconnect: string }
  | { readonly accepted: string };

/** A whole regtest node: everything it knows is in here and, but for the mempool's order, in its store. */
export interface Node {
  readonly chain: Chain;
  readonly pool: Mempool;
  readonly store: Store<LogRecord>;
  /** Seconds, in place of the clock; 0 = the clock. Not kept over a restart. */
  mockTime: number;
}

/** Runs what a store remembers. @param waiting collects accepted transactions; they may since be mined */
function replay(chain: Chain, record: LogRecord, waiting: Map<string, Tx>): void {
  if ('block' in record) {
    const txs = record.block.txs.map((raw) => parseTx(raw));
    connect(chain, blockOf(Buffer.from(record.block.header, 'hex'), chain.blocks.length, txs));
  } else if ('disconnect' in record) {
    const gone = disconnect(chain);
    for (const tx of gone.txs.slice(1)) waiting.set(tx.id, tx);
  } else {
    const tx = parseTx(record.accepted);
    waiting.set(tx.id, tx);
  }
}

/** Back into the mempool, as far as they still fit; what does not is forgotten, as bitcoind does after a reorganisation. */
function reaccept(node: Pick<Node, 'chain' | 'pool'>, txs: Iterable<Tx>): void {
  for (const tx of txs) {
    try {
      accept(node.pool, tx, examine(node.chain, node.pool, tx));
    } catch (error) {
      if (!(error instanceof NodeError)) throw error;
    }
  }
}

/** @param file log of the chain; made when absent */
export function openNode(file: string): Node {
  const store = openStore<LogRecord>(file);
  const chain = newChain();
  const waiting = new Map<string, Tx>();
  for (const record of store.records) replay(chain, record, waiting);
  const node: Node = { chain, pool: newMempool(), store, mockTime: 0 };
  reaccept(
    node,
    [...waiting.values()].filter((tx) => !isMined(chain, tx.id)),
  );
  return node;
}

/** How much a sender is willing to lose, BTC: fee for 1000 vB, 0 = any; value of outputs that nobody can spend. */
export interface SendLimits {
  readonly feeRate: number;
  readonly burn: number;
}

/** Checks and keeps a transaction; on the disk when it returns. One that waits already is told as taken. @throws NodeError */
export function submit(node: Node, raw: string, { feeRate, burn }: SendLimits): string {
  const tx = parseTx(raw);
  if (tx.outputs.some((out) => isUnspendable(out.script) && toBtc(out.value) > burn))
    reject('Unspendable output exceeds maximum configured by user (maxburnamount)', codes.verify);
  if (isMined(node.chain, tx.id) && tx.outputs.some((_, vout) => node.chain.coins.has(outpoint(tx.id, vout))))
    reject('Transaction outputs already in utxo set', codes.alreadyKnown);
  if (node.pool.entries.has(tx.id)) return tx.id;
  const admission = examine(node.chain, node.pool, tx);
  if (isFeeAbove(feeRate, admission.fee, tx.vsize))
    reject('Fee exceeds maximum configured by user (e.g. -maxtxfee, maxfeerate)', codes.verify);
  accept(node.pool, tx, admission);
  node.store.append([{ accepted: tx.raw.toString('hex') }]);
  return tx.id;
}

type Chosen = Pick<Entry, 'tx' | 'fee'>;

function mineOne(node: Node, script: Buffer, chosen: readonly Chosen[] = chooseTransactions(node.pool)): Block {
  const fees = chosen.reduce((sum, entry) => sum + entry.fee, 0n);
  const txs = chosen.map((entry) => entry.tx);
  const tip = tipOf(node.chain);
  const time = Math.max(node.mockTime || Math.floor(Date.now() / 1000), medianTime(node.chain) + 1);
  const coinbase = coinbaseTx(tip.height + 1, script, fees, txs);
  const block = mineBlock(tip.hash, tip.height + 1, time, [coinbase, ...txs]);
  connect(node.chain, block);
  settle(node.pool, block.txs);
  return block;
}

const recordOf = (block: Block): LogRecord => ({
  block: { header: block.header.toString('hex'), txs: block.txs.map((tx) => tx.raw.toString('hex')) },
});

/** @returns the hashes of the new blocks, on the disk */
export function generate(node: Node, count: number, script: Buffer): string[] {
  const blocks = Array.from({ length: count }, () => mineOne(node, script));
  node.store.append(blocks.map(recordOf));
  return blocks.map((block) => block.hash);
}

/**
 * A block of exactly these, in this order: waiting ones by their ids, others whole, also where they conflict with waiting ones. What is made of another of them comes after it.
 * @throws NodeError
 */
export function generateWith(node: Node, script: Buffer, texts: readonly string[]): string {
  const block = newMempool();
  for (const text of texts) {
    const tx = node.pool.entries.get(text)?.tx ?? parseTx(text);
    if (tx.inputs.some(({ txid, vout }) => block.spentBy.has(outpoint(txid, vout))))
      reject('missing-inputs', codes.verify, 'bad-txns-inputs-missingorspent');
    accept(block, tx, examine(node.chain, block, tx));
  }
  const mined = mineOne(node, script, [...block.entries.values()]);
  node.store.append([recordOf(mined)]);
  return mined.hash;
}

/** Disconnects the block and all above it; their transactions wait again. */
export function invalidate(node: Node, block: Block): void {
  if (node.chain.blocks[block.height] !== block) return;
  const waiting = [...node.pool.entries.values()].map((entry) => entry.tx);
  const freed: Tx[] = [];
  const records: LogRecord[] = [];
  while (tipOf(node.chain).height >= block.height) {
    const gone = disconnect(node.chain);
    freed.unshift(...gone.txs.slice(1));
    records.push({ disconnect: gone.hash });
  }
  node.pool.entries.clear();
  node.pool.spentBy.clear();
  node.store.append(records);
  reaccept(node, [...freed, ...waiting]);
}
