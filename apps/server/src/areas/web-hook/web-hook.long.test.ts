import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../../test/index.ts';
import { makePeople, type People } from '../../ledger/test/books.ts';
import { carry } from '../../outbox/carry.ts';
import { createWebHook } from './service.ts';
import { addEndpoint, hookDeps, testKey } from './test/fixture.ts';

/** How many things happen; 100,000 with HOLDFAST_HOOK_EVENTS, for the measure. */
const count = Number(process.env.HOLDFAST_HOOK_EVENTS ?? 2_000);
const objects = Math.ceil(count / 20);
const limitMs = 60_000 + count * 60;
const seed = Number(process.env.HOLDFAST_SEED ?? Math.floor(Math.random() * 2 ** 31));
/** mulberry32 */
let state = seed;
function random(): number {
  state = (state + 0x6d2b79f5) | 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
}

/** What a receiver knows of each object: the last number that it said yes to. What it had answered no to, or not at all, it has not had. */
const had = new Map<string, number>();
const faults: string[] = [];
const seen = { requests: 0, refused: 0, cut: 0, again: 0, kills: 0 };
const receiver = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const { object, seq } = JSON.parse(Buffer.concat(parts).toString('utf8')) as { object: string; seq: number };
    seen.requests += 1;
    const last = had.get(object) ?? 0;
    // The next, or one that was had already: never one that overtakes another.
    if (seq > last + 1) faults.push(`${object}: ${seq} after ${last}`);
    if (seq <= last) seen.again += 1;
    const luck = random();
    if (luck < 0.15) {
      seen.refused += 1;
      response.writeHead(500).end();
      return;
    }
    had.set(object, Math.max(last, seq));
    if (luck < 0.2) {
      // It has it, and the sender does not hear of it.
      seen.cut += 1;
      request.socket.destroy();
      return;
    }
    response.writeHead(200).end('ok');
  });
});

let database: TestDatabase;
let people: People;
const senders: ChildProcess[] = [];
beforeAll(async () => {
  console.log(`seed ${seed}, ${count} events`);
  database = await startTestDatabase();
  people = await makePeople(database.db);
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
});
afterAll(async () => {
  for (const sender of senders) sender.kill('SIGKILL');
  receiver.closeAllConnections();
  receiver.close();
  await database.close();
});

const script = path.join(import.meta.dirname, 'test/deliver.ts');
/** Clocks of the senders run so much faster, so that pauses of minutes are seconds. */
const faster = 200;
const start = (at: number): void => {
  senders[at] = spawn(process.execPath, [script, database.url, testKey, String(faster)], { stdio: 'inherit' });
};
/** Something was sent since the last kill, or nothing is left: on a busy machine a sender needs longer to start than it lives otherwise, and nothing would ever go out. */
async function underWay(): Promise<void> {
  const before = seen.requests;
  while (seen.requests < before + 20 && (await waiting()) > 0) await sleep(200);
}
const waiting = async (): Promise<number> => {
  const { rows } = await database.pool.query<{ n: string }>(
    'select (select count(*) from outbox) + (select count(*) from hook_deliveries where state in (0, 3)) as n',
  );
  return Number(rows[0]?.n);
};

test('with a receiver that fails and senders that are killed nothing is lost, and no event overtakes an earlier one of its object', {
  timeout: limitMs + 60_000,
}, async () => {
  const deps = hookDeps(database, () => new Date());
  await addEndpoint(deps, people, `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`);
  await database.pool.query(
    `insert into outbox (workspace_id, kind, object, data)
       select $1::bigint, 'deposit', 'deposit:' || 1 + n % $3::int, jsonb_build_object('status', 1000, 'sub', 'x') from generate_series(0, $2::int - 1) n`,
    [people.workspaceId, count, objects],
  );
  const began = performance.now();
  for (const at of [0, 1]) start(at);
  const carrying = (async () => {
    const consumers = [createWebHook(deps).consumer];
    while ((await carry({ db: database.db, consumers, log: console })) > 0);
  })();
  while ((await waiting()) > 0) {
    if (performance.now() - began > limitMs) throw new Error(`${await waiting()} wait still: ${JSON.stringify(seen)}`);
    await sleep(1_000 + random() * 2_000);
    await underWay();
    const at = random() < 0.5 ? 0 : 1;
    senders[at]?.kill('SIGKILL');
    seen.kills += 1;
    start(at);
  }
  await carrying;
  const took = Math.round((performance.now() - began) / 1_000);
  console.log(`${count} events of ${objects} objects in ${took} s: ${JSON.stringify(seen)}`);
  expect(faults).toEqual([]);
  const { rows } = await database.pool.query<{ state: number; n: number }>(
    'select state, count(*)::int as n from hook_deliveries group by state',
  );
  expect(rows).toEqual([{ state: 1, n: count }]);
  const last = await database.pool.query<{ object: string; last: number }>('select object, last from hook_sequences');
  expect(Object.fromEntries(had)).toEqual(Object.fromEntries(last.rows.map((row) => [row.object, row.last])));
  expect([...had.values()].reduce((sum, n) => sum + n, 0)).toBe(count);
  expect(seen.kills).toBeGreaterThan(0);
});
