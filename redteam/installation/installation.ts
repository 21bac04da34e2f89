import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ChainConfig } from '@holdfast/chains';
import { identityToJson } from '@holdfast/channel';
import { type Devnet, devnetChains, rpcClient } from '@holdfast/devnet';
import { testLog } from '@holdfast/server/test/index.ts';
import { type Api, apiOf, totpAt } from '@holdfast/testkit';
import { type App, startApp } from '../../apps/server/src/app.ts';
import { parseConfig } from '../../apps/server/src/config.ts';
import { createPool } from '../../apps/server/src/db/pool.ts';
import { startSigner } from '../../apps/signer/src/app.ts';
import { startOurs } from '../../packages/devnet/src/bitcoin/launch.ts';
import { type Fixture, fork } from '../fixture.ts';
import { type Truth, truthOf } from './truth.ts';

export type Pool = ReturnType<typeof createPool>;

/** One sub-wallet with money, for one attack: what goes wrong with its nonces is nobody else's matter. */
export interface Stall {
  readonly id: number;
  readonly address: string;
  /** On Bitcoin. */
  readonly coins: string;
}

/** What all copies of an installation stand on, and how the copy began. */
export interface Ground {
  readonly devnet: Devnet;
  readonly dir: string;
  /** The PostgreSQL server; the user is a superuser. */
  readonly postgres: { readonly host: string; readonly port: number; readonly user: string };
  /** The database of the installation as it was built; never connected to again. */
  readonly template: string;
  readonly fixture: Fixture;
  readonly account: { readonly password: string; readonly secret: string };
  readonly stalls: readonly Stall[];
  /** What the Bitcoin node wrote down until the installation was built, and the addresses of ours by then. */
  readonly bitcoin: { readonly log: string; readonly addresses: ReadonlySet<string> };
  /** Keys of the audit log and its witnesses as somebody kept them elsewhere, and how many entries the signers had seen. */
  readonly logKeys: readonly string[];
  readonly logSize: number;
  /** The first block after the installation was built. */
  readonly height: number;
  /** The chain as it was when the installation was built. */
  snapshot: string;
  next: number;
  /** Copies on their way out. */
  readonly ending: Promise<void>[];
}

/** A Bitcoin node of one copy alone, which went on from where the installation was built. */
export interface CoinNode {
  readonly config: ChainConfig;
  call(method: string, ...params: unknown[]): Promise<unknown>;
}

/** A whole installation: the real server on a database of its own, two real signers, a local chain; and its owner's enemy, who owns the server. */
export interface Installation {
  readonly ground: Ground;
  readonly fixture: Fixture;
  readonly truth: Truth;
  /** Statements as superuser, on the database the server uses now. */
  sql<T = Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<T[]>;
  /** The typed client with the session of a member; logged in once and kept. */
  as(member: string): Promise<Api>;
  /** The session's token. */
  token(member: string): Promise<string>;
  /** What the server's clock is wrong by, in milliseconds. */
  readonly clock: { skew: number };
  /** Only where an attack asks for it: Bitcoin is not set back between copies. */
  readonly coins: CoinNode | undefined;
  /** A stall nobody has used. */
  stall(): Stall;
  readonly url: () => string;
  readonly database: () => string;
  /** Moves the server to another database, and starts it there; without one, only stops it. */
  serve(database?: string): Promise<void>;
  /** Another server of the same keys on the same database. */
  second(): Promise<App>;
  /** Copies the database as it stands, for going back to it. The server is stopped for that and started again. */
  keep(): Promise<string>;
  stop(): Promise<void>;
}

export async function rpc(devnet: Devnet, method: string, ...params: unknown[]): Promise<unknown> {
  const response = await fetch(devnet.evm.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const { result, error } = (await response.json()) as { result: unknown; error?: unknown };
  if (error) throw new Error(`${method}: ${JSON.stringify(error)}`);
  return result;
}

export async function withPool<T>(
  { postgres }: Pick<Ground, 'postgres'>,
  database: string,
  work: (pool: Pool) => Promise<T>,
): Promise<T> {
  const pool = createPool({ ...postgres, database }, { max: 4 });
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}

const limits = { perSecond: 1e6, burst: 1e6, loginPerSecond: 1e6, loginBurst: 1e6 };

/** The server's own program on a database, with the server's own keys. Its clock is the fixture's. */
export function startServer(
  ground: Pick<Ground, 'devnet' | 'dir' | 'postgres'>,
  fixture: Pick<Fixture, 'pair'>,
  database: string,
  wrong: { readonly skew: number } = { skew: 0 },
): Promise<App> {
  const identityFile = join(ground.dir, 'identity.json');
  writeFileSync(identityFile, identityToJson(fixture.pair.server));
  const consoleDir = join(ground.dir, 'console');
  mkdirSync(consoleDir, { recursive: true });
  writeFileSync(join(consoleDir, 'index.html'), '<!doctype html><title>Holdfast</title>');
  const { host, port, user } = ground.postgres;
  const raw = {
    port: 0,
    origin: 'http://localhost:8700',
    database: { url: `postgres://${user}@/${database}?host=${encodeURIComponent(host)}&port=${port}` },
    identityFile,
    signers: fixture.pair.places.map(({ id, url, keys, config }) => ({
      id,
      name: config.name,
      url,
      origin: config.origin,
      ...keys,
    })),
    chains: devnetChains(ground.devnet),
    consoleDir,
    prices: [{ symbol: 'ETH', usd: '2000' }],
    singleHost: true,
    limits,
    logLevel: 'silent',
  };
  const config = parseConfig(raw, {});
  const clock = () => new Date(Date.now() + fixture.pair.now + wrong.skew);
  return startApp({ config, clock, log: testLog(config.logLevel) });
}

/** @returns the name of the copy; nobody may be connected to the one it is made from */
export async function copyDatabase(ground: Ground, from: string): Promise<string> {
  const name = `estate_${ground.next++}`;
  await withPool(ground, 'postgres', (pool) => pool.query(`create database ${name} template ${from}`));
  return name;
}

/** Sessions of members at a server, each logged in once for each database: another one may not know it. */
function sessionsAt(
  ground: Ground,
  fixture: Fixture,
  { url, database }: Pick<Installation, 'url' | 'database'>,
): (member: string) => Promise<string> {
  const sessions = new Map<string, Promise<string>>();
  async function login(member: string): Promise<string> {
    const { password, secret } = ground.account;
    const totp = totpAt(secret, new Date(Date.now() + fixture.pair.now));
    const { open_token } = await apiOf(url()).session.login({ account: `${member}@example.org`, password, totp });
    return open_token;
  }
  return (member) => {
    const at = `${database()} ${member}`;
    const known = sessions.get(at) ?? login(member);
    sessions.set(at, known);
    return known;
  };
}

/** The servers of one copy, and the database they are on. */
async function openServers(
  ground: Ground,
  devnet: Devnet,
  fixture: Fixture,
  dir: string,
  wrong: Installation['clock'],
) {
  let database = await copyDatabase(ground, ground.template);
  const open = () => createPool({ ...ground.postgres, database }, { max: 8 });
  const start = () => startServer({ ...ground, devnet, dir }, fixture, database, wrong);
  const made = [database];
  let pool = open();
  const others: App[] = [];
  let app: App | undefined;
  async function close(): Promise<void> {
    await Promise.all([app?.close(), ...others.splice(0).map((one) => one.close())]);
    app = undefined;
  }
  async function serve(to?: string): Promise<void> {
    await close();
    if (to === undefined) return;
    if (to !== database) {
      await pool.end();
      database = to;
      pool = open();
    }
    app = await start();
  }
  return {
    url: () => app?.url ?? '',
    database: () => database,
    serve,
    query: async (text: string, values: readonly unknown[]) => (await pool.query(text, [...values])).rows,
    async second() {
      const one = await start();
      others.push(one);
      return one;
    },
    async keep() {
      await close();
      await pool.end();
      const kept = await copyDatabase(ground, database);
      made.push(kept);
      pool = open();
      await serve(database);
      return kept;
    },
    async stop() {
      await close();
      await pool.end();
    },
    /** Removes every database that was made. */
    async drop() {
      for (const name of made)
        await withPool(ground, 'postgres', (admin) => admin.query(`drop database if exists ${name} with (force)`));
    },
  };
}

async function forkCoins({ bitcoin, devnet }: Ground, dir: string): Promise<CoinNode & { stop(): Promise<void> }> {
  copyFileSync(bitcoin.log, join(dir, 'bitcoin.log'));
  const { child, url } = await startOurs({ dir, port: 0 });
  return { config: { ...devnet.bitcoin.config, rpcUrl: url }, call: rpcClient(url), stop: child.stop };
}
const withCoins = (devnet: Devnet, coins: CoinNode | undefined): Devnet =>
  coins ? { ...devnet, bitcoin: { url: coins.config.rpcUrl, config: coins.config } } : devnet;

/** A copy of the installation as it was built: its own folders, its own database, the chain set back. The one before must be stopped. */
export async function openInstallation(ground: Ground, start = startSigner, onCoins = false): Promise<Installation> {
  await rpc(ground.devnet, 'evm_revert', ground.snapshot);
  await rpc(ground.devnet, 'anvil_dropAllTransactions');
  ground.snapshot = String(await rpc(ground.devnet, 'evm_snapshot'));
  const dir = mkdtempSync(join(tmpdir(), 'holdfast-installation-'));
  const fixture = await fork(ground.fixture, { start });
  const clock = { skew: 0 };
  const coins = onCoins ? await forkCoins(ground, dir) : undefined;
  const devnet = withCoins(ground.devnet, coins);
  const servers = await openServers(ground, devnet, fixture, dir, clock);
  const { url, database, serve, query, second, keep, stop, drop } = servers;
  const token = sessionsAt(ground, fixture, { url, database });
  let used = 0;
  async function clear(): Promise<void> {
    await Promise.all([fixture.pair.stop(), coins?.stop()]);
    await drop();
    rmSync(dir, { recursive: true, force: true });
  }
  await serve(database());
  return {
    ground,
    fixture,
    truth: truthOf(fixture),
    sql: async <T>(text: string, values: readonly unknown[] = []) => (await query(text, values)) as T[],
    clock,
    coins,
    token,
    as: async (member) => apiOf(url(), { token: await token(member) }),
    stall() {
      const one = ground.stalls[used++];
      if (!one) throw new Error('no sub-wallet left');
      return one;
    },
    url,
    database,
    serve,
    second,
    keep,
    async stop() {
      await stop();
      // A signer takes seconds to let go of its connections; nobody has to wait for that.
      ground.ending.push(clear());
    },
  };
}
