import type { Kysely, Transaction } from 'kysely';
import type { Database } from './tables.ts';

export type { Database } from './tables.ts';
/** The pool, or a transaction on it: queries take either. */
export type Db = Kysely<Database>;
export type Tx = Transaction<Database>;
