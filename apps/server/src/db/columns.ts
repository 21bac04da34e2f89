import type { ColumnType, Generated } from 'kysely';

/** Column types shared by every area's table map. */
export type { Generated } from 'kysely';
/** `timestamptz` with a default. */
export type CreatedAt = ColumnType<Date, Date | undefined, never>;
/** Identity column with its own id type; never written. */
export type IdentityOf<T> = ColumnType<T, never, never>;
/** `jsonb`: an object in code, written as JSON text. */
export type Json<T> = ColumnType<T, string, string>;
/** `numeric(78,0)`: bigint both ways (see db/pool.ts). */
export type Units = bigint;
export type Defaulted<T> = Generated<T>;
