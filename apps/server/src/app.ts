import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { type Identity, identityFromJson } from '@holdfast/channel';
import { headerNames } from '@holdfast/contract';
import { createPrices, type Prices } from '@holdfast/prices';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import type { Area } from './areas/define.ts';
import { createAreas, createFirstAreas, type FirstAreas } from './areas/index.ts';
import type { PasswordCost } from './areas/session/password.ts';
import { createAudit } from './audit/service.ts';
import { createCatalog } from './catalog.ts';
import { createNodeWatch } from './chainwatch/node-watch.ts';
import { createReaders } from './chainwatch/readers.ts';
import { createChainWatch } from './chainwatch/service.ts';
import type { Clock } from './clock.ts';
import type { ServerConfig } from './config.ts';
import { openDatabase } from './db/open.ts';
import { createEventHub } from './events/hub.ts';
import { openListener } from './events/listener.ts';
import { bindEvents } from './events/stream.ts';
import { subWalletIn } from './http/access.ts';
import type { HttpApp } from './http/bind.ts';
import { serveConsole } from './http/console.ts';
import { bindPublic } from './http/public.ts';
import { createRateLimiter, tellLimits } from './http/rate-limit.ts';
import { header } from './http/request.ts';
import { createHttp } from './http/server.ts';
import { shareSpending } from './http/shared-spending.ts';
import { createNotifier } from './jobs/notifier.ts';
import { repeat } from './jobs/repeat.ts';
import { createWaker } from './jobs/waker.ts';
import { assetRows, readAssetIds } from './ledger/service.ts';
import { createMetrics } from './ops/metrics.ts';
import { startOps } from './ops/server.ts';
import { startTraces } from './ops/traces.ts';
import { logOrders } from './orders/logged.ts';
import type { Recall } from './orders/recall.ts';
import { createOrders } from './orders/service.ts';
import { startOrderWorkers } from './orders/workers.ts';
import { createOrdinals } from './ordinals/service.ts';
import { startCarrying } from './outbox/service.ts';
import { readNetworks } from './outgoing/guard.ts';
import { askForPrices } from './outgoing/prices.ts';
import { createPushKey } from './outgoing/push.ts';
import type { Ports } from './ports.ts';
import { createProposals } from './proposals/service.ts';
import { startProposalWorkers, type WorkHooks } from './proposals/work.ts';
import { createQuotes } from './rules/quotes.ts';
import { createSecretBox } from './secrets.ts';
import { createSigner } from './signers/client.ts';
import { createSignerMonitor, isFrozen } from './signers/monitor.ts';
import { traceRequests } from './spans.ts';

export interface AppDeps {
  readonly config: ServerConfig;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  /** Less than recommended is for tests, which log in often. */
  readonly passwordCost?: PasswordCost;
}
export interface App {
  /** Where it listens; the port is the real one when the configuration said 0. */
  readonly url: string;
  /** Where metrics and probes are, if the configuration says. */
  readonly opsUrl: string | undefined;
  /** Makes the first owner; undefined once there is one. */
  readonly setupToken: string | undefined;
  close(): Promise<void>;
}
/** Ends what was begun, last first. */
type Closers = (() => Promise<void>)[];
type Opened = Awaited<ReturnType<typeof openPorts>>;
type AllAreas = ReturnType<typeof createAreas>;

function readIdentity(file: string): Identity {
  try {
    return identityFromJson(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`The server's identity ${file} cannot be read.`, { cause: error });
  }
}

/** What coins are worth, as the console shows it. */
function openPrices({ config, clock }: AppDeps, closers: Closers): Prices {
  const { list = [], allow = [] } = config.priceSources ?? {};
  const now = (): number => clock().getTime();
  const prices = createPrices(list, { ask: askForPrices(readNetworks(allow)), now });
  const stop = prices.start();
  closers.push(async () => stop());
  return prices;
}

/** What everything stands on. */
async function openPorts(deps: AppDeps, closers: Closers) {
  const { config, clock, log, passwordCost } = deps;
  if (config.traces) closers.push(await startTraces(config.traces));
  const identity = readIdentity(config.identityFile);
  const database = await openDatabase(config.database, assetRows(config.chains), log);
  closers.push(database.close);
  const listener = await openListener(database.connection, log);
  closers.push(listener.close);
  const hub = await createEventHub(listener);
  const { db } = database;
  const notifier = createNotifier(db, (error) => log.warn({ err: error }, 'live event not sent'));
  closers.push(notifier.stop);
  const sharing = await shareSpending({
    db,
    listener,
    onError: (error) => log.warn({ err: error }, 'spending not told'),
  });
  closers.push(sharing.stop);
  const signers = config.signers.map((signer) => createSigner(signer, identity, clock));
  const nodes = createNodeWatch(clock);
  const audit = createAudit({ db, clock, identity, signers, log, checkpointDir: config.checkpointDir });
  const prices = openPrices(deps, closers);
  const ports: Ports = {
    config,
    clock,
    log,
    db,
    lists: database.lists,
    catalog: createCatalog(config.chains, config.prices, await readAssetIds(db), prices),
    prices,
    secrets: createSecretBox(identity.dh.secret),
    pushKey: createPushKey(identity.dh.secret),
    passwordCost,
    signers,
    monitor: createSignerMonitor(signers, clock),
    nodes,
    readerOf: createReaders({ db, clock, log, nodes }),
    audit,
    notifier,
    limiter: createRateLimiter(config.limits, clock, sharing),
    origin: config.origin,
    validForMs: config.approvalSeconds * 1_000,
    resetDelayMs: config.resetSeconds * 1_000,
  };
  return { ports, hub, pool: database.pool };
}

/** What moves money and changes rules, over the rules in force; `start` sets it going and returns the call that ends it. */
function createEngines(ports: Ports, { policy, refresh }: FirstAreas['setup']['service']) {
  const { monitor, audit } = ports;
  const workers = createWaker();
  const ordinals = createOrdinals({ ...ports, wakeOrders: workers.wake });
  const orderDeps = { ...ports, policy, ordinals, quotes: createQuotes(ports) };
  const orders = createOrders(orderDeps, workers.wake);
  const recordAside = audit.recorder('chain.blockAside');
  const watch = createChainWatch({ ...ports, wakeOrders: workers.wake, recordAside });
  const refreshPolicy = async (): Promise<void> => {
    await refresh(0);
    orders.forgetPolicy();
  };
  const proposalDeps = { ...ports, policy, refreshPolicy, frozen: () => isFrozen(monitor) };
  const proposals = createProposals(proposalDeps, workers.wake);
  const start = ({ recall, ...hooks }: WorkHooks & { readonly recall: Recall }) => {
    const paying = startOrderWorkers(orderDeps, proposals.takeApproval, recall);
    const proposing = startProposalWorkers({ ...proposalDeps, ...hooks });
    workers.add(paying);
    workers.add(proposing);
    const stopWatch = watch.start(repeat);
    const stopLooking = repeat(ordinals.look, 1_000, (error) =>
      ports.log.warn({ err: error }, 'what is inscribed was not looked at'),
    );
    return async () => void (await Promise.all([paying.stop(), proposing.stop(), stopWatch(), stopLooking()]));
  };
  return { policy, orders, watch, proposals, ordinals, start };
}

/** Every endpoint, and the console's files. */
async function createServer({ ports, hub }: Opened, areas: AllAreas) {
  const { config, clock, log, db, limiter, audit } = ports;
  const { authenticate, whyOver } = areas.session.service;
  const fastify = await createHttp(config, log);
  if (config.traces) traceRequests(fastify);
  tellLimits(fastify, limiter);
  const agentOf = (request: FastifyRequest): string => header(request, 'user-agent');
  const app: HttpApp = {
    fastify,
    clock,
    limiter,
    apiClients: areas.apiClient.service.calls,
    authenticate: (token, request) => authenticate(token, agentOf(request)),
    whyOver: (token, request) => whyOver(token, agentOf(request)),
    audit,
    subWalletOf: subWalletIn(db),
  };
  for (const area of Object.values(areas)) area.bind(app);
  bindEvents(app, {
    hub,
    callerNow: (request) => authenticate(header(request, headerNames.token), agentOf(request), false),
  });
  bindPublic(fastify, { db, config });
  await serveConsole(
    fastify,
    config.consoleDir,
    config.signers.map((signer) => signer.origin),
  );
  return fastify;
}

/** Metrics and probes, where the configuration says. */
async function openOps({ ports, pool }: Opened, fastify: FastifyInstance, closers: Closers) {
  const { db, log, config } = ports;
  if (!config.ops) return undefined;
  const metrics = createMetrics({ ...ports, pool }, fastify);
  const ops = await startOps({ listen: config.ops, db, log, metrics });
  closers.push(ops.close);
  return ops;
}

/** What runs without being asked. */
function startJobs({ db, log, audit }: Ports, engines: ReturnType<typeof createEngines>, areas: AllAreas): Closers {
  const all: readonly Area[] = Object.values(areas);
  const onPassed: WorkHooks['onPassed'] = async (tx, found) => {
    for (const { passed } of all) await passed[found.kind]?.(tx, found);
  };
  const jobs = all.flatMap((area) => area.jobs);
  return [
    audit.start(),
    engines.start({ book: areas.addressBook.service.current, onPassed, recall: areas.deposit.service.recall }),
    startCarrying({ db, log, consumers: [logOrders(log), ...all.flatMap((area) => area.consumers)] }),
    ...jobs.map(({ run, everyMs, failed }) => repeat(run, everyMs, (error) => log.warn({ err: error }, failed))),
  ];
}

/** The composition root: every dependency is built here, every area bound here, and everything is ended here in reverse. */
export async function startApp(deps: AppDeps): Promise<App> {
  const { host, port } = deps.config;
  const closers: Closers = [];
  const close = async () => {
    for (const end of closers.splice(0).reverse()) await end();
  };
  try {
    const opened = await openPorts(deps, closers);
    const { ports } = opened;
    const first = createFirstAreas(ports);
    const engines = createEngines(ports, first.setup.service);
    const areas = createAreas({ ...ports, ...engines }, first);
    // Before anything is spent.
    await engines.ordinals.guard();
    // Before blocks are read: what members added is looked for in them too.
    await areas.token.service.takeIn();
    const fastify = await createServer(opened, areas);
    const ops = await openOps(opened, fastify, closers);
    closers.push(...startJobs(ports, engines, areas));
    // Pushed last, so ended first: no request comes in while the rest is ending.
    closers.push(async () => {
      ops?.leave();
      await fastify.close();
    });
    // Before the server answers: who waits until it is healthy finds the token there.
    const setupToken = await first.setup.service.openToken();
    await fastify.listen({ host, port });
    const url = `http://${host}:${(fastify.server.address() as AddressInfo).port}`;
    return { url, opsUrl: ops?.url, setupToken, close };
  } catch (error) {
    await close();
    throw error;
  }
}
