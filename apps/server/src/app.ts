import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { identityFromJson } from '@holdfast/channel';
import { headerNames } from '@holdfast/contract';
import type { FastifyBaseLogger } from 'fastify';
import { bindSession } from './areas/session/routes.ts';
import { createSession } from './areas/session/service.ts';
import { bindSetup } from './areas/setup/routes.ts';
import { createSetup } from './areas/setup/service.ts';
import { bindUser } from './areas/user/routes.ts';
import { createUser } from './areas/user/service.ts';
import { bindWallet } from './areas/wallet/routes.ts';
import { createWallet } from './areas/wallet/service.ts';
import { createCatalog } from './catalog.ts';
import type { Clock } from './clock.ts';
import type { ServerConfig } from './config.ts';
import { openDatabase } from './db/open.ts';
import { createEventHub } from './events/hub.ts';
import { bindEvents } from './events/stream.ts';
import type { HttpApp } from './http/bind.ts';
import { serveConsole } from './http/console.ts';
import { bindPublic } from './http/public.ts';
import { createRateLimiter } from './http/rate-limit.ts';
import { header } from './http/request.ts';
import { createHttp } from './http/server.ts';
import { balanceReader } from './ledger/reader.ts';
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

const policyRefreshMs = 5_000;

/** The composition root: every dependency is built here, every area bound here, and everything is ended here in reverse. */
export async function startApp({ config, clock, log }: AppDeps): Promise<App> {
  const identity = identityFromJson(readFileSync(config.identityFile, 'utf8'));
  const database = await openDatabase(config.database, log);
  const { db } = database;
  const closers: (() => Promise<void>)[] = [database.close];
  const close = async () => {
    for (const end of closers.splice(0).reverse()) await end();
  };
  try {
    const catalog = createCatalog(config.chains, config.prices, clock());
    const secrets = createSecretBox(identity.dh.secret);
    const signers = config.signers.map((signer) => createSigner(signer, identity, clock));
    const monitor = createSignerMonitor(signers);
    const hub = await createEventHub(database.connection, log);
    closers.push(hub.close);

    const sessions = createSession({ db, clock, secrets });
    const users = createUser({ db, singleHost: config.singleHost });
    const wallets = createWallet({ db, clock, catalog, signers, ledger: balanceReader });
    const setup = createSetup({ db, sessions, wallets, monitor, origin: config.origin });

    const fastify = await createHttp(config, log);
    closers.push(() => fastify.close());
    const app: HttpApp = {
      fastify,
      clock,
      limiter: createRateLimiter(config.limits, clock),
      authenticate: (token, request) => sessions.authenticate(token, header(request, 'user-agent')),
    };
    bindSetup(app, { service: setup, facts: { singleHost: config.singleHost, sandbox: config.sandbox !== undefined } });
    bindSession(app, sessions);
    bindUser(app, users);
    bindWallet(app, { service: wallets, catalog });
    bindEvents(app, {
      hub,
      stillLive: async (request) =>
        (await sessions.authenticate(header(request, headerNames.token), header(request, 'user-agent'), false)) !==
        null,
    });
    bindPublic(fastify, { db, config });
    await serveConsole(fastify, config.consoleDir);

    closers.push(repeat(setup.refresh, policyRefreshMs, (error) => log.warn({ err: error }, 'policy not refreshed')));
    await fastify.listen({ host: config.host, port: config.port });
    const { port } = fastify.server.address() as AddressInfo;
    return { url: `http://${config.host}:${port}`, close };
  } catch (error) {
    await close();
    throw error;
  }
}
