import { type RawBuilder, sql } from 'kysely';
import type { ReadDb } from './database.ts';
import { plannedForItsValues } from './pool.ts';

type Lists<T> = { readonly [K in keyof T]: RawBuilder<T[K]> | undefined };
type Rows<T> = { readonly [K in keyof T]: readonly T[K][] };

/**
 * Reads several short lists by one statement, each in its order: to ask for one by itself takes longer than to read it. A list that is undefined is empty. Rows come as
 * JSON has them, so whatever is `numeric`, or an integer beyond 2^53, has to be selected as text.
 */
export async function together<T extends object>(db: ReadDb, lists: Lists<T>): Promise<Rows<T>> {
  const columns = Object.entries<RawBuilder<unknown> | undefined>(lists).map(([name, list]) => {
    const rows = list === undefined ? sql`'[]'::json` : sql`(select coalesce(json_agg(r), '[]') from (${list}) r)`;
    return sql`${rows} as ${sql.ref(name)}`;
  });
  const { rows } = await sql<Rows<T>>`${sql.raw(plannedForItsValues)}select ${sql.join(columns)}`.execute(db);
  const [read] = rows;
  if (!read) throw new Error('the database left a row out that it was asked for');
  return read;
}
