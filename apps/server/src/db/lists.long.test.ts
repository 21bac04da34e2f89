import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { randomFrom } from '@holdfast/testkit/random';
import { runsOf } from '@holdfast/testkit/runs';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Installed, install, startTestServer, type TestServer } from '../../test/index.ts';
import { type Replicated, startReplicated } from '../../test/replicated.ts';
import { fund } from '../ledger/test/books.ts';
import { createLists } from './lists.ts';
import { createDb, createPool } from './pool.ts';

const seed = Number(process.env.HOLDFAST_SEED ?? randomInt(1, 2 ** 31));
let two: Replicated;
let server: TestServer;
let fixture: Installed;
beforeAll(async () => {
  two = await startReplicated();
  const database = { url: two.url, replica: { url: two.replicaUrl } };
  server = await startTestServer({ config: { database, ops: { host: '127.0.0.1', port: 0 } } });
  fixture = await install(server);
});
afterAll(async () => {
  await server?.close();
  await two?.close();
});

const open = () => createPool({ connectionString: two.url });
/** How many lists were read from there. */
async function reads(from: string): Promise<number> {
  const text = await (await fetch(`${server.opsUrl}/metrics`)).text();
  return Number(new RegExp(`^holdfast_list_reads_total\\{from="${from}"\\} (\\d+)$`, 'm').exec(text)?.[1] ?? 0);
}

test('lists come from the replica; from the primary while it lags', async () => {
  await fixture.api.transaction.list({});
  expect(await reads('replica')).toBeGreaterThan(0);
  await two.pause(true);
  await fixture.api.deposit.createAddress({ sub_wallet_id: fixture.subWalletId, symbol: 'BTC', label: 'new' });
  const before = await reads('replica');
  await fixture.api.transaction.list({});
  expect([await reads('replica'), await reads('behind')]).toEqual([before, expect.toSatisfy((n: number) => n > 0)]);
  await two.pause(false);
});

test('whoever has written finds it in what is read next, however far the replica is behind', async () => {
  const [primary, other] = [open(), createPool({ connectionString: two.replicaUrl })];
  const db = createDb(primary);
  const random = randomFrom(seed);
  console.log(`seed ${seed}`);
  const lists = createLists(db, other, pino({ level: 'silent' }), { patienceMs: 20 });
  await primary.query('create table written (n int)');
  for (let n = 1; n <= runsOf(200); n++) {
    if (random.between(1, 10) === 1) await two.pause(random.next() < 0.5);
    await primary.query('insert into written values ($1)', [n]);
    const { rows } = await lists.read((db) => sql<{ n: number }>`select max(n) as n from written`.execute(db));
    expect(rows[0]?.n).toBe(n);
  }
  await two.pause(false);
  await primary.query('drop table written');
  expect(lists.counts().replica).toBeGreaterThan(0);
  await Promise.all([primary.end(), other.end()]);
});

test('a replica that is away, or refuses a question of its own, leaves lists to the primary', async () => {
  const [primary, away] = [open(), createPool({ host: '/nowhere', user: 'app', connectionTimeoutMillis: 500 })];
  const lists = createLists(createDb(primary), away, pino({ level: 'silent' }));
  for (let n = 0; n < 3; n++) await lists.read((db) => sql`select 1`.execute(db));
  expect(lists.counts()).toEqual({ replica: 0, primary: 0, behind: 0, away: 3 });
  await Promise.all([primary.end(), away.end()]);
});

test('nothing can be written through what lists are read with', async () => {
  const pool = createPool({ connectionString: two.replicaUrl });
  const primary = open();
  const lists = createLists(createDb(primary), pool, pino({ level: 'silent' }));
  const { books, amount } = { books: fixture, amount: 1n };
  await lists.read(async (db) => {
    // @ts-expect-error what is read from may be a replica: the ledger does not take it
    const post = () => fund(db, books, fixture.subWalletId, 'BTC', amount);
    expect(post).toBeTypeOf('function');
    // @ts-expect-error there is nothing to write with
    expect(db.insertInto).toBeTypeOf(db.insertInto === undefined ? 'undefined' : 'function');
  });
  await expect(pool.query('create table forbidden (n int)')).rejects.toThrow('read-only');
  await Promise.all([pool.end(), primary.end()]);
});

/** Does it over and over, and keeps what was acknowledged. A failure may have happened or not: it is not asked about. */
function keepDoing<T>(work: () => Promise<T>) {
  const acknowledged: T[] = [];
  let [stopped, tried] = [false, 0];
  const done = (async () => {
    while (!stopped) {
      tried += 1;
      const one = await work().catch(() => undefined);
      if (one === undefined) await sleep(20);
      else acknowledged.push(one);
    }
  })();
  const more = (count: number) => {
    const goal = acknowledged.length + count;
    return expect.poll(() => acknowledged.length, { timeout: 60_000 }).toBeGreaterThanOrEqual(goal);
  };
  const stop = async () => {
    stopped = true;
    await done;
    return { acknowledged, tried };
  };
  return { more, stop };
}

/** Last: afterwards there is no replica. */
test('a primary that dies takes nothing with it that was acknowledged, and the servers go on by themselves with the next one', async () => {
  const pool = open();
  const db = createDb(pool);
  // A connection that breaks while it is idle is made anew.
  pool.on('error', () => undefined);
  const credits = keepDoing(async () => {
    await fund(db, fixture, fixture.subWalletId, 'BTC', 1n);
    return true;
  });
  const addresses = keepDoing(async () => {
    const asked = { sub_wallet_id: fixture.subWalletId, symbol: 'BTC', request_id: randomUUID() };
    const { list } = await fixture.api.deposit.createAddress(asked);
    return list[0]?.address ?? '';
  });
  await Promise.all([credits.more(50), addresses.more(10)]);
  await two.kill();
  await two.promote();
  // No process was started again: the pool, the listener and the jobs of the server found the new one.
  await Promise.all([credits.more(50), addresses.more(10)]);
  const [credited, made] = [await credits.stop(), await addresses.stop()];
  const { rows } = await pool.query<{ address: string }>('select address from addresses');
  const kept = new Set(rows.map(({ address }) => address));
  expect(made.acknowledged.filter((address) => !kept.has(address))).toEqual([]);
  const held = await pool.query<{ n: number }>(
    `select count(*)::int as n from ledger_transfers where kind = 'deposit_credited'`,
  );
  expect(held.rows[0]?.n).toBeGreaterThanOrEqual(credited.acknowledged.length);
  expect(held.rows[0]?.n).toBeLessThanOrEqual(credited.tried);
  expect((await fetch(`${server.opsUrl}/readyz`)).status).toBe(200);
  await fixture.api.transaction.list({});
  await pool.end();
});
