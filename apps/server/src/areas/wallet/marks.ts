import type { WorkspaceId } from '@holdfast/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { horizonOf } from '../../db/horizon.ts';

type Sql = RawBuilder<unknown>;

/** So many rows are gone through at most, beside those of the last minutes. */
const step = 1_000;

/** The last mark of a workspace, or that of none. */
const lastMark = (workspaceId: Sql): Sql => sql`(
  (select n, id from sub_wallet_marks where workspace_id = ${workspaceId} order by n desc limit 1) union all select 0, 0 order by n desc limit 1)`;

/** Marks what came since. What is marked stays true: rows are never taken away, and none comes in front of the horizon. */
export async function markSubWallets(db: Db): Promise<void> {
  const last = await horizonOf(db, 'sub_wallets');
  await sql`insert into sub_wallet_marks (workspace_id, n, id)
    select w.id, m.n + s.more, s.id from workspaces w cross join lateral ${lastMark(sql`w.id`)} m
      cross join lateral (select id, row_number() over (order by id) as more from sub_wallets
        where workspace_id = w.id and id > m.id and id <= ${last}) s
    where (m.n + s.more) % ${sql.lit(step)} = 0 on conflict do nothing`.execute(db);
}

const pinned = (workspaceId: WorkspaceId, upTo: Sql = sql``): Sql =>
  sql`(select count(*) from sub_wallets where workspace_id = ${workspaceId} and is_top${upTo})`;

/** How many a workspace has; without those that are pinned, where `apart`. */
export async function countAll(db: Db, workspaceId: WorkspaceId, apart = false): Promise<number> {
  const since = sql`(select count(*) from sub_wallets where workspace_id = ${workspaceId} and id > m.id)`;
  const { rows } = await sql<{ n: number }>`
    select (m.n + ${since}${apart ? sql` - ${pinned(workspaceId)}` : sql``})::int as n from ${lastMark(sql`${workspaceId}`)} m`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

/** Behind which id a page begins, and behind how many rows from there (`rest`), that has `skip` in front of it; of those that are not pinned, where `apart`. */
export function placeOf(workspaceId: WorkspaceId, skip: number, apart: boolean): Sql {
  const passed = apart ? sql`m.n - ${pinned(workspaceId, sql` and id <= m.id`)}` : sql`m.n`;
  return sql`((select ${skip}::int - (${passed}) as rest, m.id from sub_wallet_marks m
      where m.workspace_id = ${workspaceId} and m.n <= ${skip}::int order by m.n desc limit 1)
    union all select ${skip}::int, 0 order by id desc limit 1)`;
}
