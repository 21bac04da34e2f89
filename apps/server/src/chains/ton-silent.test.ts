import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { balanceReader, readerOf } from '@holdfast/chains/rpc';
import { type RunningTon, startTon } from '@holdfast/devnet/ton';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../test/index.ts';
import { rescanRange, rescanTx } from '../chainwatch/rescan.ts';
import { addAddress } from '../chainwatch/test/made-chain.ts';
import { findDrift } from '../ledger/service.ts';
import { balanceOf } from '../ledger/test/assets.ts';
import { type Books, makeBooks } from '../ledger/test/books.ts';
import { watcherOf } from './test/against-chain.ts';

let dir: string;
let chain: RunningTon;
let database: TestDatabase;
beforeAll(async () => {
  dir = mkdtempSync(path.join(tmpdir(), 'holdfast-ton-'));
  [chain, database] = await Promise.all([startTon({ dir, port: 0 }), startTestDatabase()]);
}, 60_000);
afterAll(async () => {
  await database?.close();
  await chain?.stop();
  rmSync(dir, { recursive: true, force: true });
});

const address = '0QDsE4xHRP4mZsJbkZsuZyHp2Wlzb4PiKFuzrYVM6ffqTrgn';

it('finds by a rescan, and credits once, jettons that came silently before anybody could see them', async () => {
  const { db } = database;
  const books = await makeBooks(db);
  const subWallet = books.subWallets[0] as Books['subWallets'][number];
  await addAddress(db, books, subWallet, chain.config.id, 0, address);
  // Taken in by a watcher that sees coins alone, as one did that knew no silent jettons.
  const before = await watcherOf(db, { ...chain.config, assets: chain.config.assets.slice(0, 1) });
  await before.follow();
  const from = await chain.height();
  for (const units of ['3000000000', '4000000000']) {
    await chain.call('mint', { address, units, silent: true });
    await chain.mine(4);
    await before.follow();
  }
  const now = await watcherOf(db, chain.config);
  await now.follow();
  const credited = async () => (await balanceOf(db, books.workspaceId, subWallet, 'NOT')).available;
  expect(await credited()).toBe(0n);

  const to = await chain.height();
  const found = await readerOf(chain.config).blocks(from, to, { watch: new Set([address]) });
  const [first, second] = found.flatMap(({ transfers }) => transfers).filter(({ symbol }) => symbol === 'NOT');
  expect([first?.amount, second?.amount]).toEqual([3_000_000_000n, 4_000_000_000n]);
  // By the transaction that an explorer shows at the wallet that holds them.
  const byId = () => rescanTx(now.deps, now.watched, first?.txid ?? '');
  expect([await byId(), await byId()]).toEqual([
    { blocks: 1, found: 1 },
    { blocks: 1, found: 0 },
  ]);
  expect(await credited()).toBe(3_000_000_000n);
  // And by all blocks of that time.
  const blocks = to - from + 1;
  const all = () => rescanRange(now.deps, now.watched, from, to);
  expect([await all(), await all()]).toEqual([
    { blocks, found: 1 },
    { blocks, found: 0 },
  ]);
  const jetton = chain.config.assets[1] ?? expect.fail('no jetton');
  expect(await credited()).toBe(await balanceReader(readerOf(chain.config)).balance(address, jetton));
  expect(await findDrift(db)).toEqual([]);
});
