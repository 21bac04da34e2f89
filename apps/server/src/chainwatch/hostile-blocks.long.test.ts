import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { ChainConfig } from '@holdfast/chains';
import type { SubWalletId } from '@holdfast/contract';
import { runsOf } from '@holdfast/testkit/runs';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../test/index.ts';
import { findDrift } from '../ledger/service.ts';
import { balanceOf } from '../ledger/test/assets.ts';
import { type Books, makeBooks } from '../ledger/test/books.ts';
import { findAsides } from './aside.ts';
import {
  bitcoinNode,
  chainAt,
  dustBlock,
  evmHash,
  evmNode,
  nobody,
  ourScript,
  transferLog,
} from './test/hostile-blocks.ts';
import { addAddress } from './test/made-chain.ts';

/** What strangers and broken nodes can make the server read. Real HTTP, a real database, and a process with little memory. */

const heapMb = 160;
let base: TestDatabase;
let books: Books;
let node: Awaited<ReturnType<typeof bitcoinNode>> | undefined;
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

/** At 0.6 MB of hex a transaction, far more than the heap if each output kept its own. */
const dust = runsOf(3_000, 0.15);

it(`${dust} outputs of one transaction to one address are taken in within little memory, its bytes stored once`, async () => {
  const { address, script } = ourScript();
  const blocks = [dustBlock('00'.repeat(32), nobody, 0)];
  node = await bitcoinNode(blocks);
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

describe('an EVM chain', () => {
  const address = `0x${'11'.repeat(20)}`;

  const paid = runsOf(4_000, 0.25);

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
