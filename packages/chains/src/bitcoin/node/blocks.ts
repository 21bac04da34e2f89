import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { ChainError } from '../../errors.ts';
import type { BlockFilter, ChainBlock, Header, Transfer, WholeBlock } from '../../rpc/blocks.ts';
import { type Range, readChunks } from '../../rpc/chunks.ts';
import { RpcError } from '../../rpc/errors.ts';
import type { JsonRpc } from '../../rpc/json-rpc.ts';
import { countOf, fieldsOf, hexOf } from '../../rpc/shape.ts';
import { nativeAsset } from '../../transfer.ts';
import type { ChainConfig } from '../../types.ts';
import { addressOfScript, hash256 } from '../address.ts';
import { type Network, networkOf } from '../network.ts';
import { type Cursor, compactSize, cursorOver, displayHash, nullTxid, type ParsedTx, readTx, take } from '../parse.ts';
import { bitcoinHashOf } from './shape.ts';

/** A full block is up to 8 MB as hex; most have a quarter of that. */
const chunkBlocks = 16;
const headerBytes = 80;

/** bitcoind's numbers (src/rpc/protocol.h). */
export const notFound = -5;
export const outOfRange = -8;

const lie = (what: string): never => {
  throw new RpcError('badAnswer', what);
};

/** Reads the 80 bytes and makes sure that they are the block that was asked for. */
export function readHeader(bytes: Uint8Array, height: number, hash: string): Header {
  if (bytes.length !== headerBytes || displayHash(hash256(bytes)) !== hash) return lie('header of another block');
  const time = new DataView(bytes.buffer, bytes.byteOffset, headerBytes).getUint32(68, true) * 1000;
  return { height, hash, parent: displayHash(bytes.subarray(4, 36)), time };
}

function merkleRoot(txids: readonly string[]): string {
  let row: Uint8Array[] = txids.map((txid) => hexToBytes(txid).reverse());
  while (row.length > 1) {
    row = Array.from({ length: Math.ceil(row.length / 2) }, (_, n) => {
      const left = row[2 * n] ?? new Uint8Array();
      return hash256(concatBytes(left, row[2 * n + 1] ?? left));
    });
  }
  return displayHash(row[0] ?? new Uint8Array(32));
}

function readTxs(cursor: Cursor): ParsedTx[] {
  const txs = Array.from({ length: compactSize(cursor) }, () => readTx(cursor));
  return cursor.at === cursor.bytes.length ? txs : lie('bytes after the block');
}

function transfersOf(tx: ParsedTx, symbol: string, network: Network, filter: BlockFilter): Transfer[] {
  const coinbase = tx.inputs[0]?.txid === nullTxid;
  const found: Transfer[] = [];
  for (const [index, { amount, script }] of tx.outputs.entries()) {
    const to = addressOfScript(script, network);
    if (to === undefined || amount === 0n || filter.watch?.has(to) === false) continue;
    found.push({ txid: tx.txid, index, from: '', to, symbol, contract: '', amount, coinbase });
  }
  return found;
}

/** Header and transactions, which belong together. @throws RpcError, ChainError */
function readWhole(hex: string, height: number, hash: string): Header & { readonly txs: readonly ParsedTx[] } {
  const cursor = cursorOver(hexToBytes(hexOf(hex, 'block')));
  const bytes = take(cursor, headerBytes);
  const header = readHeader(bytes, height, hash);
  const txs = readTxs(cursor);
  const txids = txs.map((tx) => tx.txid);
  // Repeating the last transactions would give the same root (CVE-2012-2459).
  if (merkleRoot(txids) !== displayHash(bytes.subarray(36, 68)) || new Set(txids).size !== txids.length)
    return lie('transactions do not belong to the block');
  return { ...header, txs };
}

/**
 * Reads a raw block rather than the node's JSON: amounts are exact integers there, and the header's hash and merkle root prove
 * that nothing was added, left out or changed.
 * @throws RpcError `badAnswer`
 */
function readBlock(chain: ChainConfig, hex: string, height: number, hash: string, filter: BlockFilter): ChainBlock {
  try {
    const { txs, ...header } = readWhole(hex, height, hash);
    const txids = txs.map((tx) => tx.txid);
    const { symbol } = nativeAsset(chain);
    const network = networkOf(chain);
    const paying = txs.map((tx) => ({ tx, transfers: transfersOf(tx, symbol, network, filter) }));
    const ours = paying.filter(({ transfers }) => transfers.length > 0);
    return {
      ...header,
      txids,
      transfers: ours.flatMap(({ transfers }) => transfers),
      rawTxs: new Map(ours.map(({ tx }) => [tx.txid, bytesToHex(tx.stripped)])),
      spent: txs.slice(1).flatMap((tx) => tx.inputs.map((input) => `${input.txid}:${input.vout}`)),
    };
  } catch (error) {
    if (error instanceof ChainError) return lie(error.message);
    throw error;
  }
}

export async function hashAt(rpc: JsonRpc, height: number): Promise<string | undefined> {
  const reply = await rpc.ask('getblockhash', height);
  if (reply.ok) return bitcoinHashOf(reply.result, 'hash');
  if (reply.code === outOfRange) return undefined;
  throw new RpcError('nodeError', reply.message, reply);
}

async function heightOf(rpc: JsonRpc, hash: string): Promise<number | undefined> {
  const reply = await rpc.ask('getblockheader', hash, true);
  if (reply.ok) return countOf(fieldsOf(reply.result, 'header').height, 'height');
  if (reply.code === notFound) return undefined;
  throw new RpcError('nodeError', reply.message, reply);
}

export async function bitcoinBlock(
  rpc: JsonRpc,
  chain: ChainConfig,
  at: number | string,
  filter: BlockFilter,
): Promise<ChainBlock | undefined> {
  const hash = typeof at === 'number' ? await hashAt(rpc, at) : at;
  if (hash === undefined) return undefined;
  const height = typeof at === 'number' ? at : await heightOf(rpc, hash);
  if (height === undefined) return undefined;
  return readBlock(chain, String(await rpc.call('getblock', hash, 0)), height, hash, filter);
}

/** A block of the best chain with all of its transactions and their witnesses; undefined where the chain is not that high. @throws RpcError */
export async function bitcoinWhole(rpc: JsonRpc, height: number): Promise<WholeBlock | undefined> {
  const hash = await hashAt(rpc, height);
  if (hash === undefined) return undefined;
  try {
    return readWhole(String(await rpc.call('getblock', hash, 0)), height, hash);
  } catch (error) {
    if (error instanceof ChainError) return lie(error.message);
    throw error;
  }
}

/** @throws RpcError `inconsistent` when a reorganisation happens in between: ask again */
export async function bitcoinBlocks(
  rpc: JsonRpc,
  chain: ChainConfig,
  range: Range,
  filter: BlockFilter,
): Promise<ChainBlock[]> {
  const tip = countOf(await rpc.call('getblockcount'), 'height');
  const read = async ({ from, to }: Range): Promise<ChainBlock[]> => {
    const heights = Array.from({ length: to - from + 1 }, (_, n) => from + n);
    const answers = await rpc.all(heights.map((height) => ({ method: 'getblockhash', params: [height] })));
    const hashes = answers.map((hash) => bitcoinHashOf(hash, 'hash'));
    const raws = await rpc.all(hashes.map((hash) => ({ method: 'getblock', params: [hash, 0] })));
    const blocks = raws.map((raw, n) => readBlock(chain, String(raw), from + n, hashes[n] ?? '', filter));
    for (const [n, block] of blocks.entries())
      if (n > 0 && blocks[n - 1]?.hash !== block.parent)
        throw new RpcError('inconsistent', 'blocks do not follow each other');
    return blocks;
  };
  return readChunks({ from: range.from, to: Math.min(range.to, tip) }, chunkBlocks, read);
}
