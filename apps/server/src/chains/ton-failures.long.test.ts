import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type OrderId, orderStatus } from '@holdfast/contract';
import { type RunningTon, startTon } from '@holdfast/devnet/ton';
import type { Random } from '@holdfast/testkit/random';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { workOnAwaitingApproval } from '../orders/announce.ts';
import { createKeys } from '../orders/keys.ts';
import { payOrder } from '../orders/pay.ts';
import { claimOrders } from '../orders/queries.ts';
import { signOrder } from '../orders/sign.ts';
import type { OrderStatus } from '../orders/states.ts';
import { approvalOf, type BareOrders, startBareOn, takeApproval } from '../test/bare.ts';
import { holdAgainstChain } from './test/against-chain.ts';

/**
 * No block of TON is taken back: what goes wrong there goes wrong late. A jetton bounces after its first transaction succeeded, a node forgets a message that
 * it took, and a message dies in no block. Deposits, and jettons that only call themselves by a listed name, come in between.
 */
const seed = Number(process.env.HOLDFAST_SEED ?? randomInt(1, 2 ** 31));
/** What CI has the time for. */
const failures = Number(process.env.HOLDFAST_FAILURES ?? 300);
const payee = '0QDsE4xHRP4mZsJbkZsuZyHp2Wlzb4PiKFuzrYVM6ffqTrgn';
/** Longer than any message lives, and than its seqno is kept after that. */
const lifeSeconds = 500;
const mostOpen = 6;

let dir: string;
let chain: RunningTon;
let bare: BareOrders;
/** How far the chain and the server are ahead of the clock. */
let aheadMs = 0;
beforeAll(async () => {
  dir = mkdtempSync(path.join(tmpdir(), 'holdfast-ton-'));
  chain = await startTon({ dir, port: 0 });
  bare = await startBareOn(chain.config, () => new Date(Date.now() + aheadMs));
}, 60_000);
afterAll(async () => {
  await bare?.database.close();
  await chain?.stop();
  rmSync(dir, { recursive: true, force: true });
});

const open = [orderStatus.awaitingApproval, orderStatus.awaitingSignature, orderStatus.paying];
const orders = () => bare.database.db.selectFrom('orders').select(['id', 'status', 'sub_status']).execute();
const failed = [orderStatus.failed, orderStatus.discarded];
/** How many orders have one of these statuses. */
async function count(statuses: readonly OrderStatus[]): Promise<number> {
  const of = bare.database.db.selectFrom('orders').where('status', 'in', statuses);
  return Number((await of.select((eb) => eb.fn.countAll().as('n')).executeTakeFirstOrThrow()).n);
}
const assetIn = (symbol: string) => bare.catalog.coin({ symbol }).asset;

/** One step of every order that is open. */
async function work(): Promise<void> {
  const { db } = bare.database;
  await db
    .updateTable('orders')
    .set({ lease_until: null, next_at: new Date(0) })
    .where('status', 'in', open)
    .execute();
  // The database's own clock does not go ahead.
  await sql`update lane_nonces set free_from = now() where free_from <= ${new Date(Date.now() + aheadMs)}`.execute(db);
  const deps = { ...bare.deps(), keyAt: createKeys(db) };
  for (const order of await claimOrders(db, orderStatus.awaitingSignature, mostOpen)) await signOrder(deps, order);
  for (const order of await claimOrders(db, orderStatus.paying, mostOpen)) await payOrder(deps, order);
}

async function pay(symbol: string, amount: bigint, attached: bigint, memo: string): Promise<OrderId> {
  const feePlan = { attached: String(attached) };
  const outputs = [{ address: payee, amount, memo, entry: '', path: '' }];
  const id = await bare.order(amount, { asset: assetIn(symbol), outputs, maxFee: 100_000_000n }, feePlan);
  const { db } = bare.database;
  for (const order of await claimOrders(db, orderStatus.awaitingApproval, 1))
    await workOnAwaitingApproval(bare.deps(), order);
  const { intentId, approval } = await approvalOf(bare, id);
  await takeApproval(bare.deps(), intentId, approval);
  return id;
}

const skip = async (seconds: number): Promise<void> => {
  aheadMs += seconds * 1_000;
  await chain.call('skip', { seconds });
  await chain.mine(1);
};

async function deposit(random: Random): Promise<void> {
  const comment = random.pick([
    ['', 2],
    ['customer 4711', 1],
  ]);
  const units = String(random.between(1, 9_000_000_000));
  const to = { address: bare.account, units, comment };
  const what = random.pick([
    ['pay', 3],
    ['mint', 2],
    ['fake', 1],
  ]);
  if (what === 'pay') await chain.call('pay', to);
  else await chain.call('mint', what === 'fake' ? { ...to, about: `https://localhost/${random.hex(4)}.json` } : to);
}

const mostUnits = 1_000_000_000n;

/** An order that will probably fail late, or one that is paid. */
async function begin(random: Random): Promise<void> {
  if ((await count(open)) >= mostOpen) return;
  const amount = BigInt(random.between(1, Number(mostUnits)));
  const what = random.pick([
    ['bounce', 7],
    ['jetton', 1],
    ['coin', 2],
  ]);
  // What is attached does not cover the way.
  if (what === 'bounce') await pay('NOT', amount, BigInt(random.between(2_000_000, 12_000_000)), '');
  else if (what === 'jetton') await pay('NOT', amount, 50_000_000n, 'invoice 42');
  else await pay('TON', amount, 0n, '');
}

/** @returns how many orders failed, or had their message forgotten, meanwhile */
async function turn(random: Random): Promise<number> {
  const before = await count(failed);
  let forgotten = 0;
  const what = random.pick([
    ['begin', 8],
    ['work', 10],
    ['mine', 6],
    ['deposit', 2],
    ['forget', 6],
    ['skip', 1],
  ]);
  if (what === 'begin') await begin(random);
  else if (what === 'work') await work();
  else if (what === 'mine') await chain.mine(random.between(1, 3));
  else if (what === 'deposit') await deposit(random);
  else {
    const waiting = await chain.call<{ messages: number }>('waiting');
    await chain.call('forget');
    forgotten = waiting.messages - (await chain.call<{ messages: number }>('waiting')).messages;
    if (what === 'skip') await skip(lifeSeconds);
  }
  return forgotten + (await count(failed)) - before;
}

async function settle(follow: () => Promise<void>): Promise<void> {
  for (let n = 0; n < 5; n++) {
    await chain.mine(1);
    await follow();
  }
  for (let n = 0; (await count(open)) > 0; n++) {
    if (n > 100) throw new Error(`not at an end: ${JSON.stringify(await orders())}`);
    await work();
    await chain.mine(1);
    await follow();
    if (n % 20 === 19) await skip(lifeSeconds);
  }
}

test(`after ${failures} random late failures the books say what the chain holds (seed ${seed})`, async () => {
  const { database, books, subWallet, account } = bare;
  const first = { address: account, units: '900000000000' };
  await chain.call('pay', first);
  await chain.call('mint', first);
  const places = [{ workspaceId: books.workspaceId, subWallet, address: account }];
  await holdAgainstChain({ db: database.db, chain: chain.config, places, seed, count: failures, turn, settle });
  for (const status of [orderStatus.done, orderStatus.failed, orderStatus.discarded])
    expect(await count([status])).toBeGreaterThan(0);
}, 1_200_000);
