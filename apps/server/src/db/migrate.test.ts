import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../test/index.ts';
import { migrate, readMigrations } from './migrate.ts';
import { inTransaction } from './transaction.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.close());

const step = (version: number, text: string) => ({
  version,
  name: `step_${version}`,
  sql: text,
  sha256: `${version}:${text}`,
});
const base = readMigrations();

test('many servers starting at once apply each migration once', async () => {
  const next = [...base, step(9001, 'create table starts (n int); insert into starts values (1)')];
  const applied = await Promise.all(Array.from({ length: 8 }, () => migrate(database.pool, { migrations: next })));
  expect(applied.flat()).toEqual([9001]);
  expect((await database.pool.query('select * from starts')).rows).toHaveLength(1);
});

test('a migration that fails leaves the schema as it was', async () => {
  const done = step(9001, 'create table starts (n int); insert into starts values (1)');
  const broken = [...base, done, step(9002, 'create table half (n int)'), step(9003, 'create table starts (n int)')];
  await expect(migrate(database.pool, { migrations: broken })).rejects.toThrow(/already exists/);
  expect((await database.pool.query("select to_regclass('half') as t")).rows).toEqual([{ t: null }]);
});

test('a migration changed after it was applied is noticed', async () => {
  const changed = [...base, step(9001, 'create table starts (n bigint)')];
  await expect(migrate(database.pool, { migrations: changed })).rejects.toThrow(
    /changed after this database applied it/,
  );
});

test('one that was added with a lower number is applied where later ones are already', async () => {
  const later = [...base, step(9001, 'create table starts (n int); insert into starts values (1)')];
  const added = [...base, step(9000, 'create table added (n int)'), ...later.slice(-1)];
  expect(await migrate(database.pool, { migrations: added })).toEqual([9000]);
  expect(await migrate(database.pool, { migrations: added })).toEqual([]);
});

test('two migrations of one number are refused', () => {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'hf-migrations-'));
  for (const name of ['0001_one', '0002_two', '0002_other']) writeFileSync(path.join(dir, `${name}.sql`), 'select 1');
  expect(() => readMigrations(dir)).toThrow('two migrations 2; give two another number');
  rmSync(dir, { recursive: true });
});

test('a transaction that met another one is done again; other errors are not', async () => {
  await database.pool.query(
    'create table counters (id int primary key, n int not null); insert into counters values (1, 0), (2, 0)',
  );
  const bump = (order: number[]) =>
    inTransaction(database.db, async (tx) => {
      for (const id of order) {
        await sql`update counters set n = n + 1 where id = ${id}`.execute(tx);
        await sql`select pg_sleep(0.02)`.execute(tx);
      }
    });
  // Opposite orders deadlock; PostgreSQL ends one of the two.
  await Promise.all(Array.from({ length: 6 }, (_, i) => bump(i % 2 === 0 ? [1, 2] : [2, 1])));
  expect((await database.pool.query('select n from counters')).rows).toEqual([{ n: 6 }, { n: 6 }]);
  let runs = 0;
  const failing = inTransaction(database.db, async (tx) => {
    runs += 1;
    await sql`insert into counters values (1, 0)`.execute(tx);
  });
  await expect(failing).rejects.toThrow(/duplicate key/);
  expect(runs).toBe(1);
});
