import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { type Identity, identityFromJson } from '@holdfast/channel';
import { headerNames } from '@holdfast/contract';
import type { FastifyBaseLogger } from 'fastify';
import { bindAudit } from './areas/audit/routes.ts';
import { createAuditLog } from './areas/audit/service.ts';
import { bindLoginHistory } from './areas/login-history/routes.ts';
import { createLoginHistory } from './areas/login-history/service.ts';
import { createProgramCalls } from './areas/program/service.ts';
import { bindSession } from './areas/session/routes.ts';
import { createSession } from './areas/session/service.ts';
import { bindSetup } from './areas/setup/routes.ts';
import { createSetup } from './areas/setup/service.ts';
import { bindUser } from './areas/user/routes.ts';
import { createUser } from './areas/user/service.ts';
import { bindWallet } from './areas/wallet/routes.ts';
import { createWallet } from './areas/wallet/service.ts';
import { createAudit } from './audit/service.ts';
import { createCatalog } from './catalog.ts';
import type { Clock } from './clock.ts';
import type { ServerConfig } from './config.ts';
import { openDatabase } from './db/open.ts';
import { createEventHub } from './events/hub.ts';
import { bindEvents } from './events/stream.ts';
import { subWalletIn } from './http/access.ts';
import type { HttpApp } from './http/bind.ts';
import { serveConsole } from './http/console.ts';
import { bindPublic } from './http/public.ts';
import { createRateLimiter } from './http/rate-limit.ts';
import { header } from './http/request.ts';
import { createHttp } from './http/server.ts';
import { balanceReader } from './ledger/reader.ts';
import { createMoney } from './money.ts';
import { createSecretBox } from './secrets.ts';
import { createSigner } from './signers/client.ts';
import { createSignerMonitor, repeat } from './signers/monitor.ts';

export interface AppDeps {
  readonly config: ServerConfig;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
}
export interface App {
  /** Where it listens; the port is the real one when the configuration said 0. */
  readonly url: string;
  close(): Promise<void>;
}
/** Ends what was begun, last first. */
type Closers = (() => Promise<void>)[];
type Base = Awaited<ReturnType<typeof openBase>>;
type Services = ReturnType<typeof createServices>;

const policyRefreshMs = 5_000;
const purgeMs = 3_600_000;

function readIdentity(file: string): Identity {
  try {
    return identityFromJson(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`The server's identity ${file} cannot be read.`, { cause: error });
  }
}

/** What everything stands on: database, event hub, signers, coins. */
async function openBase(deps: AppDeps, closers: Closers) {
  const { config, clock, log } = deps;
  const identity = readIdentity(config.identityFile);
  const database = await openDatabase(config.database, log);
  closers.push(database.close);
  const hub = await createEventHub(database.connection, log);
  closers.push(hub.close);
  const signers = config.signers.map((signer) => createSigner(signer, identity, clock));
  return {
    ...deps,
    db: database.db,
    hub,
    catalog: createCatalog(config.chains, config.prices, clock()),
    secrets: createSecretBox(identity.dh.secret),
    signers,
    audit: createAudit({ db: database.db, clock, identity, signers, log, checkpointDir: config.checkpointDir }),
  };
}

/** The use cases of every area. */
function createServices({ db, clock, config, catalog, secrets, signers, audit, log }: Base) {
  const sessions = createSession({ db, clock, secrets });
  const users = createUser({ db, singleHost: config.singleHost });
  const wallets = createWallet({ db, clock, catalog, signers, ledger: balanceReader });
  const monitor = createSignerMonitor(signers);
  const setup = createSetup({ db, sessions, wallets, monitor, audit, origin: config.origin });
  const logins = createLoginHistory({ db, sessions });
  const limiter = createRateLimiter(config.limits, clock);
  const alarm = audit.recorder('program.badSignatures');
  const programs = createProgramCalls({ db, clock, policy: setup.policy, limiter, origin: config.origin, log, alarm });
  const money = createMoney({
    db,
    clock,
    config,
    catalog,
    signers,
    wallets,
    policy: setup.policy,
    refreshPolicy: () => setup.refresh(0),
    sessions,
    audit,
    log,
  });
  return { sessions, logins, users, wallets, setup, money, limiter, programs };
}

/** Every endpoint, and the console's files. */
async function createServer(base: Base, services: Services) {
  const { config, clock, log, db, hub, catalog, audit } = base;
  const { sessions, logins, users, wallets, setup, money, limiter, programs } = services;
  const fastify = await createHttp(config, log);
  const app: HttpApp = {
    fastify,
    clock,
    limiter,
    programs,
    authenticate: (token, request) => sessions.authenticate(token, header(request, 'user-agent')),
    audit,
    subWalletOf: subWalletIn(db),
  };
  bindSetup(app, { service: setup, facts: { singleHost: config.singleHost, sandbox: config.sandbox !== undefined } });
  bindSession(app, sessions);
  bindLoginHistory(app, logins);
  bindAudit(app, createAuditLog({ db, audit }));
  bindUser(app, users);
  bindWallet(app, { service: wallets, catalog });
  money.bind(app);
  bindEvents(app, {
    hub,
    callerNow: (request) =>
      sessions.authenticate(header(request, headerNames.token), header(request, 'user-agent'), false),
  });
  bindPublic(fastify, { db, config });
  await serveConsole(fastify, config.consoleDir);
  return fastify;
}

/** What runs without being asked. */
function startJobs({ log, audit }: Base, { sessions, setup, money, programs }: Services, closers: Closers): void {
  closers.push(audit.start());
  closers.push(money.start());
  closers.push(repeat(sessions.purge, purgeMs, (error) => log.warn({ err: error }, 'old sessions not removed')));
  closers.push(repeat(programs.purge, purgeMs, (error) => log.warn({ err: error }, 'old calls not removed')));
  closers.push(
    repeat(
      () => setup.refresh(),
      policyRefreshMs,
      (error) => log.warn({ err: error }, 'policy not refreshed'),
    ),
  );
}

/** The composition root: every dependency is built here, every area bound here, and everything is ended here in reverse. */
export async function startApp(deps: AppDeps): Promise<App> {
  const { host, port } = deps.config;
  const closers: Closers = [];
  const close = async () => {
    for (const end of closers.splice(0).reverse()) await end();
  };
  try {
    const base = await openBase(deps, closers);
    const services = createServices(base);
    const fastify = await createServer(base, services);
    startJobs(base, services, closers);
    // Pushed last, so ended first: no request comes in while the rest is ending.
    closers.push(() => fastify.close());
    await fastify.listen({ host, port });
    return { url: `http://${host}:${(fastify.server.address() as AddressInfo).port}`, close };
  } catch (error) {
    await close();
    throw error;
  }
}
