import type { UserId } from '@holdfast/contract';
import { fixedClock } from '@holdfast/testkit';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../test/index.ts';
import { openListener } from '../events/listener.ts';
import { createRateLimiter } from './rate-limit.ts';
import { shareSpending } from './shared-spending.ts';

/** The limiters of three servers on one database. */
let database: TestDatabase;
const closers: (() => Promise<void>)[] = [];
const clock = fixedClock();
const limits = { perSecond: 100, burst: 100, loginPerSecond: 1, loginBurst: 3 };
/** How often what was given has been told. */
let told = 0;

async function ofOneServer() {
  const listener = await openListener(database.connection, { warn: () => undefined });
  const failed: unknown[] = [];
  const sharing = await shareSpending({ db: database.db, listener, onError: (error) => void failed.push(error) });
  let marks = 0;
  await listener.on('mark', () => void marks++);
  closers.push(async () => {
    await sharing.stop();
    await listener.close();
    expect(failed).toEqual([]);
  });
  return { limiter: createRateLimiter(limits, clock, sharing), marks: () => marks };
}
let servers: Awaited<ReturnType<typeof ofOneServer>>[];
beforeAll(async () => {
  database = await startTestDatabase();
  servers = [await ofOneServer(), await ofOneServer(), await ofOneServer()];
  const observer = await openListener(database.connection, { warn: () => undefined });
  await observer.on('holdfast_spending', () => void told++);
  closers.push(observer.close);
});
afterAll(async () => {
  for (const close of closers) await close();
  await database.close();
});

const from = (ip: string) => ({ ip, headers: {} }) as unknown as FastifyRequest;
const passes = (call: () => void): boolean => {
  try {
    call();
    return true;
  } catch {
    return false;
  }
};
type Limiter = (typeof servers)[number]['limiter'];

/** Until what was given last is told, and every server has heard it: what is said later on the same connection comes later. */
async function heardByAll(before: number): Promise<void> {
  await expect.poll(() => told).toBeGreaterThan(before);
  const marks = servers.map((server) => server.marks());
  await sql`select pg_notify('mark', '')`.execute(database.db);
  await expect.poll(() => servers.every((server, at) => server.marks() > (marks[at] ?? 0))).toBe(true);
}

/** Goes round the servers. @returns how many of so many calls passed */
async function inTurn(times: number, call: (limiter: Limiter) => void): Promise<number> {
  let passed = 0;
  for (let n = 0; n < times; n++) {
    const server = servers[n % servers.length];
    const before = told;
    if (!server || !passes(() => call(server.limiter))) continue;
    passed++;
    await heardByAll(before);
  }
  return passed;
}

test('log-ins of a network, calls of an API client and of a person are limited across all servers as at one', async () => {
  const client = { appId: 'app-1', perMinute: 4 };
  expect(await inTurn(6, (server) => server.spend(from('10.0.0.9'), 'login'))).toBe(3);
  expect(await inTurn(7, (server) => server.spendOwn(7 as UserId, '/api/x', 5))).toBe(5);
  const asked = await inTurn(6, (server) => {
    server.checkApiClient(from('10.0.0.9'), client);
    server.spendApiClient(from('10.0.0.9'), client);
  });
  expect(asked).toBe(4);
  // A minute later all of it is there again, at each of them.
  clock.advance(60_000);
  for (const { limiter } of servers) expect(passes(() => limiter.checkApiClient(from('10.0.0.9'), client))).toBe(true);
}, 30_000);

test('general calls protect each process by itself', async () => {
  const [first, second] = servers;
  for (let n = 0; n < limits.burst; n++) first?.limiter.spend(from('10.0.0.8'), 'general');
  expect(passes(() => first?.limiter.spend(from('10.0.0.8'), 'general'))).toBe(false);
  // What is told after that has reached the second one.
  const before = told;
  first?.limiter.spend(from('10.0.0.8'), 'login');
  await heardByAll(before);
  expect(passes(() => second?.limiter.spend(from('10.0.0.8'), 'general'))).toBe(true);
});
