import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildBundles } from '../../sandbox/bundles.ts';
import { readToken } from '../../sandbox/config.ts';
import { launch, serversOf } from '../../sandbox/launch.ts';
import { openDataFolder, portsFrom } from '../../sandbox/options.ts';
import { type Supervised, supervise } from '../../sandbox/processes.ts';

export interface RunningSandbox {
  readonly console: string;
  readonly signers: readonly [string, string];
  readonly rpc: { readonly evm: string };
  readonly faucet: string;
  /** The receiver of web hooks. */
  readonly hooks: string;
  readonly setupCode: string;
  /** Makes the first owner; '' once there is one. */
  readonly setupToken: string;
  readonly data: string;
  stop(): Promise<void>;
  /** kill -9 of the launcher alone. */
  kill(): Promise<void>;
}

const root = path.resolve(import.meta.dirname, '../..');
const startLimitMs = 150_000;

/** The first of free ports in a row, below the range that the system hands out by itself. */
async function freePorts(): Promise<number> {
  for (let attempt = 0; attempt < 50; attempt++) {
    const first = 20_000 + Math.floor(Math.random() * 12_000);
    const free = await Promise.all(Object.values(portsFrom(first)).map(isFree));
    if (free.every(Boolean)) return first;
  }
  throw new Error('no free ports in a row');
}

function isFree(port: number): Promise<boolean> {
  return new Promise((answer) => {
    const probe = createServer();
    probe.once('error', () => answer(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => answer(true)));
  });
}

function addressesOf(first: number): Pick<RunningSandbox, 'console' | 'signers' | 'rpc' | 'faucet' | 'hooks'> {
  const ports = portsFrom(first);
  return {
    console: `http://localhost:${ports.server}`,
    signers: [`http://localhost:${ports.signer1}`, `http://localhost:${ports.signer2}`],
    rpc: { evm: `http://127.0.0.1:${ports.evm}` },
    faucet: `http://127.0.0.1:${ports.faucet}`,
    hooks: `http://127.0.0.1:${ports.hooks}`,
  };
}

export interface OpenSandbox extends Omit<RunningSandbox, 'kill'> {
  /** The API server alone, with its database: chains and signers go on without it. */
  readonly server: { stop(): Promise<void>; start(): Promise<void> };
}

/** The same, launched by this process, which can then stop the server and nothing else. */
export async function startOpenSandbox(): Promise<OpenSandbox> {
  const data = mkdtempSync(path.join(tmpdir(), 'holdfast-e2e-'));
  const port = await freePorts();
  const options = { data, ports: portsFrom(port), fresh: false, dev: false };
  const say = (line: string): void => console.log(line);
  openDataFolder(data);
  await buildBundles({ log: say });
  const running: Supervised[] = [];
  const stop = async (): Promise<void> => {
    for (const one of running.splice(0).reverse()) await one.stop();
    rmSync(data, { recursive: true, force: true });
  };
  const files = await launch(options, root, { say, started: (one) => running.push(one) }).catch(async (error) => {
    await stop();
    throw error;
  });
  const server = {
    stop: async () => running.pop()?.stop(),
    start: async () => {
      for (const server of serversOf(root, options, files))
        running.push(await supervise(server, path.join(data, 'logs'), say));
    },
  };
  return { ...addressesOf(port), setupCode: files.setupCode, setupToken: readToken(data), data, server, stop };
}

/** Starts what `npm start` starts, in a folder of its own. */
export async function startSandbox(
  options: { data?: string; port?: number; env?: Record<string, string> } = {},
): Promise<RunningSandbox> {
  const data = options.data ?? mkdtempSync(path.join(tmpdir(), 'holdfast-e2e-'));
  const port = options.port ?? (await freePorts());
  const child = spawn(process.execPath, ['sandbox/main.ts', '--data', data, '--port', String(port)], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...options.env },
  });
  let output = '';
  const ready = new Promise<void>((done, fail) => {
    const timer = setTimeout(() => fail(new Error(`the sandbox did not start:\n${output}`)), startLimitMs);
    const read = (chunk: Buffer): void => {
      output += chunk.toString();
      if (output.includes('Holdfast is up')) {
        clearTimeout(timer);
        done();
      }
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', (code) => fail(new Error(`the sandbox ended (${code}):\n${output}`)));
  });
  await ready;
  const setupCode = /set-up code\s+([A-Z0-9-]+)/.exec(output)?.[1] ?? '';
  // From the link that its user is given.
  const setupToken = /\/setup#token=(\S+)/.exec(output)?.[1] ?? '';
  const stop = async (): Promise<void> => {
    const ended = new Promise((done) => child.once('exit', done));
    child.kill('SIGINT');
    await ended;
    if (options.data === undefined) rmSync(data, { recursive: true, force: true });
  };
  const kill = async (): Promise<void> => {
    const ended = new Promise((done) => child.once('exit', done));
    child.kill('SIGKILL');
    await ended;
  };
  return { ...addressesOf(port), setupCode, setupToken, data, stop, kill };
}

/** The process of a signer of this sandbox. */
export function signerProcess({ data }: Pick<RunningSandbox, 'data'>, id: string): number {
  const folder = path.join(data, `signer-${id}`, path.sep);
  const found = readdirSync('/proc').find((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder);
    } catch {
      return false;
    }
  });
  if (found === undefined) throw new Error(`signer ${id} does not run`);
  return Number(found);
}
