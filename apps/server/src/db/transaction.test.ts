import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../test/index.ts';
import { publish } from '../events/hub.ts';
import { createDb, createPool } from './pool.ts';
import { inTransaction, unhurried } from './transaction.ts';

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

test('a statement that need not wait for the disk leaves all others waiting, and none within a transaction is such', async () => {
  // As an installation does, which a database of tests does not.
  const pool = createPool({ ...database.connection, options: '-c synchronous_commit=on' }, { max: 2 });
  const db = createDb(pool);
  type Found = { readonly now: string };
  const now = sql<Found>`select current_setting('synchronous_commit') as now`;
  const within = await sql<Found>`with ${unhurried(db)}, after as materialized (select from unhurried)
    select current_setting('synchronous_commit') as now from after`.execute(db);
  expect(within.rows).toEqual([{ now: 'off' }]);
  for (const { rows } of await Promise.all(Array.from({ length: 20 }, () => now.execute(db))))
    expect(rows).toEqual([{ now: 'on' }]);
  await inTransaction(db, async (tx) => {
    expect(() => unhurried(tx)).toThrow('waits for the disk');
    await publish(tx, 1 as never, { topic: 'order', id: '' });
    expect((await now.execute(tx)).rows).toEqual([{ now: 'on' }]);
  });
  await pool.end();
});
