import Fastify from 'fastify';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Installed, install, startTestServer, type TestServer } from '../../test/index.ts';
import { createLists } from '../db/lists.ts';
import { createDb, createPool } from '../db/pool.ts';
import { createMetrics } from './metrics.ts';
import { startOps } from './server.ts';

let server: TestServer;
let fixture: Installed;
beforeAll(async () => {
  server = await startTestServer({ config: { ops: { host: '127.0.0.1', port: 0 } } });
  fixture = await install(server);
});
afterAll(() => server.close());

const metrics = async (): Promise<string> => (await fetch(`${server.opsUrl}/metrics`)).text();
/** A line of the text: its value, undefined where there is none. */
const value = (text: string, line: string): number | undefined => {
  const found = text.split('\n').find((one) => one.startsWith(`${line} `));
  return found === undefined ? undefined : Number(found.slice(line.length + 1));
};

test('whoever runs the server reads of it what Prometheus takes, on a port of its own', async () => {
  await fixture.api.wallet.asset({});
  const text = await metrics();
  expect(value(text, 'holdfast_http_requests_total{method="GET",route="/api/mpc/wallets/asset",status="200"}')).toBe(1);
  expect(value(text, 'holdfast_signer_up{signer="1"}')).toBe(1);
  expect(value(text, 'holdfast_database_connections{state="wanted"}')).toBeGreaterThanOrEqual(0);
  expect(value(text, 'holdfast_outbox_oldest_seconds')).toBeGreaterThanOrEqual(0);
  expect(text).toContain('process_cpu_user_seconds_total');
  expect(await (await fetch(`${server.url}/metrics`)).text()).not.toContain('holdfast_');
});

test('no caller makes a series: unknown paths, and what is written in known ones, are one', async () => {
  for (let n = 0; n < 5; n++) {
    await fetch(`${server.url}/api/made-up/${n}`);
    await fetch(`${server.url}/api/mpc/wallets/asset?x=${n}`);
  }
  const routes = new Set(
    [...(await metrics()).matchAll(/^holdfast_http_requests_total\{method="GET",route="([^"]*)"/gm)].map(
      ([, route]) => route,
    ),
  );
  expect([...routes]).toContain('/api/mpc/wallets/asset');
  expect([...routes].filter((route) => /made-up|x=/.test(route ?? ''))).toEqual([]);
});

test('it is alive and ready; and only alive once it is ending, or where its database is away', async () => {
  const status = async (url: string, path: string) => (await fetch(`${url}${path}`)).status;
  expect([await status(server.opsUrl, '/livez'), await status(server.opsUrl, '/readyz')]).toEqual([200, 200]);
  const away = createPool({ host: '127.0.0.1', port: 9, user: 'nobody', database: 'none' });
  const log = pino({ level: 'silent' });
  const listen = { host: '127.0.0.1', port: 0 };
  const without = await startOps({ listen, db: createDb(away), log, metrics: new Registry() });
  expect([await status(without.url, '/livez'), await status(without.url, '/readyz')]).toEqual([200, 503]);
  await without.close();
  await away.end();
  const leaving = await startOps({ listen, db: server.database.db, log, metrics: new Registry() });
  leaving.leave();
  expect([await status(leaving.url, '/livez'), await status(leaving.url, '/readyz')]).toEqual([200, 503]);
  await leaving.close();
});

test('where the database is away, what does not come from it is told all the same', async () => {
  const away = createPool({ host: '127.0.0.1', port: 9, user: 'nobody', database: 'none' });
  const fastify = Fastify();
  const monitor = {
    look: async () => [],
    shown: async () => [],
    silent: () => new Set<string>(),
    heard: () => ({ last: undefined, silentSince: undefined }),
  };
  const db = createDb(away);
  const lists = createLists(db, undefined, pino({ level: 'silent' }));
  const ports = { db, lists, pool: away, monitor, clock: () => new Date() };
  const registry = createMetrics(ports, fastify);
  const text = await registry.metrics();
  expect(text).toContain('process_cpu_user_seconds_total');
  expect(value(text, 'holdfast_database_connections{state="busy"}')).toBeGreaterThanOrEqual(0);
  expect(text).not.toMatch(/^holdfast_chain_up\{/m);
  await fastify.close();
  await away.end();
});
