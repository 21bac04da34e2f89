import type { Kysely, Transaction } from 'kysely';
import type { Database } from './tables.ts';

export type { Database } from './tables.ts';
/** The pool, or a transaction on it: queries take either. */
export type Db = Kysely<Database>;
export type Tx = Transaction<Database>;
/**
 * What reads only, and may be a replica (`lists.ts`). Every `Db` is one; nothing that takes a `Db` can be given it, so what counts money, moves orders or changes
 * rules has the primary.
 */
export type ReadDb = Pick<Db, 'selectFrom' | 'getExecutor'>;
