import { createHash } from 'node:crypto';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Db } from './database.ts';

const oid = { int8: 20, numeric: 1700 } as const;

function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new Error(`bigint ${text} from the database is not a safe integer`);
  return value;
}

/** `numeric(78,0)` is money in base units: always bigint, never a float. */
const parseNumeric = (text: string): bigint => BigInt(text);

const types: pg.CustomTypesConfig = {
  getTypeParser: ((id: number, format?: 'text') => {
    if (id === oid.int8) return parseInt8;
    if (id === oid.numeric) return parseNumeric;
    return pg.types.getTypeParser(id, format);
  }) as typeof pg.types.getTypeParser,
};

const maxNamedStatements = 500;
/**
 * Stands first in a statement that is to be planned for its values each time. A named one is planned once for any values after some executions, which for lists
 * that may ask for a common or for a rare thing is a plan that is wrong for one of them.
 */
export const plannedForItsValues = '/* planned for its values */ ';

type Asking = (...args: unknown[]) => unknown;

/**
 * Asks by a callback where whoever asks wants a promise. The promises that the driver itself makes (pg 8.23) keep each answer until the next full collection, so that short
 * ones run over into the old space: each of them took 30 to 90 ms, which every hundredth look at a list waited for (docs/decisions/0065).
 */
function promised(ask: Asking, given: readonly unknown[]): unknown {
  const args = given.slice(0, given.findLastIndex((arg) => arg !== undefined) + 1);
  const isCalledBack = typeof args.at(-1) === 'function';
  const isOwn = typeof (args[0] as { submit?: unknown } | undefined)?.submit === 'function';
  if (isCalledBack || isOwn) return ask(...args);
  return new Promise((resolve, reject) => {
    ask(...args, (error: Error | null, result: unknown) => (error ? reject(error) : resolve(result)));
  });
}

/**
 * Gives every parametrised statement a name, so PostgreSQL parses it once per connection (measured: a third more commits). The number
 * of names is bounded; statements of varying length should pass arrays (`= any($1)`) instead.
 */
function nameStatements(client: pg.PoolClient, names: Map<string, string>): void {
  const plain = client.query.bind(client) as Asking;
  const named = (...args: unknown[]): unknown => {
    const [text, values] = args;
    if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0) return promised(plain, args);
    if (text.startsWith(plannedForItsValues)) return promised(plain, args);
    let name = names.get(text);
    if (name === undefined && names.size < maxNamedStatements) {
      name = `h${createHash('sha1').update(text).digest('hex')}`;
      names.set(text, name);
    }
    return promised(plain, name === undefined ? args : [{ name, text, values }, ...args.slice(2)]);
  };
  client.query = named as typeof client.query;
}

export interface PoolOptions {
  readonly max?: number;
  readonly statementTimeoutMs?: number;
  readonly onError?: (error: Error) => void;
}

/** A pool with time limits on connecting, statements and idle transactions. */
export function createPool(connection: pg.PoolConfig, options: PoolOptions = {}): pg.Pool {
  const names = new Map<string, string>();
  const pool = new pg.Pool({
    max: options.max ?? 16,
    connectionTimeoutMillis: 8_000,
    statement_timeout: options.statementTimeoutMs ?? 15_000,
    idle_in_transaction_session_timeout: 20_000,
    // A new connection reads every table's description anew before its first answer, which takes longer than most answers do.
    idleTimeoutMillis: 300_000,
    // So that one whose other end is gone is noticed before it is used.
    keepAlive: true,
    keepAliveInitialDelayMillis: 15_000,
    application_name: 'holdfast',
    ...connection,
    types,
  });
  pool.on('connect', (client) => {
    nameStatements(client, names);
    // A connection that breaks between two statements of a transaction has nobody else to tell; the next statement is refused with it.
    client.on('error', () => undefined);
  });
  // An idle connection that breaks (the server restarted) must not end the process; the next query makes a new one.
  pool.on('error', (error) => options.onError?.(error));
  return pool;
}

export const createDb = (pool: pg.Pool): Db => new Kysely({ dialect: new PostgresDialect({ pool }) });
