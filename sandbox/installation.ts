/** A whole sandbox in a folder of its own, set up without a browser: for measurements and for the fault test. */

import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { ChainConfig } from '@holdfast/chains';
import { type Place, type SetUp, setUp } from '@holdfast/server/test/set-up.ts';
import { freePort, keepSession, type LiveSession } from '@holdfast/testkit';
import { startBalancer } from './balancer.ts';
import { root } from './bundles.ts';
import { readToken } from './config.ts';
import { launch } from './launch.ts';
import { checkPorts, openDataFolder, type Ports, portsFrom } from './options.ts';
import type { Supervised } from './processes.ts';

export interface Installation {
  readonly data: string;
  readonly place: Place;
  readonly faucetUrl: string;
  readonly chains: readonly ChainConfig[];
  readonly fixture: SetUp;
  readonly session: LiveSession;
  /** Server (`server`, `server-2` …), both signers and the local chains; each comes back when it is killed. */
  pidOf(name: string): number | undefined;
  /** The embedded database's first process. */
  databasePid(): number | undefined;
  /** Ends every process; the data stays until `remove`. */
  stop(): Promise<void>;
  remove(): void;
}

export async function freePorts(): Promise<Ports> {
  for (let attempt = 0; attempt < 50; attempt++) {
    const ports = portsFrom(20_000 + Math.floor(Math.random() * 12_000));
    const free = await checkPorts(ports, false).then(
      () => true,
      () => false,
    );
    if (free) return ports;
  }
  throw new Error('no free ports in a row');
}

/** PostgreSQL's account, which is not root, must be able to enter. */
function newFolder(): string {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'holdfast-'));
  chmodSync(dir, 0o755);
  return dir;
}

function readPid(file: string): number | undefined {
  try {
    const pid = Number(readFileSync(file, 'utf8').split('\n', 1)[0]);
    return pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
}

/** Where the servers listen: one where everybody asks, several behind a balancer that listens there. */
async function serverPorts(ports: Ports, servers: number): Promise<readonly number[]> {
  if (servers === 1) return [ports.server];
  return Promise.all(Array.from({ length: servers }, freePort));
}

/** Starts and sets up everything; takes some ten seconds. `say` hears what the processes do. @param count of servers, on one database and behind one address */
export async function openInstallation(
  say: (line: string) => void = () => undefined,
  count = 1,
): Promise<Installation> {
  const data = newFolder();
  openDataFolder(data);
  const ports = await freePorts();
  const servers = await serverPorts(ports, count);
  const running: Pick<Supervised, 'stop'>[] = [];
  const processes = new Map<string, Supervised>();
  const end = async (): Promise<void> => {
    for (const each of running.splice(0).reverse()) await each.stop();
  };
  const started = (each: Supervised): void => {
    running.push(each);
    processes.set(each.name, each);
  };
  try {
    const files = await launch({ data, ports, servers, fresh: false, dev: false }, root, { say, started });
    if (count > 1) running.push(await startBalancer(ports.server, servers));
    const { chains } = JSON.parse(readFileSync(files.servers[0], 'utf8')) as { chains: ChainConfig[] };
    const origins = [ports.signer1, ports.signer2].map((port) => `http://localhost:${port}`);
    const place = {
      url: `http://127.0.0.1:${ports.server}`,
      origins,
      setupCode: files.setupCode,
      setupToken: readToken(data),
    };
    const fixture = await setUp(place);
    const session = keepSession(place.url, fixture);
    return {
      data,
      place,
      faucetUrl: `http://127.0.0.1:${ports.faucet}`,
      chains,
      fixture,
      session,
      pidOf: (name) => processes.get(name)?.pid(),
      databasePid: () => readPid(path.join(data, 'postgres', 'data', 'postmaster.pid')),
      async stop() {
        await session.stop();
        await end();
      },
      remove: () => rmSync(data, { recursive: true, force: true }),
    };
  } catch (error) {
    await end();
    throw error;
  }
}
