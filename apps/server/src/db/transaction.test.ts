import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../test/index.ts';
import { createDb, createPool } from './pool.ts';
import { inTransaction } from './transaction.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database?.close());

test('more transactions than connections, which wait for one row and read beside it, all come to their end', async () => {
  const pool = createPool(database.connection);
  const db = createDb(pool);
  try {
    const work = () =>
      inTransaction(db, async (tx) => {
        await sql`select pg_advisory_xact_lock(4711)`.execute(tx);
        return (await sql<{ one: number }>`select 1 as one`.execute(db)).rows[0]?.one;
      });
    const all = await Promise.all(Array.from({ length: 60 }, work));
    expect(all).toEqual(all.map(() => 1));
  } finally {
    await pool.end();
  }
});
