import type pg from 'pg';
import type { ServerConfig } from '../config.ts';
import type { Db } from './database.ts';
import { type Embedded, startEmbedded } from './embedded/server.ts';
import { createLists, type Lists } from './lists.ts';
import { type AssetRow, migrate } from './migrate.ts';
import { createDb, createPool } from './pool.ts';

export interface OpenDatabase {
  readonly db: Db;
  readonly pool: pg.Pool;
  readonly lists: Lists;
  /** How another connection to the same database is made (LISTEN needs its own). */
  readonly connection: pg.ClientConfig;
  close(): Promise<void>;
}
interface Log {
  info(fields: object, text: string): void;
  warn(fields: object, text: string): void;
}

async function connectionOf(config: ServerConfig['database'], log: Log) {
  if (config.url) return { connection: { connectionString: config.url }, embedded: undefined };
  if (!config.embeddedDir) throw new Error('The configuration names no database.');
  const embedded: Embedded = await startEmbedded({
    dir: config.embeddedDir,
    log: (line) => log.info({ postgres: line }, 'postgres'),
  });
  return { connection: embedded.connection, embedded };
}

/** Of the replica, for lists. One that is away is noticed soon, and nobody writes there whatever it is. */
const replicaPool = (url: string, log: Log): pg.Pool =>
  createPool(
    { connectionString: url, connectionTimeoutMillis: 2_000, options: '-c default_transaction_read_only=on' },
    { max: 8, onError: (error) => log.warn({ err: error }, 'idle connection to the replica lost') },
  );

/** Connects (starting the embedded server if that is the configuration) and brings the schema and its assets up to date. */
export async function openDatabase(
  config: ServerConfig['database'],
  assets: readonly AssetRow[],
  log: Log,
): Promise<OpenDatabase> {
  const { connection, embedded } = await connectionOf(config, log);
  const pool = createPool(connection, {
    onError: (error) => log.warn({ err: error }, 'idle database connection lost'),
  });
  const replica = config.replica && replicaPool(config.replica.url, log);
  const close = async () => {
    await replica?.end();
    await pool.end();
    await embedded?.stop();
  };
  try {
    const applied = await migrate(pool, { assets });
    if (applied.length > 0) log.info({ applied }, 'schema brought up to date');
  } catch (error) {
    await close();
    throw error;
  }
  const db = createDb(pool);
  return { db, pool, lists: createLists(db, replica, log), connection, close };
}
