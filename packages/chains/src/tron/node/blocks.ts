import type { BlockFilter, ChainBlock, Header, Transfer } from '../../rpc/blocks.ts';
import { type Range, readChunks } from '../../rpc/chunks.ts';
import { countOf, type Fields, fieldsOf, listOf } from '../../rpc/shape.ts';
import { nativeAsset } from '../../transfer.ts';
import type { ChainConfig } from '../../types.ts';
import type { TronNode } from './http.ts';
import { hashOf, inconsistent } from './shape.ts';
import { internalTransfers, memoOf, nativeTransfer, succeeded, tokenTransfers, toldOf } from './transfers.ts';

/** As many as a node gives at once. */
const chunkBlocks = 50;
const emptyBefore = '0'.repeat(16);

export function readHeader(block: Fields): Header {
  const raw = fieldsOf(fieldsOf(block.block_header, 'block_header').raw_data, 'block_header.raw_data');
  const height = countOf(raw.number ?? 0, 'number');
  const hash = hashOf(block.blockID, 'blockID');
  if (hash.slice(0, 16) !== height.toString(16).padStart(emptyBefore.length, '0'))
    inconsistent('the id of another block');
  return { height, hash, parent: hashOf(raw.parentHash, 'parentHash'), time: countOf(raw.timestamp ?? 0, 'timestamp') };
}

/** undefined where the chain is not that high: the answer is empty then. */
export const headerOf = (block: Fields): Header | undefined =>
  block.blockID === undefined ? undefined : readHeader(block);

/** What came of the transactions of a block; asked by number, so each has to name the block. */
async function infosOf(node: TronNode, { height }: Header, txs: readonly Fields[]): Promise<Fields[]> {
  if (txs.length === 0) return [];
  const answer = await node.ask('wallet/gettransactioninfobyblocknum', { num: height });
  return listOf(Array.isArray(answer) ? answer : [], 'infos').map((each) => fieldsOf(each, 'info'));
}

async function withTransfers(
  node: TronNode,
  chain: ChainConfig,
  block: Fields,
  filter: BlockFilter,
): Promise<ChainBlock> {
  const header = readHeader(block);
  // Those of the first block came of nothing, and no node has results of them.
  const listed = header.height === 0 ? [] : listOf(block.transactions ?? [], 'transactions');
  const txs = listed.map((tx) => fieldsOf(tx, 'transaction'));
  const done = toldOf(txs, await infosOf(node, header, txs));
  const tokens = new Map(chain.assets.flatMap(({ contract, symbol }) => (contract === '' ? [] : [[contract, symbol]])));
  const { symbol } = nativeAsset(chain);
  const watch = (to: string): boolean => filter.watch?.has(to) ?? true;
  const transfers: Transfer[] = [];
  let logs = 0;
  for (const each of done) {
    if (succeeded(each)) {
      const native = [...nativeTransfer(each, symbol, watch), ...internalTransfers(each, symbol, watch)];
      const all = [...native, ...tokenTransfers(each, tokens, watch, logs)];
      const memo = all.length > 0 ? memoOf(each) : undefined;
      transfers.push(...all.map((transfer) => (memo === undefined ? transfer : { ...transfer, memo })));
    }
    logs += listOf(each.info.log ?? [], 'log').length;
  }
  return { ...header, transfers, txids: done.map(({ txid }) => txid), spent: [], rawTxs: new Map() };
}

/** The results are asked by number: is it still the same block? */
async function demandSame(node: TronNode, { height, hash }: Header): Promise<void> {
  const now = headerOf(await node.askFor('wallet/getblockbynum', { num: height }));
  if (now?.hash !== hash) inconsistent('the results of another block');
}

export async function tronBlock(
  node: TronNode,
  chain: ChainConfig,
  at: number | string,
  filter: BlockFilter,
): Promise<ChainBlock | undefined> {
  const found =
    typeof at === 'number'
      ? await node.askFor('wallet/getblockbynum', { num: at })
      : await node.askFor('wallet/getblockbyid', { value: at });
  if (found.blockID === undefined) return undefined;
  const block = await withTransfers(node, chain, found, filter);
  if (block.txids.length > 0) await demandSame(node, block);
  return block;
}

async function fetchChunk(
  node: TronNode,
  chain: ChainConfig,
  { from, to }: Range,
  filter: BlockFilter,
): Promise<ChainBlock[]> {
  const answer = await node.askFor('wallet/getblockbylimitnext', { startNum: from, endNum: to + 1 });
  const found = listOf(answer.block ?? [], 'block').map((each) => fieldsOf(each, 'block'));
  const blocks: ChainBlock[] = [];
  for (const each of found.toSorted((a, b) => readHeader(a).height - readHeader(b).height)) {
    const block = await withTransfers(node, chain, each, filter);
    if (block.height !== from + blocks.length || (blocks.length > 0 && block.parent !== blocks.at(-1)?.hash))
      inconsistent('blocks do not follow each other');
    blocks.push(block);
  }
  const last = blocks.at(-1);
  if (last) await demandSame(node, last);
  return blocks;
}

/** @throws RpcError `inconsistent` when a reorganisation happens in between: ask again */
export const tronBlocks = (
  node: TronNode,
  chain: ChainConfig,
  range: Range,
  filter: BlockFilter,
): Promise<ChainBlock[]> => readChunks(range, chunkBlocks, (chunk) => fetchChunk(node, chain, chunk, filter));
