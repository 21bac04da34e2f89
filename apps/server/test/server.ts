import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ChainConfig } from '@holdfast/chains';
import { identityToJson, newIdentity, publicKeysOf } from '@holdfast/channel';
import type { SubWalletId, WorkspaceId } from '@holdfast/contract';
import { type PolicyDocument, policyText } from '@holdfast/policy';
import type { SourceConfig } from '@holdfast/prices';
import {
  type Api,
  apiOf,
  type Caller,
  genesisDocument,
  newTestKey,
  newTestMember,
  type TestKey,
  type TestMember,
  testChains,
  totpAt,
} from '@holdfast/testkit';
import { pino } from 'pino';
import { startApp } from '../src/app.ts';
import type { Clock } from '../src/clock.ts';
import { parseConfig, type ServerConfig } from '../src/config.ts';
import { createLog } from '../src/log.ts';
import { startTestDatabase, type TestDatabase } from './database.ts';
import { type RealSigners, realSignerConfig, startRealSigners } from './real-signers.ts';
import type { Place } from './set-up.ts';
import { signerConfig, startTestSigner, type TestSigner } from './signer.ts';
import { startSignersHere } from './signers-here.ts';

export interface TestServerOptions {
  readonly clock?: Clock;
  readonly chains?: readonly ChainConfig[];
  /** Over the test configuration. */
  readonly config?: Partial<ServerConfig>;
  /**
   * Two real signers instead of stand-ins; then `setUp(server.place)` instead of `install`. `here` they begin in an instant and have the server's clock;
   * `processes` can be killed.
   */
  readonly realSigners?: 'here' | 'processes';
  /** Where each signer reads prices, by its id; only where they run `here`. */
  readonly signerPrices?: Readonly<Record<string, readonly SourceConfig[]>>;
  /** Where each line of the server's log goes, from `info` on; nowhere when left out. */
  readonly log?: (line: string) => void;
  /** Another program in the place of the server's own. */
  readonly start?: typeof startApp;
}
export interface TestServer {
  readonly url: string;
  /** Of metrics and probes, where the configuration asks for them. */
  readonly opsUrl: string;
  readonly database: TestDatabase;
  /** Stand-ins; none when the signers are real. */
  readonly signers: readonly TestSigner[];
  readonly real: RealSigners | undefined;
  /** For `setUp`. */
  readonly place: Place;
  /** What members confirmed by a code so far lasts to the end of the test: on a busy machine it may take longer than that is good for. */
  keepConfirmed(): Promise<void>;
  /** Where the token for the first owner lies. */
  readonly setupTokenFile: string;
  readonly clock: Clock;
  /** Typed client; without a token it calls as nobody. */
  api(caller?: Caller): Api;
  /** Resolves when everything recorded so far is chained into the audit log. */
  logSettled(): Promise<void>;
  /** Ends the server process's part and starts it again on the same database and signers, with other chains where they are given. */
  restart(chains?: readonly ChainConfig[]): Promise<void>;
  /** A backup of the database; what is returned puts it back. The server is stopped for either. */
  backUp(): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

/** What a server in a test logs: nothing, unless HOLDFAST_TEST_LOG names a level. */
export const testLog = (level: string) => pino({ level: process.env.HOLDFAST_TEST_LOG ?? level });

const limits = { perSecond: 1e6, burst: 1e6, loginPerSecond: 1e6, loginBurst: 1e6 };

/** Tests log in often; a stored hash says its own cost. */
const quickPasswords = { memory: 64, passes: 1 };

/** The real application on a database of its own, with two stand-in signers, over HTTP on a free port. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const clock = options.clock ?? (() => new Date());
  const chains = options.chains ?? testChains;
  const database = await startTestDatabase();
  const dir = mkdtempSync(path.join(os.tmpdir(), 'hf-server-'));
  const identity = newIdentity();
  const identityFile = path.join(dir, 'identity.json');
  writeFileSync(identityFile, identityToJson(identity));
  const consoleDir = path.join(dir, 'console');
  mkdirSync(path.join(consoleDir, 'assets'), { recursive: true });
  writeFileSync(path.join(consoleDir, 'index.html'), '<!doctype html><title>Holdfast</title>');
  writeFileSync(path.join(consoleDir, 'assets', 'app-1234.js'), 'export {};');
  const peer = { server: publicKeysOf(identity), chains };
  const startReal: typeof startSignersHere = options.realSigners === 'here' ? startSignersHere : startRealSigners;
  const real = options.realSigners ? await startReal(dir, peer.server, chains, clock, options.signerPrices) : undefined;
  const signers = real ? [] : await Promise.all(['1', '2'].map((id) => startTestSigner({ id, ...peer })));
  const base = {
    port: 0,
    origin: 'http://localhost:8700',
    database: { url: database.url },
    identityFile,
    signers: real ? real.signers.map(realSignerConfig) : signers.map(signerConfig),
    chains,
    consoleDir,
    prices: [
      { symbol: 'ETH', usd: '2000' },
      { symbol: 'USDC', usd: '1' },
      { symbol: 'BTC', usd: '60000' },
    ],
    singleHost: true,
    limits,
    logLevel: 'silent',
  };
  let config = parseConfig({ ...base, ...options.config }, {});
  const log = options.log ? createLog('info', { write: options.log }) : testLog(config.logLevel);
  const start = () => (options.start ?? startApp)({ config, clock, log, passwordCost: quickPasswords });
  let app = await start();
  return {
    get url() {
      return app.url;
    },
    get opsUrl() {
      return app.opsUrl ?? '';
    },
    database,
    signers,
    real,
    get place() {
      const origins = (real?.signers ?? signers).map(({ origin }) => origin);
      return { url: app.url, origins, setupCode: real?.setupCode ?? '', setupToken: app.setupToken ?? '' };
    },
    setupTokenFile: path.join(dir, 'setup-token'),
    clock,
    api: (caller) => apiOf(app.url, caller),
    async keepConfirmed() {
      await database.pool.query("update sessions set step_up_until = now() + interval '12 hours'");
    },
    async logSettled() {
      const waiting = async () => (await database.pool.query('select 1 from audit_outbox limit 1')).rows.length > 0;
      while (await waiting()) await sleep(20);
    },
    async restart(others) {
      await app.close();
      if (others) config = parseConfig({ ...base, ...options.config, chains: others }, {});
      app = await start();
    },
    async backUp() {
      await app.close();
      const putBack = await database.keep();
      app = await start();
      return async () => {
        await app.close();
        await putBack();
        app = await start();
      };
    },
    async close() {
      await app.close();
      await real?.stop();
      await Promise.all(signers.map((signer) => signer.close()));
      await database.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** A working installation: owner logged in, policy and key group on both signers, workspace with a first sub-wallet. */
export interface Installed {
  readonly token: string;
  readonly api: Api;
  readonly owner: TestMember;
  readonly document: PolicyDocument;
  readonly key: TestKey;
  readonly workspaceId: WorkspaceId;
  readonly subWalletId: SubWalletId;
  readonly account: { readonly email: string; readonly password: string; readonly secret: string };
}

export interface InstallOptions {
  /** Members beside the owner, in the policy only. */
  readonly others?: readonly TestMember[];
  /** How many of the deciding members must approve. */
  readonly threshold?: number;
}

/** Goes through the whole set-up, as the pages do. */
export async function install(
  server: TestServer,
  { others = [], threshold = 1 }: InstallOptions = {},
): Promise<Installed> {
  const account = { email: 'owner@example.org', password: 'correct horse battery' };
  const { totp_secret: secret } = await server.api().setup.owner({
    ...account,
    nick_name: 'Owner',
    setup_token: server.place.setupToken,
  });
  const { open_token: token } = await server.api().setup.totp({ ...account, totp: totpAt(secret, server.clock()) });
  const owner = newTestMember('owner-1', 'owner');
  const document = genesisDocument([owner, ...others], server.signers, threshold);
  const key = newTestKey();
  for (const signer of server.signers) {
    signer.initialise(policyText(document));
    signer.hold(key);
  }
  const api = server.api({ token });
  const made = await api.setup.workspace({ wallet_name: 'Acme', sub_wallet_name: 'Treasury' });
  const ids = { workspaceId: made.wallet_id, subWalletId: made.sub_wallet_id };
  return { token, api, owner, document, key, ...ids, account: { ...account, secret } };
}
