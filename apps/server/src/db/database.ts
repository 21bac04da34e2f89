import type { Kysely, Transaction } from 'kysely';
import type { AuditTables } from '../audit/tables.ts';
import type { MoneyTables } from './money-tables.ts';
import type { PlatformTables } from './platform-tables.ts';
import type { ProgramTables } from './program-tables.ts';
import type { ProposalTables } from './proposal-tables.ts';

/** Every table, as the intersection of the areas' maps: an area adds its own `tables.ts` here and nowhere else. */
export type Database = PlatformTables & MoneyTables & AuditTables & ProposalTables & ProgramTables;
/** The pool, or a transaction on it: queries take either. */
export type Db = Kysely<Database>;
export type Tx = Transaction<Database>;
