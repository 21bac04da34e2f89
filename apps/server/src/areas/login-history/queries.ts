import type { LoginId, UserId } from '@holdfast/contract';
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';

export interface LoginAsk {
  readonly userId: UserId;
  readonly result: boolean | undefined;
  readonly keyword: string;
  readonly start: Date | undefined;
  readonly end: Date | undefined;
  readonly page: number;
  readonly size: number;
}
export interface LoginRow {
  readonly id: LoginId;
  readonly time: Date;
  readonly network: string;
  readonly agent: string;
  readonly method: 'password+totp' | 'step_up';
  readonly result: boolean;
  readonly reason: string;
  readonly device: string;
  readonly is_new: boolean;
  readonly acknowledged: boolean;
}

/** The log has an entry of the user's own that says this login was theirs. */
const acknowledged = (userId: UserId) => sql`exists (select 1 from audit_log a
  where a.action = 'session.acknowledge' and a.object = 'login:' || h.id and a.entry::jsonb ->> 'actor' = ${`user:${userId}`})`;

const columns = (
  userId: UserId,
) => sql`h.id, h.time, h.network, h.agent, h.method, h.result, h.reason, h.device, h.is_new,
  ${acknowledged(userId)} as acknowledged`;

/** `object` is what the log is indexed by; the view's user id alone would read all of it. */
const own = (userId: UserId) => sql`h.object = ${`user:${userId}`}`;

export async function findLogins(db: Db, ask: LoginAsk): Promise<{ rows: LoginRow[]; total: number }> {
  const like = `%${ask.keyword.replace(/[\\%_]/g, '\\$&')}%`;
  const where = sql`${own(ask.userId)}
    and (${ask.result ?? null}::boolean is null or h.result = ${ask.result ?? null}::boolean)
    and (h.network ilike ${like} or h.agent ilike ${like})
    and h.time >= coalesce(${ask.start ?? null}::timestamptz, '-infinity') and h.time < coalesce(${ask.end ?? null}::timestamptz, 'infinity')`;
  const { rows } = await sql<LoginRow>`select ${columns(ask.userId)} from login_history h where ${where}
    order by h.id desc limit ${ask.size} offset ${(ask.page - 1) * ask.size}`.execute(db);
  const count = await sql<{ n: number }>`select count(*)::int as n from login_history h where ${where}`.execute(db);
  return { rows, total: count.rows[0]?.n ?? 0 };
}

/** Successful logins from somewhere new that the user has said nothing about, since their sessions were last ended all at once. */
export async function findAlerts(db: Db, userId: UserId, max: number): Promise<LoginRow[]> {
  const { rows } = await sql<LoginRow>`select ${columns(userId)} from login_history h
    where ${own(userId)} and h.is_new and h.result and not ${acknowledged(userId)}
      and h.id > coalesce((select max(a.seq) + 1 from audit_log a where a.object = ${`user:${userId}`} and a.action = 'session.revokeAll'), 0)
    order by h.id desc limit ${max}`.execute(db);
  return rows;
}

export const isLogin = async (db: Db, userId: UserId, id: number): Promise<boolean> =>
  (await sql`select 1 from login_history h where ${own(userId)} and h.id = ${id}`.execute(db)).rows.length > 0;
