import type { BlockFilter, BlockRef, ChainBlock, Header, Transfer, WatchedAddresses } from '../../rpc/blocks.ts';
import { type Range, readChunks } from '../../rpc/chunks.ts';
import { RpcError } from '../../rpc/errors.ts';
import { countOf, fieldsOf, listOf, textOf } from '../../rpc/shape.ts';
import { nativeAsset } from '../../transfer.ts';
import type { ChainConfig } from '../../types.ts';
import { type RawAddress, spell } from '../address.ts';
import { type ReadCell, sliceOf } from '../boc.ts';
import { commentIn } from '../comment.ts';
import { externalHash, jettonWalletOf } from '../wallet.ts';
import { gainOf, isReturn, lossBefore } from './account.ts';
import type { TonApi } from './api.ts';
import { ops } from './payment.ts';
import { readTonTx, type TonTx, tonHashOf } from './shape.ts';
import { readUntold } from './untold.ts';

/** Blocks of the masterchain: each makes those of the shards final, whose transactions count as its own. None is ever taken back. */

const master = { workchain: -1, shard: '8000000000000000' } as const;
const none = '0'.repeat(64);
const pageSize = 500;
const chunkBlocks = 20;

export function refOf(value: unknown): BlockRef & { readonly time: number; readonly network: number } {
  const block = fieldsOf(value, 'block');
  const network = Number(block.global_id);
  return {
    height: countOf(block.seqno, 'block.seqno'),
    hash: tonHashOf(block.root_hash, 'block.root_hash'),
    time: Number(textOf(block.gen_utime, /^\d{1,12}$/, 'block.gen_utime')) * 1_000,
    network,
  };
}

async function blockAt(api: TonApi, height: number): Promise<ReturnType<typeof refOf> | undefined> {
  const [found] = listOf((await api.get('blocks', { ...master, seqno: height, limit: 1 })).blocks, 'blocks');
  if (found === undefined) return undefined;
  const block = refOf(found);
  if (block.height !== height) throw new RpcError('inconsistent', 'another block than was asked for');
  return block;
}

/** @param parent of the block before, where it is known */
async function headerAfter(api: TonApi, height: number, parent?: string): Promise<Header | undefined> {
  const block = await blockAt(api, height);
  if (!block) return undefined;
  const before = parent ?? (height === 0 ? undefined : (await blockAt(api, height - 1))?.hash);
  return { height, hash: block.hash, time: block.time, parent: before ?? none };
}

export const tonHeader = (api: TonApi, height: number): Promise<Header | undefined> => headerAfter(api, height);

/**
 * The time before which nothing more comes after a block. Shards are behind the masterchain, by seconds and more: what one of them took in time may be in a
 * later block than one whose own time is over. Blocks of one shard never go back in time, so the one that is furthest behind says it. Epoch milliseconds.
 */
export async function settledTime(api: TonApi, height: number): Promise<number> {
  const { blocks } = await api.get('masterchainBlockShardState', { seqno: height });
  const shards = listOf(blocks, 'blocks').filter((each) => fieldsOf(each, 'block').workchain === 0);
  if (shards.length === 0) throw new RpcError('inconsistent', 'a block without shards');
  return Math.min(...shards.map((each) => refOf(each).time));
}

async function transactionsOf(api: TonApi, height: number): Promise<TonTx[]> {
  const all: TonTx[] = [];
  for (;;) {
    const query = { seqno: height, limit: pageSize, offset: all.length, sort: 'asc' };
    const page = listOf((await api.get('transactionsByMasterchainBlock', query)).transactions, 'transactions');
    all.push(...page.map(readTonTx));
    if (page.length < pageSize) break;
  }
  if (all.some((tx) => tx.height !== height)) throw new RpcError('inconsistent', 'a transaction of another block');
  return all;
}

/** The id of the message from outside that a transaction took, worked out here; undefined for one that somebody else caused. */
export const messageIdOf = ({ in: message, account }: TonTx): string | undefined =>
  message?.from === '' && message.body && isBasechain(account)
    ? externalHash(account, message.body.hash, message.body.depth)
    : undefined;

/** A transaction by its own hash, and by that of the message by which a payment is known. */
const idsOf = (tx: TonTx): string[] => [tx.hash, messageIdOf(tx)].filter((id) => id !== undefined);

interface Watching {
  readonly api: TonApi;
  readonly chain: ChainConfig;
  /** undefined: every account's transactions count as watched. */
  readonly watch: WatchedAddresses | undefined;
}

/** What `transfer_notification` says: how much, from whom, and with which comment. undefined for what has not that form. */
export function readNotification(body: ReadCell) {
  try {
    const slice = sliceOf(body);
    slice.uint(96);
    const [amount, from] = [slice.coins(), slice.address()];
    // The payload lies beside the rest or goes on in it; one that cannot be read has no comment.
    const memo = slice.left.bits > 0 && slice.bit() ? commentIn(slice.ref()) : restComment(slice.left.bits, slice.uint);
    return { amount, from, memo };
  } catch {
    return undefined;
  }
}

/** A comment that lies in the rest of a cell. */
function restComment(bits: number, uint: (size: number) => bigint): string | undefined {
  if (bits < 32 || bits % 8 !== 0 || uint(32) !== 0n) return undefined;
  const bytes = Uint8Array.from({ length: (bits - 32) / 8 }, () => Number(uint(8)));
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
}

const withMemo = (transfer: Transfer, memo: string | undefined): Transfer =>
  memo === undefined || memo === '' ? transfer : { ...transfer, memo };

/**
 * A jetton that arrived: told by the very contract that the master names for this owner, and by nobody else. What calls itself by a listed name, or sends
 * the same words from elsewhere, is nothing (threats T40).
 */
function jettonIn({ chain }: Watching, tx: TonTx, to: string): Transfer[] {
  const { in: message } = tx;
  if (message?.op !== ops.notification || message.bounced || !message.body) return [];
  const asset = chain.assets.find(
    ({ contract, account }) => contract !== '' && jettonWalletOf(contract, account, to) === message.from,
  );
  const told = asset && readNotification(message.body);
  if (!asset || !told || told.amount === 0n) return [];
  const { symbol, contract } = asset;
  const from = told.from.startsWith('0:') ? spell(chain, told.from) : '';
  const { amount, memo } = told;
  return [withMemo({ txid: tx.hash, index: 0, from, to, symbol, contract, amount, coinbase: false }, memo)];
}

/** A jetton that arrived without a word to its owner, whose account has no transaction of it. */
async function untoldIn(chain: ChainConfig, watch: WatchedAddresses, tx: TonTx): Promise<Transfer[]> {
  const found = await readUntold(chain, watch, tx);
  return found ? [{ txid: tx.hash, index: 0, coinbase: false, ...found }] : [];
}

/** Coins that arrived and stayed, less what the account paid for that, unless they are the rest of a payment of its own. */
async function coinsIn({ api, chain }: Watching, tx: TonTx, to: string): Promise<Transfer[]> {
  const { in: message } = tx;
  if (!message || message.from === '' || gainOf(tx) <= 0n || (await isReturn(api, chain, tx))) return [];
  const amount = gainOf(tx) - (await lossBefore(api, chain, tx));
  if (amount <= 0n) return [];
  const from = message.from.startsWith('0:') ? spell(chain, message.from) : '';
  const { symbol } = nativeAsset(chain);
  const transfer = { txid: tx.hash, index: -1, from, to, symbol, contract: '', amount, coinbase: false };
  return [withMemo(transfer, message.body && !message.bounced ? safeComment(message.body) : undefined)];
}

export function safeComment(body: ReadCell): string | undefined {
  try {
    return commentIn(body);
  } catch {
    return undefined;
  }
}

async function transfersIn(watching: Watching, tx: TonTx): Promise<Transfer[]> {
  if (!isBasechain(tx.account)) return [];
  const { chain, watch } = watching;
  const to = spell(chain, tx.account);
  if (watch && !watch.has(to)) return untoldIn(chain, watch, tx);
  return [...jettonIn(watching, tx, to), ...(await coinsIn(watching, tx, to))];
}

const isBasechain = (account: RawAddress): boolean => account.startsWith('0:');

async function readBlock(watching: Watching, height: number, parent?: string): Promise<ChainBlock | undefined> {
  const header = await headerAfter(watching.api, height, parent);
  if (!header) return undefined;
  const txs = await transactionsOf(watching.api, height);
  const transfers: Transfer[] = [];
  for (const tx of txs) transfers.push(...(await transfersIn(watching, tx)));
  return { ...header, transfers, txids: txs.flatMap(idsOf), spent: [], rawTxs: new Map() };
}

const watching = (api: TonApi, chain: ChainConfig, { watch }: BlockFilter): Watching => ({ api, chain, watch });

/** One block by height, or by the hash that it has. */
export async function tonBlock(
  api: TonApi,
  chain: ChainConfig,
  at: number | string,
  filter: BlockFilter,
): Promise<ChainBlock | undefined> {
  if (typeof at === 'number') return readBlock(watching(api, chain, filter), at);
  const root_hash = Buffer.from(at, 'hex').toString('base64');
  const [found] = listOf((await api.get('blocks', { ...master, root_hash, limit: 1 })).blocks, 'blocks');
  return found === undefined ? undefined : readBlock(watching(api, chain, filter), refOf(found).height);
}

/** Blocks of the range, in order; ends at the tip. */
export const tonBlocks = (api: TonApi, chain: ChainConfig, range: Range, filter: BlockFilter): Promise<ChainBlock[]> =>
  readChunks(range, chunkBlocks, async ({ from, to }) => {
    const read: ChainBlock[] = [];
    for (let height = from; height <= to; height++) {
      const block = await readBlock(watching(api, chain, filter), height, read.at(-1)?.hash);
      if (!block) break;
      read.push(block);
    }
    return read;
  });
