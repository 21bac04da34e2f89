import type { BlockFilter, ChainBlock, Header, Transfer } from '../../rpc/blocks.ts';
import { type Range, readChunks } from '../../rpc/chunks.ts';
import type { JsonRpc, Request } from '../../rpc/json-rpc.ts';
import { type Fields, fieldsOf, heightOf, listOf, quantityOf, textOf } from '../../rpc/shape.ts';
import { nativeAsset } from '../../transfer.ts';
import type { ChainConfig } from '../../types.ts';
import { bloomOf } from './bloom.ts';
import { fetchNfts } from './nfts.ts';
import { evmHashOf } from './shape.ts';
import { inconsistent, nativeTransfer, tokenTransfer, transferTopic } from './transfers.ts';

const chunkBlocks = 50;

interface RawBlock {
  readonly header: Header;
  readonly logsBloom: string;
  readonly txs: readonly Fields[];
}

export const hexHeight = (height: number): string => `0x${height.toString(16)}`;

export function readHeader(value: unknown): Header {
  const block = fieldsOf(value, 'block');
  return {
    height: heightOf(block.number, 'block.number'),
    hash: evmHashOf(block.hash, 'block.hash'),
    parent: evmHashOf(block.parentHash, 'block.parentHash'),
    time: heightOf(block.timestamp, 'block.timestamp') * 1000,
  };
}

function readBlock(value: unknown): RawBlock {
  const block = fieldsOf(value, 'block');
  const txs = listOf(block.transactions, 'block.transactions');
  return {
    header: readHeader(value),
    logsBloom: textOf(block.logsBloom, /^0x[0-9a-f]{512}$/, 'block.logsBloom'),
    txs: txs.map((tx) => fieldsOf(tx, 'transaction')),
  };
}

/**
 * Logs of listed contracts, block by block and by block hash: a node that does not have the block says so, where one asked for
 * a range of heights would answer with a shorter list, and a deposit would be missed.
 */
async function fetchLogs(rpc: JsonRpc, contracts: readonly string[], blocks: readonly RawBlock[]): Promise<Fields[]> {
  const mayHold = bloomOf(contracts);
  const asked = blocks.filter((block) => mayHold(block.logsBloom));
  const requests = asked.map(({ header }): Request => {
    const filter = { blockHash: header.hash, address: contracts, topics: [transferTopic] };
    return { method: 'eth_getLogs', params: [filter] };
  });
  const answers = await rpc.all(requests);
  return answers.flatMap((answer, n) => {
    const logs = listOf(answer, 'logs').map((log) => fieldsOf(log, 'log'));
    return logs.every((log) => log.blockHash === asked[n]?.header.hash) ? logs : inconsistent('a log of another block');
  });
}

/** Ids of those payments whose receipt says success and names the block they were read from (threats T39). */
async function succeeded(rpc: JsonRpc, payments: ReadonlyMap<string, Header>): Promise<Set<string>> {
  const txids = [...payments.keys()];
  const receipts = await rpc.all(txids.map((txid) => ({ method: 'eth_getTransactionReceipt', params: [txid] })));
  const passed = txids.filter((txid, n) => {
    if (receipts[n] === null) return inconsistent('a mined transaction without a receipt');
    const receipt = fieldsOf(receipts[n], 'receipt');
    if (receipt.blockHash !== payments.get(txid)?.hash) return inconsistent('a receipt of another block');
    return quantityOf(receipt.status, 'receipt.status') === 1n;
  });
  return new Set(passed);
}

async function withTransfers(
  rpc: JsonRpc,
  chain: ChainConfig,
  blocks: readonly RawBlock[],
  filter: BlockFilter,
): Promise<ChainBlock[]> {
  const watch = (to: string): boolean => filter.watch?.has(to) ?? true;
  const tokens = chain.assets.filter((asset) => asset.contract !== '');
  const symbols = new Map(tokens.map((token) => [token.contract, token.symbol]));
  const { symbol } = nativeAsset(chain);
  const native = blocks.map(({ txs }) => txs.flatMap((tx) => nativeTransfer(tx, symbol, watch)));
  const places = blocks.flatMap(({ header }, n) => (native[n] ?? []).map(({ txid }) => [txid, header] as const));
  const [paid, logs, nfts] = await Promise.all([
    succeeded(rpc, new Map(places)),
    fetchLogs(rpc, [...symbols.keys()], blocks),
    fetchNfts(rpc, blocks, filter.watch),
  ]);
  const byHash = Map.groupBy(logs, (log) => log.blockHash);
  return blocks.map(({ header, txs }, n): ChainBlock => {
    const token = (byHash.get(header.hash) ?? []).flatMap((log): Transfer[] => tokenTransfer(log, symbols, watch));
    const transfers = [...(native[n] ?? []).filter(({ txid }) => paid.has(txid)), ...token];
    return {
      ...header,
      transfers,
      txids: txs.map((tx) => evmHashOf(tx.hash, 'tx.hash')),
      spent: [],
      rawTxs: new Map(),
      nfts: nfts.get(header.hash) ?? [],
    };
  });
}

/** One block by height or hash. */
export async function evmBlock(
  rpc: JsonRpc,
  chain: ChainConfig,
  at: number | string,
  filter: BlockFilter,
): Promise<ChainBlock | undefined> {
  const value =
    typeof at === 'number'
      ? await rpc.call('eth_getBlockByNumber', hexHeight(at), true)
      : await rpc.call('eth_getBlockByHash', at, true);
  return value === null ? undefined : (await withTransfers(rpc, chain, [readBlock(value)], filter))[0];
}

/** Blocks from `from` on that follow each other; ends at the tip. */
async function fetchChunk(rpc: JsonRpc, { from, to }: Range): Promise<RawBlock[]> {
  const heights = Array.from({ length: to - from + 1 }, (_, n) => from + n);
  const values = await rpc.all(heights.map((h) => ({ method: 'eth_getBlockByNumber', params: [hexHeight(h), true] })));
  const end = values.indexOf(null);
  const blocks = (end < 0 ? values : values.slice(0, end)).map(readBlock);
  for (const [n, { header }] of blocks.entries()) {
    const parent = blocks[n - 1]?.header.hash;
    if (header.height !== from + n || (parent !== undefined && header.parent !== parent))
      inconsistent('blocks do not follow each other');
  }
  return blocks;
}

/** @throws RpcError `inconsistent` when a reorganisation happens in between: ask again */
export const evmBlocks = (rpc: JsonRpc, chain: ChainConfig, range: Range, filter: BlockFilter): Promise<ChainBlock[]> =>
  readChunks(range, chunkBlocks, async (chunk) => withTransfers(rpc, chain, await fetchChunk(rpc, chunk), filter));
