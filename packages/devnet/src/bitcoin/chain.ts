import { type Block, genesis } from './block.ts';
import { moneyText } from './bytes.ts';
import { codes, reject } from './errors.ts';
import { outpoint, type Tx, type TxOutput } from './transaction.ts';

/** An unspent output. */
export interface Coin extends TxOutput {
  readonly height: number;
  readonly coinbase: boolean;
}

/** The best chain with its unspent outputs, and every block ever seen. */
export interface Chain {
  readonly blocks: Block[];
  readonly byHash: Map<string, Block>;
  readonly coins: Map<string, Coin>;
  /** Transaction id → hash of the last block that had it. As bitcoind's `-txindex`, it keeps what only a stale block has. */
  readonly txBlock: Map<string, string>;
  /** Blocks that were taken off by hand: the same block is not taken again. */
  readonly invalid: Set<string>;
  /** What each block of the best chain spent, to give back when it is disconnected. */
  readonly undo: Map<string, readonly (readonly [string, Coin])[]>;
}

const maturity = 100;
const medianSpan = 11;

export function newChain(): Chain {
  const first = genesis();
  return {
    blocks: [first],
    byHash: new Map([[first.hash, first]]),
    coins: new Map(), // the genesis output can never be spent
    txBlock: new Map(),
    invalid: new Set(),
    undo: new Map(),
  };
}

export const tipOf = (chain: Chain): Block => chain.blocks.at(-1) as Block;

/** Median of the last eleven block times up to `height` (BIP113). */
export function medianTime(chain: Chain, height = tipOf(chain).height): number {
  const times = chain.blocks.slice(Math.max(0, height + 1 - medianSpan), height + 1).map((block) => block.time);
  return times.sort((a, b) => a - b)[times.length >> 1] ?? 0;
}

/** nLockTime and relative locks (BIP68) for a block at `height`. */
export function checkFinality(chain: Chain, tx: Tx, spent: readonly Coin[], height: number): void {
  const time = medianTime(chain, height - 1);
  const limit = tx.lockTime < 500_000_000 ? height : time;
  if (tx.lockTime >= limit && tx.lockTime !== 0 && tx.inputs.some((input) => input.sequence !== 0xffffffff))
    reject('non-final');
  if (tx.version < 2) return;
  for (const [n, { sequence }] of tx.inputs.entries()) {
    if (sequence & 0x80000000) continue;
    const mined = spent[n]?.height ?? height;
    const lock = sequence & 0xffff;
    const byTime = (sequence & 0x400000) !== 0;
    const open = byTime ? medianTime(chain, Math.max(0, mined - 1)) + lock * 512 <= time : mined + lock <= height;
    if (!open) reject('non-BIP68-final');
  }
}

/** No coin is made, coinbases are ripe. @returns the fee */
export function checkAmounts(tx: Tx, spent: readonly Coin[], height: number): bigint {
  const young = spent.find((coin) => coin.coinbase && height - coin.height < maturity);
  if (young) {
    const reason = 'bad-txns-premature-spend-of-coinbase';
    reject(reason, codes.rejected, `${reason}, tried to spend coinbase at depth ${height - young.height}`);
  }
  const paidIn = spent.reduce((sum, coin) => sum + coin.value, 0n);
  const paidOut = tx.outputs.reduce((sum, out) => sum + out.value, 0n);
  if (paidOut > paidIn) {
    const values = `value in (${moneyText(paidIn)}) < value out (${moneyText(paidOut)})`;
    reject('bad-txns-in-belowout', codes.rejected, `bad-txns-in-belowout, ${values}`);
  }
  return paidIn - paidOut;
}

function spend(chain: Chain, tx: Tx): (readonly [string, Coin])[] {
  return tx.inputs.map((input) => {
    const key = outpoint(input.txid, input.vout);
    const coin = chain.coins.get(key) ?? reject('bad-txns-inputs-missingorspent');
    chain.coins.delete(key);
    return [key, coin] as const;
  });
}

/**
 * Puts a block on the tip. Nobody else makes blocks here: everything but the coinbase has passed the mempool, whose rules are
 * stricter than a block's, so scripts are not run again.
 */
export function connect(chain: Chain, block: Block): void {
  if (block.prev !== tipOf(chain).hash) reject('bad-prevblk');
  if (chain.invalid.has(block.hash)) reject('ProcessNewBlock, block not accepted', codes.internal);
  const undo: (readonly [string, Coin])[] = [];
  for (const [n, tx] of block.txs.entries()) {
    if (n > 0) undo.push(...spend(chain, tx));
    for (const [vout, out] of tx.outputs.entries()) {
      if (out.script[0] !== 0x6a)
        chain.coins.set(outpoint(tx.id, vout), { ...out, height: block.height, coinbase: n === 0 });
    }
    chain.txBlock.set(tx.id, block.hash);
  }
  chain.undo.set(block.hash, undo);
  chain.blocks.push(block);
  chain.byHash.set(block.hash, block);
}

/** Is the transaction in a block of the best chain? */
export function isMined(chain: Chain, id: string): boolean {
  const block = chain.byHash.get(chain.txBlock.get(id) ?? '');
  return block !== undefined && chain.blocks[block.height] === block;
}

/** Takes the tip off; it stays known by its hash. */
export function disconnect(chain: Chain): Block {
  if (chain.blocks.length === 1) reject('the genesis block stays');
  const block = chain.blocks.pop() as Block;
  chain.invalid.add(block.hash);
  for (const tx of block.txs) {
    for (const vout of tx.outputs.keys()) chain.coins.delete(outpoint(tx.id, vout));
  }
  const made = new Set(block.txs.map((tx) => tx.id));
  for (const [key, coin] of chain.undo.get(block.hash) ?? [])
    if (!made.has(key.slice(0, 64))) chain.coins.set(key, coin);
  chain.undo.delete(block.hash);
  return block;
}
