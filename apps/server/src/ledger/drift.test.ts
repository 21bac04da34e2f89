import type { SubWalletId } from '@holdfast/contract';
import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../test/index.ts';
import type { Db } from '../db/database.ts';
import { createDb, createPool } from '../db/pool.ts';
import { balanceHistory, findAllDrift, findDrift, findNewDrift } from './service.ts';
import { type Books, fund, makeBooks } from './test/books.ts';

let base: TestDatabase;
let db: Db;
let books: Books;
let wallet: SubWalletId;
const open: TestDatabase[] = [];

beforeEach(async () => {
  base = await startTestDatabase();
  open.push(base);
  // One connection, so that it can be asked how much it has read.
  db = createDb(createPool(base.connection, { max: 1 }));
  books = await makeBooks(base.db, 2);
  wallet = books.subWallets[0] as SubWalletId;
});
afterAll(async () => {
  for (const each of open) await each.close();
});

const history = 20_000;
const hour = 3_600_000;
/** Money that has come and gone an hour apart for a long time, which leaves one unit of each deposit. */
async function fillHistory(): Promise<void> {
  const client = await base.pool.connect();
  try {
    await client.query("set session_replication_role = 'replica'");
    await client.query(
      `insert into ledger_transfers (workspace_id, kind, ref, created_at)
        select $1::bigint, 'deposit_credited', 'old' || g, now() - make_interval(hours => $2::int + 1 - g) from generate_series(1, $2::int) g`,
      [books.workspaceId, history],
    );
    await client.query(
      `insert into ledger_entries (transfer_id, line, workspace_id, sub_wallet_id, asset_id, bucket, amount, created_at)
        select t.id, l, $1::bigint, $2::int, $3::int, case l when 1 then 'chain' else 'available' end, case l when 1 then -1 else 1 end, t.created_at
        from ledger_transfers t, generate_series(1, 2) l`,
      [books.workspaceId, wallet, books.id('ETH')],
    );
    await client.query(
      'insert into balances (workspace_id, sub_wallet_id, asset_id, available) values ($1, $2, $3, $4)',
      [books.workspaceId, wallet, books.id('ETH'), history],
    );
    await client.query("set session_replication_role = 'origin'");
    await client.query('analyze');
    // What this connection has read is counted now, not at a moment of its own.
    await client.query('select pg_stat_force_next_flush()');
  } finally {
    client.release();
  }
}
/** As somebody would who writes past the ledger. */
const tamper = (change: string) =>
  base.pool.query(`begin; set local session_replication_role = 'replica'; ${change}; commit`);

/** Rows of the journal that were looked at while `work` ran. */
async function rowsRead(work: () => Promise<unknown>): Promise<number> {
  const read = async (): Promise<number> => {
    await sql`select pg_stat_force_next_flush()`.execute(db);
    const { rows } = await sql<{
      n: number;
    }>`select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::bigint as n from pg_stat_user_tables
      where relname in ('ledger_entries', 'ledger_transfers')`.execute(db);
    return Number(rows[0]?.n);
  };
  const before = await read();
  await work();
  return (await read()) - before;
}

test('the balances are held against what is new of the journal without reading what was summed up before', async () => {
  await fillHistory();
  expect(await findNewDrift(db)).toEqual([]);
  for (let n = 0; n < 3; n++) await fund(base.db, books, wallet, 'ETH', 5n);
  expect(await rowsRead(async () => expect(await findNewDrift(db)).toEqual([]))).toBeLessThan(200);
  expect(await findDrift(db)).toEqual([]);
  await tamper('update balances set available = available + 1');
  const drift = [{ workspaceId: books.workspaceId, subWalletId: wallet, assetId: books.id('ETH') }];
  expect(await findNewDrift(db)).toEqual(drift);
  expect(await findNewDrift(db)).toEqual(drift);
  expect(await findDrift(db, { workspaceId: books.workspaceId, assetId: books.id('ETH') })).toEqual(drift);
  expect(await findDrift(db, { workspaceId: books.workspaceId, assetId: books.id('USDC') })).toEqual([]);
});

test.each([
  ['that were written past', 'update ledger_sums set available = available - 1'],
  ['that left out a transfer', 'update ledger_summed_to set transfer_id = transfer_id + 1'],
  ['that counted one twice', 'update ledger_summed_to set transfer_id = transfer_id - 1'],
])('sums %s accuse nobody, and are made anew', async (_what, change) => {
  await fillHistory();
  await findNewDrift(db);
  await fund(base.db, books, wallet, 'ETH', 5n);
  await base.pool.query(change);
  expect(await findNewDrift(db)).toEqual([]);
  expect(await findNewDrift(db)).toEqual([]);
  expect(await rowsRead(() => findNewDrift(db))).toBeLessThan(200);
});

test('a change in what was summed up long ago is found by reading all of the journal', async () => {
  await fillHistory();
  await findNewDrift(db);
  await tamper("update ledger_entries set amount = 2 where transfer_id = 1 and bucket = 'available'");
  expect(await findAllDrift(db)).toHaveLength(1);
});

test('the history of balances reads only what happened since its start', async () => {
  await fillHistory();
  await fund(base.db, books, books.subWallets[1] as SubWalletId, 'USDC', 7n);
  const now = Date.now();
  const ask = { start: new Date(now - 10.5 * hour), end: new Date(now + hour), points: 24 };
  expect(await rowsRead(() => balanceHistory(db, books.workspaceId, ask))).toBeLessThan(200);
  const points = await balanceHistory(db, books.workspaceId, ask);
  const of = (symbol: string) => points.filter((point) => point.assetId === books.id(symbol)).map(({ units }) => units);
  const eth = of('ETH');
  expect([eth[0], eth.at(-1)]).toEqual([BigInt(history) - 10n, BigInt(history)]);
  expect([...eth].sort()).toEqual(eth);
  expect([of('USDC')[0], of('USDC').at(-1)]).toEqual([0n, 7n]);
});

test('the history of a time that is past ends at what was owned then', async () => {
  await fillHistory();
  const now = Date.now();
  const ask = { start: new Date(now - 100.5 * hour), end: new Date(now - 50.5 * hour), points: 2 };
  const units = (await balanceHistory(db, books.workspaceId, { ...ask, subWalletId: wallet })).map((p) => p.units);
  expect(units).toEqual([BigInt(history) - 100n, BigInt(history) - 50n]);
});
