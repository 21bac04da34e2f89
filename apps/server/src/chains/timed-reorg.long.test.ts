import { randomInt } from 'node:crypto';
import type { AssetConfig } from '@holdfast/chains';
import { balanceReader, readerOf } from '@holdfast/chains/rpc';
import { fundTron, startStandIn } from '@holdfast/devnet/tron';
import { type Random, randomFrom } from '@holdfast/testkit/random';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../test/index.ts';
import type { ChainDeps } from '../chainwatch/deps.ts';
import { followOnce } from '../chainwatch/follow.ts';
import { addAddress, silent } from '../chainwatch/test/made-chain.ts';
import { createWatchedSet } from '../chainwatch/watched.ts';
import { createNotifier } from '../jobs/notifier.ts';
import { findDrift, findFreezes } from '../ledger/service.ts';
import { balanceOf, catalogIn } from '../ledger/test/assets.ts';
import { type Books, makeBooks } from '../ledger/test/books.ts';

/** Payments to our addresses in blocks that come, go, and come again otherwise, through the real reader of the family. */
const seed = Number(process.env.HOLDFAST_SEED ?? randomInt(1, 2 ** 31));
const reorganisations = 1_000;
const quiet = () => undefined;
const ours = ['TSzdGHnhYnQKFF4LKrRLztkjYAvbNoxnQ8', 'TXBpeye7UQ4dDZEnmGDv4vX37mBYDo1tUE'] as const;
let standIn: Awaited<ReturnType<typeof startStandIn>>;
let database: TestDatabase;
beforeAll(async () => {
  [standIn, database] = await Promise.all([startStandIn(''), startTestDatabase()]);
});
afterAll(async () => {
  await standIn?.child.stop();
  await database?.close();
});

async function watcher(): Promise<() => Promise<void>> {
  const { config: chain } = standIn;
  const { db } = database;
  const reader = readerOf(chain);
  const log = { info: quiet, warn: quiet, error: quiet };
  const notifier = createNotifier(db, quiet);
  const catalog = await catalogIn(db, [chain]);
  const deps: ChainDeps = {
    db,
    catalog,
    chain,
    reader,
    readerOf: () => reader,
    notifier,
    log,
    recordAside: silent,
    wakeOrders: quiet,
  };
  const watched = createWatchedSet(chain.id);
  return async () => void (await followOnce(deps, watched, new AbortController().signal));
}

/** One turn of the chain. @returns whether it took blocks back */
function turn(random: Random): boolean {
  const { node } = standIn;
  const what = random.pick([
    ['pay', 6],
    ['mine', 5],
    ['reorganise', 4],
    ['lose', 1],
  ]);
  if (what === 'pay') {
    const [symbol, address] = [random.next() < 0.5 ? 'TRX' : 'USDT', ours[random.between(0, 1)] ?? ours[0]];
    fundTron(node, { symbol, address, amount: `${random.between(1, 900)}.${random.between(1, 9)}` });
  } else if (what === 'mine') node.mine();
  else if (what === 'lose') node.lose();
  else {
    const depth = random.between(1, 2);
    if (node.head().height < 10) return false;
    node.reorganise(depth, random.next() < 0.4);
    for (let n = 0; n <= depth; n++) node.mine();
    return true;
  }
  return false;
}

test(`after ${reorganisations} random reorganisations the books say what the chain holds (seed ${seed})`, async () => {
  const random = randomFrom(seed);
  const { db } = database;
  const books: Books[] = [await makeBooks(db), await makeBooks(db)];
  for (const [n, address] of ours.entries()) {
    const of = books[n] as Books;
    await addAddress(db, of, of.subWallets[0] as Books['subWallets'][number], standIn.config.id, 0, address);
  }
  const follow = await watcher();
  const reader = balanceReader(readerOf(standIn.config));
  const held = (address: string, asset: AssetConfig) => reader.balance(address, asset);
  const agree = async (at: string): Promise<void> => {
    for (let n = 0; n < 4; n++) standIn.node.mine();
    for (let n = 0; n < 3; n++) await follow();
    for (const [n, address] of ours.entries())
      for (const asset of standIn.config.assets) {
        const of = books[n] as Books;
        const booked = await balanceOf(
          db,
          of.workspaceId,
          of.subWallets[0] as Books['subWallets'][number],
          asset.symbol,
        );
        expect([at, asset.symbol, booked.available]).toEqual([at, asset.symbol, await held(address, asset)]);
      }
    expect(await findDrift(db)).toEqual([]);
  };
  let done = 0;
  while (done < reorganisations) {
    if (turn(random)) done++;
    if (random.next() < 0.5) await follow();
    if (random.next() < 0.01) await agree(`${done}`);
  }
  await agree('the end');
  for (const of of books) expect(await findFreezes(db, of.workspaceId)).toEqual([]);
}, 600_000);
