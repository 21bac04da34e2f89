import type { ChainConfig } from '@holdfast/chains';
import { readerOf, utxoReader } from '@holdfast/chains/rpc';
import type { OrderId, SubWalletId } from '@holdfast/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../../test/index.ts';
import { type Books, makeBooks } from '../../ledger/test/books.ts';
import type { Reserve } from '../plans.ts';
import { forgetLeft, leaveCoins } from './coins.ts';
import { mostAtOnce } from './holdings.ts';
import { prepare } from './plan.ts';

/** No node listens there: coins are chosen from the books, and the test says what the node takes. */
const chain: ChainConfig = {
  id: 'bitcoin:regtest',
  family: 'bitcoin',
  name: 'Bitcoin',
  baseSymbol: 'BTC',
  rpcUrl: 'http://127.0.0.1:1',
  confirmations: { deposit: 1, withdraw: 1 },
  maxFee: '1000000',
  assets: [],
};
const address = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
const coinUnits = 10_000n;
const maxFee = 15_000n;

let database: TestDatabase;
let books: Books;
beforeAll(async () => {
  database = await startTestDatabase();
  books = await makeBooks(database.db);
  const publicKey = '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';
  const wallet = books.subWallets[0];
  await sql`insert into addresses (workspace_id, sub_wallet_id, chain, key_group_id, path, branch, index, address, public_key, attestations)
    select ${books.workspaceId}, ${wallet}, ${chain.id}, id, ${`m/0/${wallet}/1/0`}, 1, 0, ${address}, ${publicKey}, '{}' from key_groups`.execute(
    database.db,
  );
});
afterAll(() => database?.close());

/** The sub-wallet, with so many coins of equal worth. */
async function withCoins(count: number): Promise<SubWalletId> {
  const wallet = books.subWallets[0] as SubWalletId;
  await sql`delete from utxos`.execute(database.db);
  await sql`insert into utxo_txs (chain, txid, raw_tx)
    select ${chain.id}, repeat(md5(n::text), 2), 'aa' from generate_series(1, ${count}::int) n on conflict do nothing`.execute(
    database.db,
  );
  await sql`insert into utxos (chain, txid, vout, workspace_id, sub_wallet_id, address, path, amount, kind, height, ready)
    select ${chain.id}, repeat(md5(n::text), 2), 0, ${books.workspaceId}, ${wallet}, 'a', 'm/0/1/0/0', ${coinUnits}, 'deposit', 1, true
    from generate_series(1, ${count}::int) n`.execute(database.db);
  return wallet;
}

/** What a payment of this amount gets; nothing of it is kept. */
async function planned(
  subWalletId: SubWalletId,
  amount: bigint,
  least = '1',
  cap = maxFee,
): Promise<Awaited<ReturnType<Reserve>>> {
  const reader = { ...utxoReader(readerOf(chain)), leastFees: async () => ({ feeRate: least }) };
  const reserve = await prepare({ db: database.db, chain, reader }, address);
  const tx = await database.db.startTransaction().execute();
  // There is no order that the coins could be promised to.
  await sql`set local session_replication_role = 'replica'`.execute(tx);
  const { workspaceId } = books;
  const outputs = [{ address, amount }];
  const order = {
    id: 1 as OrderId,
    workspaceId,
    subWalletId,
    from: '',
    outputs,
    maxFee: cap,
    feePlan: { feeRate: '2' },
  };
  try {
    return await reserve(tx, order);
  } finally {
    await tx.rollback().execute();
  }
}

const inputsOf = (made: object): unknown =>
  'plan' in made ? (made.plan as { inputs?: object[] }).inputs?.length : made;

it('pays with forty coins what is said to be the most', async () => {
  const wallet = await withCoins(40);
  expect(await mostAtOnce(database.db, chain, wallet)).toBeUndefined();
  expect(inputsOf(await planned(wallet, 40n * coinUnits - maxFee))).toBe(40);
  expect(await planned(wallet, 40n * coinUnits)).toEqual({ wait: 'waiting_for_coins' });
});

it('pays at least the rate that the node takes by now, and waits where the agreed cap does not cover that', async () => {
  const wallet = await withCoins(40);
  const rate = async (least: string) => {
    const made = await planned(wallet, 3n * coinUnits, least);
    return 'plan' in made ? made.plan.feeRate : made;
  };
  expect([await rate('1'), await rate('2'), await rate('5.001')]).toEqual(['2', '2', '5.001']);
  expect(await rate('60')).toEqual({ wait: 'fee_above_cap' });
});

it('breaks a larger coin where what is left of one would be a fee above the cap', async () => {
  const wallet = await withCoins(3);
  await sql`update utxos set amount = 50500 where txid = repeat(md5('1'), 2)`.execute(database.db);
  await sql`update utxos set amount = 1000000 where txid = repeat(md5('2'), 2)`.execute(database.db);
  await sql`delete from utxos where txid = repeat(md5('3'), 2)`.execute(database.db);
  const [only = ''] = txidsOf(await planned(wallet, 50_000n, '2', 499n));
  const { rows } = await sql<{ amount: string }>`select amount::text from utxos where txid = ${only}`.execute(
    database.db,
  );
  expect(rows).toEqual([{ amount: '1000000' }]);
});

it('says of forty-one coins that forty can be paid with, and why an order for more waits', async () => {
  const wallet = await withCoins(41);
  expect(await mostAtOnce(database.db, chain, wallet)).toEqual({ units: 40n * coinUnits, coins: 40 });
  expect(inputsOf(await planned(wallet, 40n * coinUnits - maxFee))).toBe(40);
  expect(await planned(wallet, 41n * coinUnits - maxFee)).toEqual({
    wait: 'waiting_for_coins',
    detail: { reason: 'it would take more than 40 coins, the most that one transaction spends' },
  });
  expect(await planned(wallet, 41n * coinUnits)).toEqual({ wait: 'waiting_for_coins' });
});

/** Coins, by their number, that an ended order left of which a signature may exist. */
async function leave(order: number, ...coins: number[]): Promise<string[]> {
  const txids: string[] = [];
  await database.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = 'replica'`.execute(tx);
    for (const n of coins) {
      const { rows } = await sql<{ txid: string }>`
        update utxos set left_by = ${order} where txid = repeat(md5(${n}::text), 2) returning txid`.execute(tx);
      txids.push(...rows.map(({ txid }) => txid));
    }
  });
  return txids;
}
const txidsOf = (made: object): readonly string[] =>
  'plan' in made ? ((made.plan as { inputs?: { txid: string }[] }).inputs ?? []).map(({ txid }) => txid) : [];

it('spends the largest coin of each ended payment that may still be made, whatever else would do', async () => {
  const wallet = await withCoins(6);
  await sql`update utxos set amount = 1000000 where txid = repeat(md5('1'), 2)`.execute(database.db);
  await sql`update utxos set amount = 9000 where txid = repeat(md5('3'), 2)`.execute(database.db);
  const [large = ''] = await leave(1, 2, 3);
  const [other = ''] = await leave(2, 4);
  const txids = txidsOf(await planned(wallet, 50_000n));
  expect(txids).toEqual(expect.arrayContaining([large, other]));
  expect(txids).toHaveLength(3);
});

it('pays also where ended payments left more coins than one transaction spends', async () => {
  const wallet = await withCoins(60);
  const all = Array.from({ length: 45 }, (_, n) => n + 1);
  await leave(1, ...all);
  expect(txidsOf(await planned(wallet, 50_000n)).length).toBeLessThan(10);
  for (const n of all) await leave(n, n);
  expect(txidsOf(await planned(wallet, 50_000n))).toHaveLength(40);
});

it('keeps a coin that one payment left when the next, which took it, ends in the same way', async () => {
  await withCoins(1);
  const [txid = ''] = await leave(1, 1);
  const tx = await database.db.startTransaction().execute();
  try {
    await sql`set local session_replication_role = 'replica'`.execute(tx);
    await sql`create temporary table orders (id bigint, exposed_at timestamptz) on commit drop`.execute(tx);
    await sql`insert into orders values (2, now())`.execute(tx);
    await sql`update utxos set reserved_by = 2 where txid = ${txid}`.execute(tx);
    await leaveCoins(tx, 2 as OrderId);
    await forgetLeft(tx, 2 as OrderId);
    const { rows } = await sql<{ left_by: unknown; reserved_by: unknown }>`
      select left_by, reserved_by from utxos where txid = ${txid}`.execute(tx);
    expect(rows.map(({ left_by, reserved_by }) => [Number(left_by), reserved_by])).toEqual([[1, null]]);
  } finally {
    await tx.rollback().execute();
  }
});

it('spends what signers tell of although the mark of another order that left the same coin is gone', async () => {
  const wallet = await withCoins(6);
  await sql`update utxos set amount = 9000 where txid = repeat(md5('3'), 2)`.execute(database.db);
  const [txid = ''] = await leave(1, 3);
  await database.db.transaction().execute((tx) => forgetLeft(tx, 1 as OrderId));
  expect(txidsOf(await planned(wallet, 9_400n))).not.toContain(txid);
  // The order that took it after the first, and of which a signature may exist.
  await sql`insert into open_keys (signer, intent_id, chain, key) values ('1', 'second', ${chain.id}, ${`${txid}:0`})`.execute(
    database.db,
  );
  expect(txidsOf(await planned(wallet, 9_400n))).toContain(txid);
});

it('pays with as many coins of long transactions as one message to the signers has room for, and says why an order for more waits', async () => {
  const wallet = await withCoins(8);
  await sql`update utxo_txs set raw_tx = repeat('a', 1900000)`.execute(database.db);
  try {
    expect(await mostAtOnce(database.db, chain, wallet)).toEqual({ units: 3n * coinUnits, coins: 3 });
    expect(inputsOf(await planned(wallet, 3n * coinUnits - 5_000n))).toBe(3);
    expect(await planned(wallet, 4n * coinUnits)).toEqual({
      wait: 'waiting_for_coins',
      detail: {
        reason:
          'it would take more than 3 coins, as the transactions that made the others are too long for one message to the signers',
      },
    });
  } finally {
    await sql`update utxo_txs set raw_tx = 'aa'`.execute(database.db);
  }
});
