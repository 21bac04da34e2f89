import type { ColumnType, Generated } from 'kysely';

/** `timestamptz` with a default. */
export type CreatedAt = ColumnType<Date, Date | undefined, never>;
/** Identity column with its own id type; never written. */
export type IdentityOf<T> = ColumnType<T, never, never>;
/** `jsonb`: an object in code, written as JSON text. */
export type Json<T> = ColumnType<T, string, string>;
/** The same with a default. */
export type JsonDefaulted<T> = ColumnType<T, string | undefined, string>;
export type Defaulted<T> = Generated<T>;
