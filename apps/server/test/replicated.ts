import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { unprivilegedAccount } from '../src/db/embedded/account.ts';
import { processesInside } from '../src/db/embedded/processes.ts';
import { type Embedded, startEmbedded } from '../src/db/embedded/server.ts';

/** A primary that acknowledges what its replica has on disk, and that replica. */
export interface Replicated {
  /** The address of whichever is the primary, as an installation's own proxy or name has it. */
  readonly url: string;
  readonly replicaUrl: string;
  /** The replica takes nothing more in, or goes on. It still acknowledges. */
  pause(on: boolean): Promise<void>;
  /** Ends the primary with every process it has, without warning. */
  kill(): Promise<void>;
  /** Makes the replica the primary, and lets the address lead there. */
  promote(): Promise<void>;
  close(): Promise<void>;
}

const urlOf = (host: string): string => `postgres://app@/postgres?host=${encodeURIComponent(host)}&port=5432`;
const socketOf = (host: string): string => path.join(host, '.s.PGSQL.5432');

async function ask(server: Embedded, text: string): Promise<unknown[]> {
  const client = new pg.Client(server.connection);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** Passes connections on to wherever `target` says at that moment. */
async function startProxy(host: string, target: () => string): Promise<() => Promise<void>> {
  mkdirSync(host);
  const open = new Set<net.Socket>();
  const server = net.createServer((client) => {
    const behind = net.connect(target());
    for (const [one, other] of [
      [client, behind],
      [behind, client],
    ] as const) {
      open.add(one);
      one
        .on('error', () => other.destroy())
        .on('close', () => {
          open.delete(one);
          other.destroy();
        });
      one.pipe(other);
    }
  });
  await new Promise<void>((done) => server.listen(socketOf(host), done));
  return async () => {
    for (const one of open) one.destroy();
    await new Promise((done) => server.close(done));
  };
}

/** A copy of a stopped server's files that follows it, in `standby.signal`'s way. */
function copyOf(from: string, to: string): void {
  mkdirSync(path.dirname(to), { recursive: true });
  const copied = spawnSync('cp', ['-a', from, to], { encoding: 'utf8' });
  if (copied.status !== 0) throw new Error(`the replica's files: ${copied.stderr}`);
  const signal = path.join(to, 'standby.signal');
  writeFileSync(signal, '');
  const { uid, gid } = unprivilegedAccount();
  if (uid !== undefined && gid !== undefined) chownSync(signal, uid, gid);
}

/** Real servers of their own; takes some seconds. */
export async function startReplicated(): Promise<Replicated> {
  const root = mkdtempSync(path.join(os.tmpdir(), 'hf-two-'));
  // The account PostgreSQL runs under has to get through.
  chmodSync(root, 0o755);
  const [first, second] = [path.join(root, 'a', 'data'), path.join(root, 'b', 'data')];
  await (await startEmbedded({ dir: first })).stop();
  copyOf(first, second);
  const primary = await startEmbedded({ dir: first, settings: { synchronous_standby_names: 'replica' } });
  const conninfo = `host=${primary.connection.host} port=5432 user=app application_name=replica`;
  const replica = await startEmbedded({ dir: second, settings: { primary_conninfo: conninfo } });
  let target = primary.connection.host;
  const proxy = path.join(root, 'address');
  const stopProxy = await startProxy(proxy, () => socketOf(target));
  return {
    url: urlOf(proxy),
    replicaUrl: urlOf(replica.connection.host),
    async pause(on) {
      await ask(replica, on ? 'select pg_wal_replay_pause()' : 'select pg_wal_replay_resume()');
    },
    async kill() {
      for (const pid of processesInside(first)) process.kill(Number(pid), 'SIGKILL');
      // Nobody starts it again.
      await primary.stop();
    },
    async promote() {
      await ask(replica, 'select pg_promote()');
      target = replica.connection.host;
    },
    async close() {
      await stopProxy();
      // The primary first: it would wait for the other to acknowledge its end.
      await primary.stop();
      await replica.stop();
      rmSync(root, { recursive: true, force: true });
    },
  };
}
