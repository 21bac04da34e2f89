import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../test/index.ts';
import { createDb, createPool } from './pool.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.close());

test('numeric(78,0) and bigint keep every digit both ways', async () => {
  const most = 10n ** 78n - 1n;
  const { rows } = await sql<{ units: bigint; id: number }>`
    select ${most}::numeric(78,0) as units, ${2 ** 53 - 1}::bigint as id`.execute(database.db);
  expect(rows).toEqual([{ units: most, id: 2 ** 53 - 1 }]);
});

test('a fraction where whole units belong is an error, not a rounding', async () => {
  await expect(sql`select 0.5::numeric as units`.execute(database.db)).rejects.toThrow();
});

test('an int8 beyond the safe integers is an error', async () => {
  await expect(sql`select 9007199254740993::bigint as id`.execute(database.db)).rejects.toThrow(/safe integer/);
});

test('a repeated statement is prepared once, by name', async () => {
  const client = await database.pool.connect();
  try {
    for (let round = 0; round < 3; round++) await client.query('select $1::int as n', [round]);
    const { rows } = await client.query(
      "select count(*)::int as n from pg_prepared_statements where statement like 'select $1::int%'",
    );
    expect(rows).toEqual([{ n: 1 }]);
  } finally {
    client.release();
  }
});

test('the driver is asked by a callback and makes no promise; whoever asks gets one of rows, or of what failed', async () => {
  const asked = vi.spyOn(pg.Client.prototype, 'query');
  const pool = createPool(database.connection, { max: 2 });
  const client = await pool.connect();
  try {
    const ask = client.query.bind(client) as (...args: unknown[]) => Promise<{ rows: unknown[] }>;
    const ways = [
      ['select 1 as n'],
      ['select $1::int as n', [1]],
      ['select 1 as n', [], undefined],
      [{ text: 'select 1 as n' }],
    ];
    for (const args of ways) expect((await ask(...args)).rows).toEqual([{ n: 1 }]);
    await expect(ask('select 1 / $1::int', [0])).rejects.toThrow(/division by zero/);
    expect((await sql<{ n: number }>`select 1 as n`.execute(createDb(pool))).rows).toEqual([{ n: 1 }]);
    expect(asked.mock.calls.map((args) => typeof args.at(-1))).toEqual(asked.mock.calls.map(() => 'function'));
    expect(asked.mock.calls.length).toBeGreaterThan(ways.length);
  } finally {
    asked.mockRestore();
    client.release();
    await pool.end();
  }
});

test('a connection that breaks between two statements fails the next one and nothing else', async () => {
  const client = await database.pool.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  await database.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
  // Nothing is asked meanwhile, so that the break has no statement to fail.
  await sleep(300);
  await expect(client.query('select 1')).rejects.toThrow();
  client.release(true);
  expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});
