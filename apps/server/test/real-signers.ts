import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { ChainConfig } from '@holdfast/chains';
import type { PeerKeys } from '@holdfast/channel';
import { freePort } from '@holdfast/testkit';

export interface RealSigner {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly origin: string;
  readonly keys: PeerKeys;
  /** What it has logged, a line each. */
  lines(): string[];
  /** Ends the process without warning. */
  kill(): Promise<void>;
  start(): Promise<void>;
}
export interface RealSigners {
  readonly setupCode: string;
  /** Their operators', read anew whenever it is written: USD per coin by `chain|contract`. */
  readonly pricesFile: string;
  readonly signers: readonly RealSigner[];
  stop(): Promise<void>;
}

const main = fileURLToPath(new URL('../../signer/src/main.ts', import.meta.url));
export const setupCode = 'TEST-TEST-TEST-TEST';
/** USD per coin, as the signers' operators provide them; tokens have none. */
const testPrices = { 'evm:31337|': '2000', 'bitcoin:regtest|': '60000' };

/** Writes them under `root`. @returns the file */
export function writePrices(root: string): string {
  const file = path.join(root, 'prices.json');
  writeFileSync(file, JSON.stringify(testPrices));
  return file;
}

/** Says the same for each signer of a test, wherever it runs. */
export const commonConfig = (root: string, pricesFile: string, chains: readonly ChainConfig[]) => ({
  keyMaterialDelaySeconds: 4,
  chains: chains.map((chain) => ({ ...chain, rpcUrl: '' })),
  nodes: chains.flatMap(({ id, rpcUrl }) => (/^https?:/.test(rpcUrl) ? [{ chain: id, url: rpcUrl }] : [])),
  prices: [{ kind: 'file', name: 'price file', file: pricesFile, maxAgeMinutes: 1_000_000 } as const],
  pages: { approver: root, ceremony: root },
});

async function healthy(url: string, child: ChildProcess): Promise<void> {
  for (let round = 0; round < 400; round++) {
    if (child.exitCode !== null) throw new Error(`the signer at ${url} ended (${child.exitCode})`);
    const answer = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(1_000) }).catch(() => undefined);
    if (answer?.ok) return;
    await sleep(25);
  }
  throw new Error(`the signer at ${url} does not answer`);
}

interface Folder {
  readonly id: string;
  readonly dir: string;
  readonly port: number;
  readonly passphraseFile: string;
  readonly keys: PeerKeys;
}

async function makeFolder(root: string, id: string): Promise<Folder> {
  const dir = path.join(root, `signer-${id}`);
  mkdirSync(dir, { recursive: true });
  const passphraseFile = path.join(root, `passphrase-${id}`);
  writeFileSync(passphraseFile, 'a passphrase for tests only', { mode: 0o600 });
  const made = spawnSync(process.execPath, [main, 'init', '--data', dir, '--passphrase-file', passphraseFile], {
    encoding: 'utf8',
  });
  if (made.status !== 0) throw new Error(`signer init: ${made.stderr}`);
  const keys = JSON.parse(readFileSync(path.join(dir, 'identity.pub.json'), 'utf8')) as PeerKeys;
  return { id, dir, port: await freePort(), passphraseFile, keys };
}

const nameOf = (id: string): string => `Signer ${id}`;
const originOf = ({ port }: Folder): string => `http://localhost:${port}`;

function supervise(folder: Folder, configFile: string): RealSigner {
  const url = `http://127.0.0.1:${folder.port}`;
  let child: ChildProcess | undefined;
  const logFile = `${folder.dir}.log`;
  return {
    id: folder.id,
    name: nameOf(folder.id),
    url,
    origin: originOf(folder),
    keys: folder.keys,
    lines: () => readFileSync(logFile, 'utf8').split('\n').filter(Boolean),
    async start() {
      const log = openSync(logFile, 'a');
      child = spawn(process.execPath, [main, 'run', '--config', configFile], { stdio: ['ignore', log, 'inherit'] });
      closeSync(log);
      await healthy(url, child);
    },
    async kill() {
      const dying = child;
      if (!dying || dying.exitCode !== null || dying.signalCode !== null) return;
      const gone = new Promise((done) => dying.once('exit', done));
      dying.kill('SIGKILL');
      await gone;
    },
  };
}

/** Two signer processes on free ports, each with its own folder under `root`, not yet initialised. */
export async function startRealSigners(
  root: string,
  server: PeerKeys,
  chains: readonly ChainConfig[],
): Promise<RealSigners> {
  const folders = [await makeFolder(root, '1'), await makeFolder(root, '2')];
  const setupCodeFile = path.join(root, 'setup-code');
  writeFileSync(setupCodeFile, setupCode, { mode: 0o600 });
  const pricesFile = writePrices(root);
  const signers = folders.map((folder) => {
    const peers = folders.filter((other) => other !== folder);
    const configFile = path.join(folder.dir, 'config.json');
    const config = {
      id: folder.id,
      name: nameOf(folder.id),
      listen: { host: '127.0.0.1', port: folder.port },
      origin: originOf(folder),
      dataDir: folder.dir,
      passphraseFile: folder.passphraseFile,
      setupCodeFile,
      server,
      peers: peers.map((other) => ({ id: other.id, name: nameOf(other.id), origin: originOf(other), ...other.keys })),
      ...commonConfig(root, pricesFile, chains),
    };
    writeFileSync(configFile, JSON.stringify(config));
    return supervise(folder, configFile);
  });
  await Promise.all(signers.map((signer) => signer.start()));
  return {
    setupCode,
    pricesFile,
    signers,
    stop: async () => {
      await Promise.all(signers.map((signer) => signer.kill()));
    },
  };
}

/** As a server's configuration lists it. */
export const realSignerConfig = ({ id, name, url, origin, keys }: RealSigner) => ({ id, name, url, origin, ...keys });
