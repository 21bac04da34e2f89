import { checkEvmAddress } from '../../evm/address.ts';
import { nativeAsset } from '../../transfer.ts';
import type { ChainConfig } from '../../types.ts';
import { RpcError } from '../errors.ts';
import type { JsonRpc } from '../json-rpc.ts';
import { evmHashOf, type Fields, fieldsOf, heightOf, listOf, quantityOf, textOf } from '../shape.ts';
import type { BlockFilter, ChainBlock, Header, Transfer } from '../types.ts';

/** keccak256('Transfer(address,address,uint256)'). */
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const chunkBlocks = 50;
const nativeIndex = -1;

interface RawBlock {
  readonly header: Header;
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
  const txs = listOf(fieldsOf(value, 'block').transactions, 'block.transactions');
  return { header: readHeader(value), txs: txs.map((tx) => fieldsOf(tx, 'transaction')) };
}

function addressOf(value: unknown, what: string): string {
  const checked = checkEvmAddress(textOf(value, /^0x[0-9a-fA-F]{40}$/, what).toLowerCase());
  return checked.ok ? checked.address : '';
}

const inconsistent = (what: string): never => {
  throw new RpcError('inconsistent', what);
};

/** A Transfer event of a listed contract; other shapes of the same topic (ERC-721 has four topics) are not ours. */
function tokenTransfer(log: Fields, symbols: ReadonlyMap<string, string>, watch: (a: string) => boolean): Transfer[] {
  const [topic, from, to, ...more] = listOf(log.topics, 'log.topics');
  if (topic !== transferTopic || to === undefined || more.length > 0 || log.removed === true) return [];
  const contract = addressOf(log.address, 'log.address');
  const symbol = symbols.get(contract);
  const receiver = addressOf(`0x${textOf(to, /^0x0{24}[0-9a-f]{40}$/, 'log.topics').slice(-40)}`, 'log.topics');
  if (symbol === undefined || !watch(receiver)) return [];
  const amount = BigInt(textOf(log.data, /^0x[0-9a-f]{64}$/, 'log.data'));
  if (amount === 0n) return [];
  return [
    {
      txid: evmHashOf(log.transactionHash, 'log.transactionHash'),
      index: heightOf(log.logIndex, 'log.logIndex'),
      from: addressOf(`0x${textOf(from, /^0x0{24}[0-9a-f]{40}$/, 'log.topics').slice(-40)}`, 'log.topics'),
      to: receiver,
      symbol,
      contract,
      amount,
      rawTx: '',
      coinbase: false,
    },
  ];
}

/** A top-level payment. Coins that a contract passes on (internal calls) make no such transaction and are not seen. */
function nativeTransfer(tx: Fields, symbol: string, watch: (a: string) => boolean): Transfer[] {
  if (tx.to === null || tx.to === undefined) return [];
  const amount = quantityOf(tx.value, 'tx.value');
  const to = addressOf(tx.to, 'tx.to');
  if (amount === 0n || !watch(to)) return [];
  const txid = evmHashOf(tx.hash, 'tx.hash');
  const from = addressOf(tx.from, 'tx.from');
  return [{ txid, index: nativeIndex, from, to, symbol, contract: '', amount, rawTx: '', coinbase: false }];
}

/** Keeps the payments whose receipt says success and names the block they were read from (threats T39). */
async function succeeded(rpc: JsonRpc, found: readonly { block: Header; transfer: Transfer }[]): Promise<Transfer[]> {
  const receipts = await rpc.all(
    found.map(({ transfer }) => ({ method: 'eth_getTransactionReceipt', params: [transfer.txid] })),
  );
  return found.flatMap(({ block, transfer }, n) => {
    if (receipts[n] === null) return inconsistent('a mined transaction without a receipt');
    const receipt = fieldsOf(receipts[n], 'receipt');
    if (evmHashOf(receipt.blockHash, 'receipt.blockHash') !== block.hash)
      return inconsistent('receipt of another block');
    return quantityOf(receipt.status, 'receipt.status') === 1n ? [transfer] : [];
  });
}

async function fetchLogs(rpc: JsonRpc, contracts: readonly string[], range: object): Promise<readonly Fields[]> {
  if (contracts.length === 0) return [];
  const logs = await rpc.call('eth_getLogs', { ...range, address: contracts, topics: [transferTopic] });
  return listOf(logs, 'logs').map((log) => fieldsOf(log, 'log'));
}

async function assemble(
  rpc: JsonRpc,
  chain: ChainConfig,
  blocks: readonly RawBlock[],
  logs: readonly Fields[],
  filter: BlockFilter,
): Promise<ChainBlock[]> {
  const watch = filter.watch ?? (() => true);
  const symbols = new Map(chain.assets.filter((a) => a.contract !== '').map((a) => [a.contract, a.symbol]));
  const byHash = new Map<string, Transfer[]>(blocks.map((block) => [block.header.hash, []]));
  for (const log of logs) {
    const list = byHash.get(evmHashOf(log.blockHash, 'log.blockHash')) ?? inconsistent('log of another block');
    list.push(...tokenTransfer(log, symbols, watch));
  }
  const { symbol } = nativeAsset(chain);
  const payments = blocks.flatMap(({ header, txs }) =>
    txs.flatMap((tx) => nativeTransfer(tx, symbol, watch).map((transfer) => ({ block: header, transfer }))),
  );
  const paid = new Set((await succeeded(rpc, payments)).map((transfer) => transfer.txid));
  for (const { block, transfer } of payments) if (paid.has(transfer.txid)) byHash.get(block.hash)?.push(transfer);
  return blocks.map(({ header, txs }) => ({
    ...header,
    transfers: byHash.get(header.hash) ?? [],
    txids: txs.map((tx) => evmHashOf(tx.hash, 'tx.hash')),
    spent: [],
  }));
}

const contractsOf = (chain: ChainConfig): string[] =>
  chain.assets.map((asset) => asset.contract).filter((contract) => contract !== '');

/** One block by height or hash; its logs are asked for by its hash, so both come from the same fork. */
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
  if (value === null) return undefined;
  const block = readBlock(value);
  const logs = await fetchLogs(rpc, contractsOf(chain), { blockHash: block.header.hash });
  return (await assemble(rpc, chain, [block], logs, filter))[0];
}

async function chunk(
  rpc: JsonRpc,
  chain: ChainConfig,
  from: number,
  to: number,
  filter: BlockFilter,
): Promise<ChainBlock[]> {
  const heights = Array.from({ length: to - from + 1 }, (_, n) => from + n);
  const [values, logs] = await Promise.all([
    rpc.all(heights.map((height) => ({ method: 'eth_getBlockByNumber', params: [hexHeight(height), true] }))),
    fetchLogs(rpc, contractsOf(chain), { fromBlock: hexHeight(from), toBlock: hexHeight(to) }),
  ]);
  const blocks = values.filter((value) => value !== null).map(readBlock);
  for (const [n, { header }] of blocks.entries()) {
    const before = blocks[n - 1]?.header.hash ?? header.parent;
    if (header.height !== from + n || header.parent !== before) inconsistent('blocks do not follow each other');
  }
  const known = new Set(blocks.map((block) => block.header.hash));
  // Blocks newer than the cut have logs too; logs of a rival of one of ours are caught by `assemble`.
  const own = logs.filter(
    (log) => known.has(String(log.blockHash)) || heightOf(log.blockNumber, 'log') < from + blocks.length,
  );
  return assemble(rpc, chain, blocks, own, filter);
}

/** @throws RpcError `inconsistent` when a reorganisation happens in between: ask again */
export async function evmBlocks(
  rpc: JsonRpc,
  chain: ChainConfig,
  from: number,
  to: number,
  filter: BlockFilter,
): Promise<ChainBlock[]> {
  const all: ChainBlock[] = [];
  for (let start = from; start <= to; start += chunkBlocks) {
    const end = Math.min(to, start + chunkBlocks - 1);
    const part = await chunk(rpc, chain, start, end, filter);
    if (all.length > 0 && part[0] && part[0].parent !== all.at(-1)?.hash)
      inconsistent('blocks do not follow each other');
    all.push(...part);
    if (part.length < end - start + 1) break;
  }
  return all;
}
