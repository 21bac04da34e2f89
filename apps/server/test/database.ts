import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { Db } from '../src/db/database.ts';
import { type Migration, migrate, readMigrations } from '../src/db/migrate.ts';
import { createDb, createPool } from '../src/db/pool.ts';

interface Connection {
  host: string;
  port: number;
  user: string;
  database: string;
}
export interface TestDatabase {
  readonly db: Db;
  readonly pool: pg.Pool;
  /** For a second pool, or a LISTEN connection, on the same database. */
  readonly connection: pg.ClientConfig;
  /** As a configuration's `database.url`. */
  readonly url: string;
  /** Copies it as it stands, for going back to it; no server may be on it for either. */
  keep(): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

function readIfThere(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/** The run's server: test files are children of one runner, whose pid names the folder they share. */
async function sharedServer(): Promise<Connection> {
  const runner = process.ppid;
  const dir = path.join(os.tmpdir(), `hf-test-${process.getuid?.() ?? 0}-${runner}`);
  try {
    mkdirSync(dir);
    chmodSync(dir, 0o755);
    const keeper = fileURLToPath(new URL('./keeper.ts', import.meta.url));
    spawn(process.execPath, [keeper, dir, String(runner)], { detached: true, stdio: 'ignore' }).unref();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  for (let round = 0; round < 1200; round++) {
    const ready = readIfThere(path.join(dir, 'ready.json'));
    if (ready) return JSON.parse(ready) as Connection;
    const failed = readIfThere(path.join(dir, 'failed.txt'));
    if (failed) throw new Error(`The test database did not start: ${failed}`);
    await sleep(50);
  }
  throw new Error('The test database did not start within a minute.');
}

async function withClient<T>(connection: Connection, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** A migrated database, made once per set of migrations, that every test's database is a copy of. */
async function template(client: pg.Client, server: Connection, migrations: readonly Migration[]): Promise<string> {
  const name = `t_${createHash('sha1')
    .update(migrations.map((each) => each.sha256).join())
    .digest('hex')
    .slice(0, 16)}`;
  await client.query('select pg_advisory_lock(7)');
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1 and datistemplate', [name]);
  if (!rowCount) {
    await client.query(`drop database if exists ${name}`);
    await client.query(`create database ${name}`);
    const pool = createPool({ ...server, database: name }, { max: 1 });
    try {
      await migrate(pool, { migrations });
    } finally {
      await pool.end();
    }
    await client.query(`alter database ${name} with is_template true`);
  }
  return name;
}

/** Makes `to` a copy of `from`, which loses its connections for that. */
async function copy(client: pg.Client, from: string, to: string): Promise<void> {
  await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [from]);
  await client.query(`drop database if exists ${to} with (force)`);
  await client.query(`create database ${to} template ${from}`);
}

/** A fresh, migrated database of its own for this test file. Call `close` in afterAll. @param migrations fewer of them make one of an older version */
export async function startTestDatabase(migrations: readonly Migration[] = readMigrations()): Promise<TestDatabase> {
  const server = await sharedServer();
  const name = `d_${randomBytes(8).toString('hex')}`;
  await withClient(server, async (client) => {
    const source = await template(client, server, migrations);
    await client.query(`create database ${name} template ${source}`);
  });
  const connection = { ...server, database: name };
  const pool = createPool(connection, { max: 24 });
  const copies: string[] = [];
  return {
    db: createDb(pool),
    pool,
    connection,
    url: `postgres://${server.user}@/${name}?host=${encodeURIComponent(server.host)}&port=${server.port}`,
    async keep() {
      const kept = `${name}_${copies.length}`;
      copies.push(kept);
      await withClient(server, (client) => copy(client, name, kept));
      return () => withClient(server, (client) => copy(client, kept, name));
    },
    async close() {
      await pool.end();
      await withClient(server, async (client) => {
        for (const each of [name, ...copies]) await client.query(`drop database if exists ${each} with (force)`);
      });
    },
  };
}
