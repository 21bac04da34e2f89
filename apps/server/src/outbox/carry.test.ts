import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../test/index.ts';
import { inTransaction } from '../db/transaction.ts';
import { type CarryDeps, type Consumer, carry } from './carry.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
  await database.pool.query('create table kept (id bigint generated always as identity, event bigint, object text)');
});
afterAll(() => database.close());
beforeEach(() => database.pool.query('truncate outbox, kept'));

/** Keeps what it is handed, as a consumer does; `fault` may throw once it has written. */
const keeping = (fault: (object: string) => void = () => undefined): Consumer => ({
  name: 'kept',
  async take(tx, events) {
    for (const { id, object } of events) {
      await tx
        .insertInto('kept' as 'outbox')
        .values({ event: id, object } as never)
        .execute();
      fault(object);
    }
  },
});
const silent = { error: () => undefined };
const depsOf = (...consumers: Consumer[]): CarryDeps => ({ db: database.db, consumers, log: silent });

const happens = (object: string, data: object = { status: 1000, sub: 'confirming' }) =>
  database.pool.query(`insert into outbox (workspace_id, kind, object, data) values (1, 'deposit', $1, $2)`, [
    object,
    data,
  ]);
const kept = async (): Promise<string[]> =>
  (await database.pool.query<{ object: string }>('select object from kept order by id')).rows.map(
    ({ object }) => object,
  );
const left = async (): Promise<number> => (await database.pool.query('select from outbox')).rowCount ?? -1;
const now = () => database.pool.query('update outbox set next_at = clock_timestamp()');

test('what is told with a change that is undone is never carried', async () => {
  const told = inTransaction(database.db, async (tx) => {
    await tx
      .insertInto('outbox')
      .values({ kind: 'deposit', object: 'deposit:1', data: '{"status":1,"sub":"x"}' })
      .execute();
    throw new Error('undone');
  });
  await expect(told).rejects.toThrow('undone');
  await carry(depsOf(keeping()));
  expect(await kept()).toEqual([]);
});

test('many carriers at once hand every event to every consumer once, in the order of each object', async () => {
  const deps = depsOf(keeping());
  let writing = true;
  const carrying = Promise.all(
    Array.from({ length: 3 }, async () => {
      while (writing) await carry(deps);
    }),
  );
  const objects = Array.from({ length: 300 }, (_, i) => `deposit:${i % 7}`);
  for (const [i, object] of objects.entries()) await happens(object, { status: i, sub: 'x' });
  writing = false;
  await carrying;
  while ((await carry(deps)) > 0);
  expect(await left()).toBe(0);
  const { rows } = await database.pool.query<{ object: string; event: string }>(
    'select object, event from kept order by id',
  );
  expect(rows.length).toBe(300);
  for (const object of new Set(objects)) {
    const own = rows.filter((row) => row.object === object).map(({ event }) => Number(event));
    expect(own).toEqual([...own].sort((a, b) => a - b));
  }
});

test('one that cannot be carried holds back its own object alone, and nothing is lost or kept twice', async () => {
  let broken = true;
  const deps = depsOf(
    keeping((object) => {
      if (broken && object === 'deposit:2') throw new Error('not now');
    }),
  );
  for (const object of ['deposit:1', 'deposit:2', 'deposit:3', 'deposit:2']) await happens(object);
  await carry(deps);
  expect(await kept()).toEqual(['deposit:1', 'deposit:3']);
  expect(await left()).toBe(2);
  broken = false;
  await carry(deps);
  expect(await left()).toBe(2);
  await now();
  await carry(deps);
  expect(await kept()).toEqual(['deposit:1', 'deposit:3', 'deposit:2', 'deposit:2']);
  expect(await left()).toBe(0);
});

test('a kind or form that this version does not know waits for one that does', async () => {
  await happens('deposit:9', { status: 'no number' });
  await happens('deposit:8');
  await carry(depsOf(keeping()));
  expect([await kept(), await left()]).toEqual([['deposit:8'], 1]);
});

test('a carrier that is killed after it handed an event on leaves it to the next, and what it wrote is gone', async () => {
  await happens('deposit:5');
  const { pool, db } = database;
  const dying: Consumer = {
    name: 'dying',
    async take(tx, events) {
      await keeping().take(tx, events);
      // As if the process was killed here: its connection is gone, and the database undoes what it began.
      const { rows } = await pool.query<{ pid: number }>(
        `select pid from pg_locks where locktype = 'advisory' and granted and pid <> pg_backend_pid()
          and database = (select oid from pg_database where datname = current_database())`,
      );
      for (const { pid } of rows) await pool.query('select pg_terminate_backend($1)', [pid]);
    },
  };
  await carry({ db, consumers: [dying], log: silent }).catch(() => undefined);
  expect(await kept()).toEqual([]);
  await now();
  await carry(depsOf(keeping()));
  expect([await kept(), await left()]).toEqual([['deposit:5'], 0]);
});
