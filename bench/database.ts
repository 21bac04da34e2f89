import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Db } from '../apps/server/src/db/database.ts';
import { startEmbedded } from '../apps/server/src/db/embedded/server.ts';
import { migrate } from '../apps/server/src/db/migrate.ts';
import { createDb, createPool } from '../apps/server/src/db/pool.ts';

export interface BenchDatabase {
  readonly db: Db;
  readonly pool: ReturnType<typeof createPool>;
  readonly url: string;
  /** Of its first process. */
  readonly pid: () => number;
  close(): Promise<void>;
}

/** PostgreSQL as the product starts it: fsync and synchronous commit on, so that every figure is of durable work. */
export async function startBenchDatabase(): Promise<BenchDatabase> {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'hf-bench-'));
  // As root, PostgreSQL runs under another account, which has to get in.
  chmodSync(dir, 0o755);
  const server = await startEmbedded({ dir: path.join(dir, 'data'), log: () => undefined });
  const pool = createPool(server.connection, { max: 40 });
  await migrate(pool);
  const { user, database, host, port } = server.connection;
  return {
    db: createDb(pool),
    pool,
    url: `postgres://${user}@/${database}?host=${encodeURIComponent(String(host))}&port=${port}`,
    pid: () => server.pid(),
    async close() {
      await pool.end();
      await server.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** Runs `work` in `lanes` endless loops for `ms` and gives how often it finished per second. */
export async function rate(lanes: number, ms: number, work: () => Promise<unknown>): Promise<number> {
  let done = 0;
  const start = performance.now();
  const lane = async (): Promise<void> => {
    while (performance.now() - start < ms) {
      await work();
      done++;
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return (done * 1000) / (performance.now() - start);
}
