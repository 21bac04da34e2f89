import { randomInt } from 'node:crypto';
import { fundTron, startStandIn } from '@holdfast/devnet/tron';
import type { Random } from '@holdfast/testkit/random';
import { afterAll, beforeAll, test } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../test/index.ts';
import { addAddress } from '../chainwatch/test/made-chain.ts';
import { type Books, makeBooks } from '../ledger/test/books.ts';
import { holdAgainstChain } from './test/against-chain.ts';

/** Payments to our addresses in blocks that come, go, and come again otherwise, through the real reader of the family. */
const seed = Number(process.env.HOLDFAST_SEED ?? randomInt(1, 2 ** 31));
const reorganisations = 1_000;
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

/** One turn of the chain. @returns 1 when it took blocks back */
function turn(random: Random): number {
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
    if (node.head().height < 10) return 0;
    node.reorganise(depth, random.next() < 0.4);
    for (let n = 0; n <= depth; n++) node.mine();
    return 1;
  }
  return 0;
}

test(`after ${reorganisations} random reorganisations the books say what the chain holds (seed ${seed})`, async () => {
  const { db } = database;
  const { config: chain, node } = standIn;
  const places = [];
  for (const address of ours) {
    const books = await makeBooks(db);
    const subWallet = books.subWallets[0] as Books['subWallets'][number];
    await addAddress(db, books, subWallet, chain.id, 0, address);
    places.push({ workspaceId: books.workspaceId, subWallet, address });
  }
  await holdAgainstChain({
    db,
    chain,
    places,
    seed,
    count: reorganisations,
    turn,
    settle: async (follow) => {
      for (let n = 0; n < 4; n++) node.mine();
      for (let n = 0; n < 3; n++) await follow();
    },
  });
}, 600_000);
