import { setTimeout as sleep } from 'node:timers/promises';
import type { UserId } from '@holdfast/contract';
import { fixedClock } from '@holdfast/testkit';
import type { FastifyRequest } from 'fastify';
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

async function ofOneServer() {
  const listener = await openListener(database.connection, { warn: () => undefined });
  const sharing = await shareSpending({
    db: database.db,
    listener,
    onError: (error) => {
      throw error;
    },
  });
  closers.push(async () => {
    await sharing.stop();
    await listener.close();
  });
  return createRateLimiter(limits, clock, sharing);
}
let servers: Awaited<ReturnType<typeof ofOneServer>>[];
beforeAll(async () => {
  database = await startTestDatabase();
  servers = [await ofOneServer(), await ofOneServer(), await ofOneServer()];
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
/** Goes round the servers, waiting at each until what the others gave is known there. */
async function inTurn(times: number, call: (server: (typeof servers)[number]) => void): Promise<number> {
  let passed = 0;
  for (let n = 0; n < times; n++) {
    const server = servers[n % servers.length];
    if (server && passes(() => call(server))) passed++;
    await sleep(250);
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
  for (const server of servers) expect(passes(() => server.checkApiClient(from('10.0.0.9'), client))).toBe(true);
}, 30_000);

test('general calls protect each process by itself', async () => {
  const [first, second] = servers;
  for (let n = 0; n < limits.burst; n++) first?.spend(from('10.0.0.8'), 'general');
  expect(passes(() => first?.spend(from('10.0.0.8'), 'general'))).toBe(false);
  await sleep(250);
  expect(passes(() => second?.spend(from('10.0.0.8'), 'general'))).toBe(true);
});
