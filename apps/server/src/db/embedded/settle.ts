import { rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { postmasterPid, processesInside, processState } from './processes.ts';

export interface Connection {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
}

/** Ready means that a query was answered, not that a log line was seen. */
export async function answers(connection: Connection): Promise<boolean> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 1000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    client.end().catch(() => undefined);
  }
}

const settleMs = 60_000;
/** How long a dead postmaster may wait to be reaped by its parent before its pid file is taken away. */
const zombieMs = 5_000;

/**
 * Is the pid file a remain that PostgreSQL would trip over? It replaces a stale one by itself, unless its number still exists: as an unrelated
 * process, or as a dead one that nobody reaps (a container whose first process does not).
 */
function isRemain(state: string, waitedMs: number): boolean {
  return process.platform === 'linux' && (state === 'other' || (state === 'zombie' && waitedMs > zombieMs));
}

/** Deals with whatever a former start left. Returns the pid of a server worth adopting, else 0 when a new one may start. */
export async function settle(dir: string, connection: Connection, log: (line: string) => void): Promise<number> {
  const began = performance.now();
  for (let waitedMs = 0; waitedMs < settleMs; waitedMs = performance.now() - began) {
    const pid = postmasterPid(dir);
    if (pid === 0) return 0;
    const state = processState(pid, dir);
    if (state === 'ours' && (await answers(connection))) return pid;
    const empty = processesInside(dir).length === 0;
    if (state === 'gone' && empty) return 0;
    if (empty && isRemain(state, waitedMs)) {
      log(`postmaster.pid names ${pid}, which is no PostgreSQL any more; removing the file`);
      rmSync(path.join(dir, 'postmaster.pid'));
      return 0;
    }
    await sleep(50);
  }
  throw new Error(`Process ${postmasterPid(dir)} still holds ${dir}. End it, or choose another data folder.`);
}
