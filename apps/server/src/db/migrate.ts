import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isSpelled } from '@holdfast/policy/spelling';
import type pg from 'pg';

export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
  readonly sha256: string;
}

const folder = path.join(path.dirname(fileURLToPath(import.meta.url)), 'migrations');
/** Any constant will do; it only has to be the same in every server process. */
const lockKey = 0x484f4c44;
const oldestSupported = 150_000;
/** The step that made the table of assets. */
const assetsSince = 64;

/** An asset of the configuration, as `assets_keep` takes it. */
export interface AssetRow {
  readonly chain: string;
  readonly contract: string;
  readonly token_id: string;
  readonly symbol: string;
  readonly decimals: number;
}
export interface MigrateOptions {
  readonly assets?: readonly AssetRow[];
  readonly migrations?: readonly Migration[];
}

function readMigration(from: string, file: string): Migration {
  const match = /^(\d{4})_([a-z0-9_]+)\.sql$/.exec(file);
  if (!match?.[1] || !match[2]) throw new Error(`${file} is not named NNNN_name.sql`);
  const sql = readFileSync(path.join(from, file), 'utf8');
  return { version: Number(match[1]), name: match[2], sql, sha256: createHash('sha256').update(sql).digest('hex') };
}

/** The migrations beside this file, by number. @throws Error for two of one number: the second would never be applied */
export function readMigrations(from = folder): Migration[] {
  const files = readdirSync(from).filter((file) => file.endsWith('.sql'));
  const all = files.sort().map((file) => readMigration(from, file));
  const twin = all.find(({ version }, n) => all[n - 1]?.version === version);
  if (twin) throw new Error(`There are two migrations ${twin.version}; give ${twin.name} another number.`);
  return all;
}

async function checkServer(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ v: number }>("select current_setting('server_version_num')::int as v");
  const version = rows[0]?.v ?? 0;
  if (version < oldestSupported)
    throw new Error(`PostgreSQL 15 or newer is needed; this server is ${Math.floor(version / 10_000)}.`);
}

async function applied(client: pg.ClientBase): Promise<Map<number, string>> {
  await client.query(`create table if not exists schema_migrations (
    version int primary key, name text not null, sha256 text not null, applied_at timestamptz not null default now())`);
  const { rows } = await client.query<{ version: number; sha256: string }>(
    'select version, sha256 from schema_migrations',
  );
  return new Map(rows.map((row) => [row.version, row.sha256]));
}

/** Applies one migration, unless that was done before. Returns whether it did. @throws Error for one that was changed since */
async function apply(
  client: pg.ClientBase,
  { version, name, sql, sha256 }: Migration,
  known: string | undefined,
): Promise<boolean> {
  if (known !== undefined && known !== sha256)
    throw new Error(`Migration ${version} (${name}) was changed after this database applied it.`);
  if (known !== undefined) return false;
  await client.query(sql);
  await client.query('insert into schema_migrations (version, name, sha256) values ($1, $2, $3)', [
    version,
    name,
    sha256,
  ]);
  return true;
}

const hexadecimal = /^0x[0-9a-f]{40}$/i;

/**
 * Takes in the configured assets. A contract that the ledger keeps in letters of another case gets its one spelling first: it is the same contract, and no
 * configuration may write it as it was.
 */
async function keepAssets(client: pg.ClientBase, assets: readonly AssetRow[]): Promise<void> {
  const spelled = assets.filter(({ contract }) => hexadecimal.test(contract) && isSpelled(contract));
  await client.query(
    `update assets a set contract = c.contract from jsonb_to_recordset($1) as c (chain text, contract text, token_id text)
      where a.chain = c.chain and a.token_id = c.token_id and lower(a.contract) = lower(c.contract) and a.contract <> c.contract`,
    [JSON.stringify(spelled)],
  );
  await client.query('select assets_keep($1)', [JSON.stringify(assets)]);
}

/**
 * Applies what is missing, by number. What has a lower number than one that is applied already is applied after it all the same: a database may have come
 * from a version that did not have it yet. So a migration goes by nothing but those that its own version had.
 */
async function applyMissing(
  client: pg.ClientBase,
  { assets = [], migrations = readMigrations() }: MigrateOptions,
): Promise<number[]> {
  const done = await applied(client);
  const fresh: number[] = [];
  for (const migration of migrations) {
    if (await apply(client, migration, done.get(migration.version))) fresh.push(migration.version);
    // At every start, and before the steps that need them.
    if (migration.version === assetsSince) await keepAssets(client, assets);
  }
  return fresh;
}

/**
 * Brings the schema up to date, and the assets that the ledger knows: all of it or nothing, in one transaction under an advisory lock, so several
 * servers may start at once and a kill in the middle leaves the old schema. Returns the versions it applied.
 * @throws Error that says what is to be configured, when stored money and the configured assets do not fit
 */
export async function migrate(pool: pg.Pool, options: MigrateOptions = {}): Promise<number[]> {
  const client = await pool.connect();
  try {
    await checkServer(client);
    await client.query('begin');
    await client.query('set local statement_timeout = 0');
    await client.query('select pg_advisory_xact_lock($1)', [lockKey]);
    const fresh = await applyMissing(client, options);
    await client.query('commit');
    return fresh;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}
