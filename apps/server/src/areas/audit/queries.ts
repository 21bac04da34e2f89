import { systemActions, type WorkspaceId } from '@holdfast/contract';
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';

/** Where counting ends: nobody turns that many pages. */
const countMax = 10_000;

export interface LogAsk {
  readonly area: string | undefined;
  /** A member's id. */
  readonly person: string | undefined;
  readonly keyword: string;
  readonly start: Date | undefined;
  readonly end: Date | undefined;
  readonly page: number;
  readonly size: number;
}
export interface LogRow {
  readonly seq: number;
  readonly time: Date;
  readonly actor: string;
  readonly actor_name: string;
  readonly action: string;
  readonly object: string;
  readonly result: string;
  readonly ip: string;
  readonly detail: Readonly<Record<string, string>>;
  readonly hash: string;
}

/** Entries of the workspace and of the whole installation, never those of another workspace or of somebody's log-ins. */
const seen = (workspaceId: WorkspaceId) =>
  sql`(l.workspace_id = ${workspaceId} or (l.workspace_id is null and l.action = any(${[...systemActions]})))`;

/** Who did it at the console, or whose signed decision it was. */
const actorName = sql`coalesce(u.nick_name, s.nick_name)`;

const fitting = (workspaceId: WorkspaceId, { area, person, keyword, start, end }: LogAsk) => {
  const like = `%${keyword.replace(/[\\%_]/g, '\\$&')}%`;
  return sql`from audit_log l
    left join members d on d.workspace_id = ${workspaceId} and l.entry::jsonb ->> 'actor' = 'member:' || d.member_id
    left join users s on s.id = d.user_id
    left join users u on l.entry::jsonb ->> 'actor' = 'user:' || u.id
    where ${seen(workspaceId)}
      and (${area ?? null}::text is null or split_part(l.action, '.', 1) = ${area ?? null}::text)
      and (${person ?? null}::text is null or l.entry::jsonb ->> 'actor' = ${`member:${person}`} or l.entry::jsonb ->> 'actor' in (
        select 'user:' || m.user_id from members m where m.workspace_id = ${workspaceId} and m.member_id = ${person ?? null}))
      and (${keyword} = '' or l.object ilike ${like} or l.entry::jsonb ->> 'network' ilike ${like} or ${actorName} ilike ${like})
      and l.time >= coalesce(${start ?? null}::timestamptz, '-infinity') and l.time < coalesce(${end ?? null}::timestamptz, 'infinity')`;
};

export async function findEntries(
  db: Db,
  workspaceId: WorkspaceId,
  ask: LogAsk,
): Promise<{ rows: LogRow[]; total: number }> {
  const { rows } = await sql<LogRow>`select l.seq, l.time, l.entry::jsonb ->> 'actor' as actor,
      coalesce(${actorName}, l.entry::jsonb ->> 'actor') as actor_name, l.action, l.object, l.entry::jsonb ->> 'result' as result,
      l.entry::jsonb ->> 'network' as ip, l.entry::jsonb -> 'detail' as detail, encode(l.hash, 'hex') as hash
    ${fitting(workspaceId, ask)} order by l.seq desc limit ${ask.size} offset ${(ask.page - 1) * ask.size}`.execute(db);
  const count = await sql<{ n: number }>`select count(*)::int as n from (
    select 1 ${fitting(workspaceId, ask)} limit ${countMax}) bounded`.execute(db);
  return { rows, total: count.rows[0]?.n ?? 0 };
}
