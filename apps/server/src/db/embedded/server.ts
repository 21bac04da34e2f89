/**
 * Supervisor of the embedded PostgreSQL: real server binaries, unix socket only, no TCP port, no password (the socket's folder is closed to
 * others). Built for being killed: first boot is atomic, a server that outlived us is adopted, remains of a kill -9 are waited for.
 */
import { spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Account, canEnter, unprivilegedAccount } from './account.ts';
import { binariesFor, shortHash } from './binaries.ts';
import { processState } from './processes.ts';
import { answers, type Connection, settle } from './settle.ts';

export interface EmbeddedOptions {
  /** Data folder; its parent also gets the socket folder and, if needed, a copy of the binaries. */
  readonly dir: string;
  readonly log?: (line: string) => void;
  /** PostgreSQL settings over the durable defaults. */
  readonly settings?: Readonly<Record<string, string | number>>;
}
export interface Embedded {
  readonly connection: Connection;
  /** The postmaster now; another one after it was started again. */
  pid(): number;
  /** The server was running already and has been taken over. */
  readonly adopted: boolean;
  /** Fast shutdown with a checkpoint. */
  stop(): Promise<void>;
}

const durable = { fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on', max_connections: 100 };
/** A unix socket's path must stay under 108 bytes; PostgreSQL appends `/.s.PGSQL.5432`. */
const maxSocketDirBytes = 85;
const watchMs = 500;

function own(place: string, account: Account): void {
  if (account.uid !== undefined && account.gid !== undefined) chownSync(place, account.uid, account.gid);
}

function prepareRoot(root: string, account: Account): void {
  try {
    mkdirSync(root, { recursive: true });
  } catch (error) {
    throw new Error(`The data folder ${root} cannot be created or written to.`, { cause: error });
  }
  if (!canEnter(root, account))
    throw new Error(
      `${root} is closed to the account PostgreSQL runs under (uid ${account.uid}). Choose a folder outside root's home.`,
    );
}

function removeHalfMade(dir: string): void {
  const root = path.dirname(dir);
  for (const name of readdirSync(root).filter((each) => each.startsWith(`${path.basename(dir)}.init-`)))
    try {
      rmSync(path.join(root, name), { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    } catch {
      // An orphaned initdb still writes there; the next start removes it.
    }
}

/** initdb beside, then rename: a kill in the middle leaves only a folder that the next start removes. */
function initialise(dir: string, native: string, account: Account): void {
  removeHalfMade(dir);
  const temporary = `${dir}.init-${process.pid}`;
  try {
    mkdirSync(temporary, { mode: 0o700 });
  } catch (error) {
    throw new Error(`The data folder ${path.dirname(dir)} cannot be written to.`, { cause: error });
  }
  own(temporary, account);
  const locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const args = [
    '-D',
    temporary,
    '-U',
    'app',
    '-E',
    'UTF8',
    '--auth-local=trust',
    '--auth-host=reject',
    '--data-checksums',
  ];
  const made = spawnSync(path.join(native, 'bin', 'initdb'), [...args, ...locale], {
    ...account,
    cwd: '/',
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
  });
  if (made.status !== 0)
    throw new Error(`PostgreSQL could not create its files: ${made.stderr || made.error?.message}`);
  renameSync(temporary, dir);
}

function socketDir(dir: string, account: Account): string {
  const beside = path.join(path.dirname(dir), 'run');
  const chosen =
    Buffer.byteLength(beside) > maxSocketDirBytes ? path.join(os.tmpdir(), `holdfast-${shortHash(dir)}`) : beside;
  mkdirSync(chosen, { recursive: true, mode: 0o700 });
  own(chosen, account);
  return chosen;
}

interface Launch {
  readonly dir: string;
  readonly native: string;
  readonly account: Account;
  readonly connection: Connection;
  readonly settings: Readonly<Record<string, string | number>>;
  readonly log: (line: string) => void;
}

async function launch({ dir, native, account, connection, settings, log }: Launch): Promise<number> {
  const all = { listen_addresses: '', unix_socket_directories: connection.host, port: 5432, ...durable, ...settings };
  const args = ['-D', dir, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  const child = spawn(path.join(native, 'bin', 'postgres'), args, {
    ...account,
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe'],
    // Its own process group: Ctrl-C in a terminal must reach us, and we stop the database last.
    detached: true,
    env: { ...process.env, LC_ALL: 'C' },
  });
  let tail = '';
  let ended: Error | undefined;
  child.stderr.on('data', (chunk: Buffer) => {
    tail = (tail + chunk.toString()).slice(-2000);
    log(chunk.toString().trimEnd());
  });
  child.on('error', (error) => {
    ended = error;
  });
  child.on('exit', (code, signal) => {
    ended = new Error(`PostgreSQL ended (${code ?? signal}): ${tail}`);
  });
  for (let round = 0; round < 3000; round++) {
    if (ended) throw ended;
    if (child.pid !== undefined && (await answers(connection))) return child.pid;
    await sleep(15);
  }
  throw new Error(`PostgreSQL does not answer: ${tail}`);
}

/** Looks after a running server: one that ends without being asked to is started again, until `stop`. */
function supervise(dir: string, first: number, start: () => Promise<number>, log: (line: string) => void) {
  let pid = first;
  let revival: Promise<void> | undefined;
  const revive = async (): Promise<void> => {
    log(`PostgreSQL (${pid}) ended unasked; starting it again`);
    try {
      pid = await start();
    } catch (error) {
      log(`PostgreSQL could not be started again: ${error instanceof Error ? error.message : error}`);
    }
    revival = undefined;
  };
  const timer = setInterval(() => {
    if (!revival && processState(pid, dir) !== 'ours') revival = revive();
  }, watchMs);
  timer.unref();
  return {
    pid: () => pid,
    async stop() {
      clearInterval(timer);
      await revival;
      await stopServer(pid, dir);
    },
  };
}

/** Starts the server of `dir`, creating it first if need be, or takes over the one already running there; then keeps it running. */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const dir = path.resolve(options.dir);
  const log = options.log ?? (() => undefined);
  const account = unprivilegedAccount();
  prepareRoot(path.dirname(dir), account);
  const native = binariesFor(path.dirname(dir), account);
  if (!existsSync(path.join(dir, 'PG_VERSION'))) initialise(dir, native, account);
  const connection = { host: socketDir(dir, account), port: 5432, user: 'app', database: 'postgres' };
  const begin = () => launch({ dir, native, account, connection, settings: options.settings ?? {}, log });
  const orphan = await settle(dir, connection, log);
  const start = async () => (await settle(dir, connection, log)) || begin();
  const watch = supervise(dir, orphan || (await begin()), start, log);
  return { connection, adopted: orphan !== 0, pid: watch.pid, stop: watch.stop };
}

async function stopServer(pid: number, dir: string): Promise<void> {
  try {
    process.kill(pid, 'SIGINT');
  } catch {
    return;
  }
  for (let round = 0; round < 1200 && processState(pid, dir) === 'ours'; round++) await sleep(25);
}
