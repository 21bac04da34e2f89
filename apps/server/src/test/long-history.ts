import type { SubWalletId, WorkspaceId } from '@holdfast/contract';
import { sql } from 'kysely';
import { startTestDatabase, type TestDatabase } from '../../test/index.ts';
import type { Db } from '../db/database.ts';
import { createDb, createPool } from '../db/pool.ts';
import { type Books, makeBooks } from '../ledger/test/books.ts';

const history = 20_000;

export interface LongHistory {
  readonly db: Db;
  readonly workspaceId: WorkspaceId;
  /** Rows of orders and deposits that were looked at while `work` ran, whatever was given out of them. */
  rowsRead(work: () => Promise<unknown>): Promise<number>;
  close(): Promise<void>;
}

/** A long history: deposits and finished orders, each with an address and a transaction of its own. */
async function fillHistory(base: TestDatabase, books: Books): Promise<void> {
  const wallet = books.subWallets[0] as SubWalletId;
  const client = await base.pool.connect();
  try {
    // Rows that only have to be there: nothing has to add up.
    await client.query("set session_replication_role = 'replica'");
    await client.query(
      `insert into orders (workspace_id, sub_wallet_id, kind, request_id, request_hash, status, sub_status, chain, asset_id, amount, address_from,
        address_to, outputs, fee_asset_id, max_fee, fee_plan, initiator_user, initiator, intent_id, intent, digest, raw, txid, expires_at, created_at)
      select $1::bigint, $2::int, 'withdraw', 'r' || g, repeat('a', 64), 2000, 'final', 'evm:1', $5::int, 1, 'own', 'to' || g,
        jsonb_build_array(jsonb_build_object('address', 'to' || g, 'amount', '1', 'memo', ''))
          || case when g % 1000 = 77 then jsonb_build_array(jsonb_build_object('address', 'further' || g, 'amount', '2', 'memo', 'm')) else '[]' end, $5::int, 1, '{}',
        $3::bigint, 'm', gen_random_uuid(), '{}', repeat('b', 64), 'raw', 'tx' || g, now(), now() - make_interval(secs => g)
      from generate_series(1, $4::int) g`,
      [books.workspaceId, wallet, books.userId, history, books.id('ETH')],
    );
    await client.query(
      `insert into deposits (workspace_id, sub_wallet_id, address_id, chain, txid, idx, asset_id, amount, address_from, address_to, needed, status,
        sub_status, height, block_hash, created_at)
      select $1::bigint, $2::int, 1, 'evm:1', 'in' || g, 0, $4::int, 1, 'from' || g, 'own', 1, 2000, 'credited', g, 'h', now() - make_interval(secs => g)
      from generate_series(1, $3::int) g`,
      [books.workspaceId, wallet, history, books.id('ETH')],
    );
    await client.query("set session_replication_role = 'origin'");
    // Which a trigger would have written.
    await client.query(`insert into transaction_parties (workspace_id, address) select workspace_id, address_from from deposits
      union select o.workspace_id, e ->> 'address' from orders o cross join jsonb_array_elements(o.outputs) e`);
    await client.query('analyze orders, deposits, transaction_parties');
  } finally {
    client.release();
  }
}

async function readSoFar(db: Db): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(db);
  const { rows } = await sql<{
    n: number;
  }>`select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::bigint as n from pg_stat_user_tables
    where relname in ('orders', 'deposits')`.execute(db);
  return Number(rows[0]?.n);
}

/** Starts a database with a long history: order g paid to `to<g>` by `tx<g>`, every thousandth from 77 on to `further<g>` too; deposit g came from `from<g>` by `in<g>`. */
export async function startLongHistory(): Promise<LongHistory> {
  const base = await startTestDatabase();
  const books = await makeBooks(base.db);
  await fillHistory(base, books);
  // One connection, so that it can be asked how much it has read.
  const db = createDb(createPool(base.connection, { max: 1 }));
  return {
    db,
    workspaceId: books.workspaceId,
    async rowsRead(work) {
      const before = await readSoFar(db);
      await work();
      return (await readSoFar(db)) - before;
    },
    async close() {
      await db.destroy();
      await base.close();
    },
  };
}
