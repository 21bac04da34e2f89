import type { SubWalletId } from '@holdfast/contract';
import { startTestDatabase, type TestDatabase } from '@holdfast/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findPage } from './areas/transaction/queries.ts';
import { lastPaidTo } from './areas/withdraw/queries.ts';
import type { Db } from './db/database.ts';
import { createDb, createPool } from './db/pool.ts';
import { type Books, makeBooks } from './ledger/test/books.ts';

const history = 20_000;
let base: TestDatabase;
let books: Books;
let db: Db;

/** A long history: deposits and finished orders, each with an address and a transaction of its own. */
async function fillHistory(): Promise<void> {
  const wallet = books.subWallets[0] as SubWalletId;
  const client = await base.pool.connect();
  try {
    // Rows that only have to be there: nothing has to add up.
    await client.query("set session_replication_role = 'replica'");
    await client.query(
      `insert into orders (workspace_id, sub_wallet_id, kind, request_id, request_hash, status, sub_status, chain, symbol, amount, address_from,
        address_to, fee_symbol, max_fee, fee_plan, initiator_user, initiator, intent_id, intent, digest, raw, txid, expires_at, created_at)
      select $1::bigint, $2::int, 'withdraw', 'r' || g, repeat('a', 64), 2000, 'final', 'evm:1', 'ETH', 1, 'own', 'to' || g, 'ETH', 1, '{}',
        $3::bigint, 'm', gen_random_uuid(), '{}', repeat('b', 64), 'raw', 'tx' || g, now(), now() - make_interval(secs => g)
      from generate_series(1, $4::int) g`,
      [books.workspaceId, wallet, books.userId, history],
    );
    await client.query(
      `insert into deposits (workspace_id, sub_wallet_id, address_id, chain, txid, idx, symbol, amount, address_from, address_to, needed, status,
        sub_status, height, block_hash, created_at)
      select $1::bigint, $2::int, 1, 'evm:1', 'in' || g, 0, 'ETH', 1, 'from' || g, 'own', 1, 2000, 'credited', g, 'h', now() - make_interval(secs => g)
      from generate_series(1, $3::int) g`,
      [books.workspaceId, wallet, history],
    );
    await client.query("set session_replication_role = 'origin'");
    await client.query('analyze orders, deposits');
  } finally {
    client.release();
  }
}

beforeAll(async () => {
  base = await startTestDatabase();
  books = await makeBooks(base.db);
  await fillHistory();
  // One connection, so that it can be asked how much it has read.
  db = createDb(createPool(base.connection, { max: 1 }));
});
afterAll(async () => {
  await db?.destroy();
  await base.close();
});

/** Rows of both tables that were looked at while `work` ran, whatever was given out of them. */
async function rowsRead(work: () => Promise<unknown>): Promise<number> {
  const read = async (): Promise<number> => {
    await sql`select pg_stat_force_next_flush()`.execute(db);
    const { rows } = await sql<{
      n: number;
    }>`select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::bigint as n from pg_stat_user_tables
      where relname in ('orders', 'deposits')`.execute(db);
    return Number(rows[0]?.n);
  };
  const before = await read();
  await work();
  return (await read()) - before;
}

test.each([
  ['a status few are in', { status: 2400 }],
  ['an address nobody has dealt with', { address: 'nobody' }],
  ['an address that was paid once', { address: 'to77' }],
  ['an address that has paid once', { address: 'from77' }],
  ['the transaction of a deposit', { txid: 'in77' }],
  ['the transaction of an order', { txid: 'tx77' }],
  ['a request', { requestId: 'r77' }],
])('looking for %s does not read the history', async (_what, filter) => {
  expect(await rowsRead(() => findPage(db, { workspaceId: books.workspaceId, ...filter }, 1, 20))).toBeLessThan(200);
});

test('asking whether an address was ever paid to does not read the history', async () => {
  expect(await rowsRead(() => lastPaidTo(db, books.workspaceId, 'evm:1', 'nobody'))).toBeLessThan(200);
  expect(await lastPaidTo(db, books.workspaceId, 'evm:1', 'to77')).toBeInstanceOf(Date);
});
