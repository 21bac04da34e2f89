import { sql } from 'kysely';
import type { Db } from './database.ts';

/** No transaction of this server takes so long: the time limits of its requests and jobs end it before. */
const longestSeconds = 30;

/**
 * The last id of a table before which no row can come any more. Ids are drawn before rows are committed, so a row that is there may have others in front of
 * it that are not yet: as long as an id is missing among the newest rows, whoever goes through them by id has to stop before it.
 */
export async function horizonOf(db: Db, name: 'orders' | 'deposits' | 'sub_wallets' | 'addresses'): Promise<number> {
  const table = sql.table(name);
  const { rows } = await sql<{ id: number | string }>`
    with settled as (select coalesce((select id from ${table}
        where created_at < clock_timestamp() - make_interval(secs => ${longestSeconds}) order by id desc limit 1), 0)::bigint as id),
    recent as (select r.id, lag(r.id, 1, settled.id) over (order by r.id) as before from ${table} r, settled where r.id > settled.id)
    select coalesce((select min(before) from recent where id > before + 1), (select max(id) from recent), (select id from settled)) as id`.execute(
    db,
  );
  return Number(rows[0]?.id ?? 0);
}
