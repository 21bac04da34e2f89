import { orderStatus } from '@holdfast/contract';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type pg from 'pg';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { createMemory } from '../chains/memory.ts';
import type { Ports } from '../ports.ts';
import { within } from './within.ts';

export type MetricsPorts = Pick<Ports, 'db' | 'lists' | 'monitor' | 'clock'> & { readonly pool: pg.Pool };

/** What takes longer is left out of this look. */
const answerMs = 4_000;
/** Gauges that come of one question ask it once a look. */
const oneLookMs = 1_000;
/** How old what is told of a signer may be. */
const signerAgeMs = 15_000;

/** By endpoint, never by address: what callers write names no series. */
function countRequests(registry: Registry, fastify: FastifyInstance): void {
  const served = new Counter({
    name: 'holdfast_http_requests_total',
    help: 'Requests that were answered, by endpoint and HTTP status.',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  });
  const seconds = new Histogram({
    name: 'holdfast_http_request_seconds',
    help: 'From a request to its answer, by endpoint.',
    labelNames: ['method', 'route'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  fastify.addHook('onResponse', async ({ method, routeOptions }, reply) => {
    const route = routeOptions.url ?? 'unknown';
    served.inc({ method, route, status: reply.statusCode });
    seconds.observe({ method, route }, reply.elapsedTime / 1_000);
  });
}

const nameOfStatus = new Map<number, string>(Object.entries(orderStatus).map(([name, status]) => [status, name]));

const { awaitingApproval, awaitingSignature, paying } = orderStatus;
const open = [awaitingApproval, awaitingSignature, paying];

/** Orders that are under way, by the index of each workspace's statuses. Those that have ended are as many as there are rows: nobody counts them at every look. */
async function openOrders({ db }: MetricsPorts) {
  const { rows } = await sql<{ status: number; count: number }>`
    select o.status, count(*)::int as count from workspaces w
    join orders o on o.workspace_id = w.id and o.status = any(${open}) group by o.status`.execute(db);
  return rows;
}

function gaugeOf(
  registry: Registry,
  name: string,
  help: string,
  labelNames: string[],
  collect: (gauge: Gauge) => Promise<void>,
) {
  const gauge: Gauge = new Gauge({
    name,
    help,
    labelNames,
    registers: [registry],
    async collect() {
      gauge.reset();
      // What cannot be learnt now is left out, so that the rest is told: it is needed most when something is away.
      await within(answerMs, collect(gauge)).catch(() => gauge.reset());
    },
  });
}

/** What is looked up when somebody asks. Servers of one installation tell the same of it. */
function tellInstallation(registry: Registry, ports: MetricsPorts): void {
  const { db, monitor, pool, clock } = ports;
  const remember = createMemory<readonly { chain: string; height: number | null; tip: number | null; state: string }[]>(
    clock,
    oneLookMs,
  );
  const chains = () =>
    remember('', () => db.selectFrom('chain_state').select(['chain', 'height', 'tip', 'state']).execute());
  gaugeOf(registry, 'holdfast_orders_open', 'Orders under way, by status.', ['status'], async (gauge) => {
    for (const { status, count } of await openOrders(ports))
      gauge.set({ status: nameOfStatus.get(status) ?? String(status) }, count);
  });
  gaugeOf(registry, 'holdfast_chain_height', 'Last block taken in, by chain.', ['chain'], async (gauge) => {
    for (const { chain, height } of await chains()) if (height !== null) gauge.set({ chain }, height);
  });
  gaugeOf(
    registry,
    'holdfast_chain_behind',
    'Blocks of the node that are not taken in yet.',
    ['chain'],
    async (gauge) => {
      for (const { chain, height, tip } of await chains())
        if (height !== null && tip !== null) gauge.set({ chain }, Math.max(0, tip - height));
    },
  );
  gaugeOf(registry, 'holdfast_chain_up', '1 where the node answers.', ['chain'], async (gauge) => {
    for (const { chain, state } of await chains()) gauge.set({ chain }, state === 'down' ? 0 : 1);
  });
  gaugeOf(registry, 'holdfast_signer_up', '1 where the signer answers this server.', ['signer'], async (gauge) => {
    for (const { signer, health } of await monitor.look(signerAgeMs)) gauge.set({ signer: signer.id }, health ? 1 : 0);
  });
  gaugeOf(registry, 'holdfast_signer_frozen', '1 where the signer signs nothing.', ['signer'], async (gauge) => {
    for (const { signer, health } of await monitor.look(signerAgeMs))
      if (health) gauge.set({ signer: signer.id }, health.frozen ? 1 : 0);
  });
  gaugeOf(
    registry,
    'holdfast_outbox_oldest_seconds',
    'Age of what waits longest to be told outside.',
    [],
    async (gauge) => {
      const oldest = await db
        .selectFrom('outbox')
        .select(({ fn }) => fn.min('created_at').as('at'))
        .executeTakeFirst();
      gauge.set(oldest?.at ? Math.max(0, (clock().getTime() - oldest.at.getTime()) / 1_000) : 0);
    },
  );
  gaugeOf(registry, 'holdfast_database_connections', 'Of this process, by what they do.', ['state'], async (gauge) => {
    gauge.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
    gauge.set({ state: 'idle' }, pool.idleCount);
    gauge.set({ state: 'wanted' }, pool.waitingCount);
  });
}

function tellLists(registry: Registry, { lists }: MetricsPorts): void {
  new Counter({
    name: 'holdfast_list_reads_total',
    help: 'Lists read by this process: from the replica, or from the primary, and then why.',
    labelNames: ['from'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [from, count] of Object.entries(lists.counts())) this.inc({ from }, count);
    },
  });
}

/** What Prometheus reads: of this process, of its requests, and of the installation. No amounts, addresses or names of people. */
export function createMetrics(ports: MetricsPorts, fastify: FastifyInstance): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  countRequests(registry, fastify);
  tellInstallation(registry, ports);
  tellLists(registry, ports);
  return registry;
}
