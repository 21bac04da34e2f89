import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import path from 'node:path';
import { promisify } from 'node:util';
import { type ChainConfig, familyOf } from '@holdfast/chains';
import type { SubWalletId } from '@holdfast/contract';
import { runsOf } from '@holdfast/testkit/runs';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../test/index.ts';
import { findDrift } from '../ledger/service.ts';
import { balanceOf } from '../ledger/test/assets.ts';
import { type Books, makeBooks } from '../ledger/test/books.ts';
import { findAsides } from './aside.ts';
import { Flood, startHostileNode } from './test/hostile-node.ts';
import { addAddress } from './test/made-chain.ts';

/** What strangers and broken nodes can make the server read. Real HTTP, a real database, and a process with little memory. */

const heapMb = 160;
let base: TestDatabase;
let books: Books;
let node: Awaited<ReturnType<typeof startHostileNode>> | undefined;
beforeAll(async () => {
  base = await startTestDatabase();
  books = await makeBooks(base.db);
});
afterEach(() => node?.close());
afterAll(() => base?.close());

const wallet = (): SubWalletId => books.subWallets[0] as SubWalletId;

/** Follows the chain in a process of its own; what went wrong in the rounds, in order. @throws when the process dies */
async function follow(chain: ChainConfig, rounds: number): Promise<string[]> {
  const main = path.join(import.meta.dirname, 'test/take-in.ts');
  const args = [`--max-old-space-size=${heapMb}`, main, base.url, JSON.stringify(chain), String(rounds)];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return stdout.trim().split('\n').filter(Boolean);
}

const limits = { minWithdraw: '1', maxWithdraw: '1000000000', minDeposit: '1' };
const asset = (symbol: string, contract: string) => ({ symbol, name: symbol, decimals: 8, contract, ...limits });
const chainAt = (family: 'evm' | 'bitcoin', network: string, rpcUrl: string): ChainConfig => ({
  id: `${family}:${network}`,
  family,
  name: family,
  baseSymbol: family === 'evm' ? 'ETH' : 'BTC',
  rpcUrl,
  confirmations: { deposit: 1, withdraw: 1 },
  maxFee: '100000',
  assets: family === 'evm' ? [asset('ETH', ''), asset('USDC', `0x${'22'.repeat(20)}`)] : [asset('BTC', '')],
});

const hash256 = (bytes: Buffer): Buffer =>
  createHash('sha256').update(createHash('sha256').update(bytes).digest()).digest();
const shown = (hash: Buffer): string => Buffer.from(hash).reverse().toString('hex');

/** A block of one transaction with 10,000 outputs of 294 satoshis: the first so many to the script, the others to nobody. */
function dustBlock(parent: string, script: Buffer, ours: number) {
  const outputTo = (to: Buffer): Buffer =>
    Buffer.concat([Buffer.from('2601000000000000', 'hex'), Buffer.from([to.length]), to]);
  const input = Buffer.concat([Buffer.alloc(32, 7), Buffer.alloc(4), Buffer.from([0]), Buffer.alloc(4, 0xff)]);
  const outputs = Array.from({ length: 10_000 }, (_, n) => outputTo(n < ours ? script : Buffer.alloc(22, 0x6a)));
  const start = Buffer.from([2, 0, 0, 0, 1]);
  const tx = Buffer.concat([start, input, Buffer.from([0xfd, 0x10, 0x27]), ...outputs, Buffer.alloc(4)]);
  const rest = Buffer.alloc(12, ours & 0xff);
  const header = Buffer.concat([Buffer.alloc(4), Buffer.from(parent, 'hex').reverse(), hash256(tx), rest]);
  return { hash: shown(hash256(header)), header, tx, raw: Buffer.concat([header, Buffer.from([1]), tx]) };
}

/** At 0.6 MB of hex a transaction, far more than the heap if each output kept its own. */
const dust = runsOf(3_000, 0.15);

it(`${dust} outputs of one transaction to one address are taken in within little memory, its bytes stored once`, async () => {
  const key = Buffer.from('02'.padEnd(66, '1'), 'hex');
  const plain = chainAt('bitcoin', 'regtest', '');
  const address = familyOf(plain).addressOf(plain, key);
  const script = Buffer.concat([
    Buffer.from([0, 20]),
    createHash('ripemd160').update(createHash('sha256').update(key).digest()).digest(),
  ]);
  const blocks = [dustBlock('00'.repeat(32), Buffer.alloc(22, 0x6a), 0)];
  const byHash = (hash: unknown) => blocks.findIndex((block) => block.hash === hash);
  node = await startHostileNode((method, [at, verbose]) => {
    if (method === 'getblockchaininfo') return { blocks: blocks.length - 1, bestblockhash: blocks.at(-1)?.hash };
    if (method === 'getblockcount') return blocks.length - 1;
    if (method === 'getblockhash') return blocks[Number(at)]?.hash;
    if (method === 'getblockheader')
      return verbose ? { height: byHash(at) } : blocks[byHash(at)]?.header.toString('hex');
    if (method === 'getblock') return blocks[byHash(at)]?.raw.toString('hex');
    return {};
  });
  const chain = chainAt('bitcoin', 'regtest', node.url);
  await addAddress(base.db, books, wallet(), chain.id, 0, address);
  expect(await follow(chain, 1)).toEqual([]);
  const block = dustBlock(blocks[0]?.hash ?? '', script, dust);
  blocks.push(block);
  expect(await follow(chain, 1)).toEqual([]);
  const { rows } = await sql<{ coins: number; txs: number; bytes: number }>`select
    (select count(*)::int from utxos where chain = ${chain.id}) as coins, count(*)::int as txs, sum(length(raw_tx))::int as bytes
    from utxo_txs where chain = ${chain.id}`.execute(base.db);
  expect(rows).toEqual([{ coins: dust, txs: 1, bytes: 2 * block.tx.length }]);
  const { pending_in, available } = await balanceOf(base.db, books.workspaceId, wallet(), 'BTC');
  expect(pending_in + available).toBe(294n * BigInt(dust));
}, 120_000);

/** An EVM node whose blocks are numbered by their hashes; `logs` by height. */
const evmHash = (height: number): string => `0x${(height + 1).toString(16).padStart(64, '0')}`;
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const word = (hex: string): string => `0x${hex.replace(/^0x/, '').toLowerCase().padStart(64, '0')}`;

function evmNode(state: { tip: number; flooded: number | undefined; logs: (height: number) => object[] }) {
  const block = (height: number) => ({
    number: `0x${height.toString(16)}`,
    hash: evmHash(height),
    parentHash: evmHash(height - 1),
    timestamp: '0x1',
    logsBloom: `0x${'f'.repeat(512)}`,
    transactions: [],
  });
  return startHostileNode((method, [at, full]) => {
    if (method === 'eth_getLogs') return state.logs(Number((at as { blockHash: string }).blockHash) - 1);
    if (method === 'eth_call' || method === 'eth_getBalance') return word('f'.repeat(20));
    const byHash = method === 'eth_getBlockByHash';
    const height = at === 'latest' || at === 'finalized' ? state.tip : Number(at) - (byHash ? 1 : 0);
    if (height > state.tip) return null;
    return full === true && height === state.flooded ? new Flood(100_000_000) : block(height);
  });
}

const transferLog = (to: string, height: number, index: number) => ({
  address: `0x${'22'.repeat(20)}`,
  topics: [transferTopic, word('1'), word(to)],
  data: word('5'),
  blockHash: evmHash(height),
  transactionHash: word(`${height}${index}`),
  logIndex: `0x${index.toString(16)}`,
});

describe('an EVM chain', () => {
  const address = `0x${'11'.repeat(20)}`;

  const paid = runsOf(10_000, 0.1);

  it(`with ${paid} token transfers to us in one block is taken in within little memory`, async () => {
    const logs = (height: number) =>
      height === 1 ? Array.from({ length: paid }, (_, n) => transferLog(address, height, n)) : [];
    const state = { tip: 0, flooded: undefined, logs };
    node = await evmNode(state);
    const chain = chainAt('evm', '1001', node.url);
    await addAddress(base.db, books, wallet(), chain.id, 0, address);
    expect(await follow(chain, 1)).toEqual([]);
    state.tip = 1;
    expect(await follow(chain, 1)).toEqual([]);
    const { pending_in, available } = await balanceOf(base.db, books.workspaceId, wallet(), 'USDC');
    expect(pending_in + available).toBe(5n * BigInt(paid));
  }, 240_000);

  it('whose node answers 100 MB for one block goes on after it, and credits what it held once it can be read', async () => {
    const logs = (height: number) => (height === 2 || height === 3 ? [transferLog(address, height, 7)] : []);
    const state: Parameters<typeof evmNode>[0] = { tip: 0, flooded: undefined, logs };
    node = await evmNode(state);
    const chain = chainAt('evm', '1002', node.url);
    await addAddress(base.db, books, wallet(), chain.id, 0, address);
    await follow(chain, 1);
    Object.assign(state, { tip: 4, flooded: 2 });
    const said = await follow(chain, 7);
    expect(said).toHaveLength(5);
    expect(said[0]).toContain('tooLarge');
    expect(await findAsides(base.db, chain.id)).toMatchObject([{ height: 2, hash: evmHash(2), tries: 1 }]);
    const credited = async () => (await balanceOf(base.db, books.workspaceId, wallet(), 'USDC')).available;
    expect(await credited()).toBe(5n);
    state.flooded = undefined;
    await sql`update blocks_aside set next_at = now()`.execute(base.db);
    expect(await follow(chain, 1)).toEqual([]);
    expect(await findAsides(base.db, chain.id)).toEqual([]);
    expect(await credited()).toBe(10n);
    expect(await findDrift(base.db)).toEqual([]);
  }, 60_000);
});
