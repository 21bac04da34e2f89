import {
  proposalStatus,
  type Role,
  todoType,
  type UserId,
  type WalletRole,
  type WorkspaceId,
} from '@holdfast/contract';
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';

export const findUserByEmail = (db: Db, email: string) =>
  db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();
export const findUser = (db: Db, id: UserId) =>
  db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** `may`: the attempt may be judged; should it be wrong, the key is locked until `lockedUntil`. Else it is locked until then already. */
type Reserved =
  | { readonly may: true; readonly lockedUntil: Date | null }
  | { readonly may: false; readonly lockedUntil: Date };

/**
 * Counts an attempt before it is judged, so that parallel guesses cannot slip through together. A lock starts at the threshold with 15 minutes and doubles with each further failure, up to a day; a day without
 * failures starts anew.
 */
export async function reserveAttempt(db: Db, key: string, threshold: number, now: Date): Promise<Reserved> {
  const { rows } = await sql<{ locked_until: Date | null }>`
    insert into login_ladders as l (key, failures, updated_at) values (${key}, 1, ${now})
    on conflict (key) do update set
      failures = case when l.updated_at < ${now}::timestamptz - interval '1 day' then 1 else l.failures + 1 end,
      locked_until = case
        when l.updated_at < ${now}::timestamptz - interval '1 day' or l.failures + 1 < ${threshold}::int then null
        else ${now}::timestamptz + least(interval '1 day', interval '15 minutes' * power(2, least(l.failures + 1 - ${threshold}::int, 10)))
      end,
      updated_at = ${now}
    where l.locked_until is null or l.locked_until <= ${now}
    returning locked_until`.execute(db);
  const [reserved] = rows;
  if (reserved) return { may: true, lockedUntil: reserved.locked_until };
  const throttle = await db
    .selectFrom('login_ladders')
    .select('locked_until')
    .where('key', '=', key)
    .executeTakeFirst();
  return { may: false, lockedUntil: throttle?.locked_until ?? now };
}

export const clearLadder = (db: Db, key: string) => db.deleteFrom('login_ladders').where('key', '=', key).execute();

/** Takes one attempt back that turned out to be right, and with it a lock that stood on it. */
export const refundAttempt = (db: Db, key: string, threshold: number) =>
  sql`update login_ladders set failures = failures - 1,
      locked_until = case when failures - 1 < ${threshold}::int then null else locked_until end
    where key = ${key} and failures > 0`.execute(db);

/** Takes a TOTP step; false when this step, or a later one, was taken before. One statement: of parallel uses one wins. */
export async function takeTotpStep(db: Db, id: UserId, step: number): Promise<boolean> {
  const result = await db
    .updateTable('users')
    .set({ totp_last_step: step })
    .where('id', '=', id)
    .where('totp_last_step', '<', step)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** The first success also proves the authenticator. */
export const recordSuccess = (db: Db, id: UserId, now: Date) =>
  db
    .updateTable('users')
    .set((eb) => ({ last_login_at: now, totp_confirmed_at: eb.fn.coalesce('totp_confirmed_at', eb.val(now)) }))
    .where('id', '=', id)
    .execute();

interface UserFields {
  readonly email: string;
  readonly nick_name: string;
  readonly password_hash: string;
  readonly totp_secret: string;
}
export const upsertUser = (db: Db, fields: UserFields) =>
  db
    .insertInto('users')
    .values(fields)
    .onConflict((oc) => oc.column('email').doUpdateSet(fields))
    .returning('id')
    .executeTakeFirstOrThrow();

export interface NewSession {
  readonly tokenHash: Buffer;
  readonly userId: UserId;
  readonly workspaceId: WorkspaceId | null;
  readonly now: Date;
  /** When its user logged in. */
  readonly since: Date;
  readonly expiresAt: Date;
  readonly stepUpUntil: Date;
  readonly agentFamily: string;
  readonly agent: string;
  readonly network: string;
}

export const insertSession = (db: Db, session: NewSession) =>
  db
    .insertInto('sessions')
    .values({
      token_hash: session.tokenHash,
      user_id: session.userId,
      workspace_id: session.workspaceId,
      created_at: session.since,
      last_seen_at: session.now,
      expires_at: session.expiresAt,
      step_up_until: session.stepUpUntil,
      agent_family: session.agentFamily,
      agent: session.agent,
      network: session.network,
    })
    .execute();

export interface SessionRow {
  readonly userId: UserId;
  readonly email: string;
  readonly userStatus: 'active' | 'locked';
  readonly workspaceId: WorkspaceId | null;
  readonly memberId: string | null;
  readonly role: Role | null;
  readonly wallets: readonly WalletRole[] | null;
  readonly lastSeenAt: Date;
  readonly expiresAt: Date;
  readonly stepUpUntil: Date;
  readonly revokedAt: Date | null;
  readonly agentFamily: string;
}

/** A session with its user and, when still active, their membership of its workspace: one statement per request. */
export const findSession = (db: Db, tokenHash: Buffer): Promise<SessionRow | undefined> =>
  db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .leftJoin('members as m', (join) =>
      join
        .onRef('m.workspace_id', '=', 's.workspace_id')
        .onRef('m.user_id', '=', 's.user_id')
        .on('m.status', '=', 'active'),
    )
    .select([
      's.user_id as userId',
      'u.email',
      'u.status as userStatus',
      's.workspace_id as workspaceId',
      'm.member_id as memberId',
      'm.role',
      'm.wallets',
      's.last_seen_at as lastSeenAt',
      's.expires_at as expiresAt',
      's.step_up_until as stepUpUntil',
      's.revoked_at as revokedAt',
      's.agent_family as agentFamily',
    ])
    .where('s.token_hash', '=', tokenHash)
    .executeTakeFirst();

export const touchSession = (db: Db, tokenHash: Buffer, now: Date) =>
  db.updateTable('sessions').set({ last_seen_at: now }).where('token_hash', '=', tokenHash).execute();

/** Ends it. @returns since when its user was logged in; undefined where it had ended before */
export async function revokeSession(db: Db, tokenHash: Buffer, now: Date): Promise<Date | undefined> {
  const row = await db
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('token_hash', '=', tokenHash)
    .where('revoked_at', 'is', null)
    .returning('created_at')
    .executeTakeFirst();
  return row?.created_at;
}
/** Returns how many were live. */
export async function revokeAllSessions(db: Db, userId: UserId, now: Date): Promise<number> {
  const result = await db
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

/** Of one member, in their workspace only; in others they stay logged in. */
export async function revokeSessionsOfMember(db: Db, workspaceId: WorkspaceId, memberId: string, now: Date) {
  const result = await db
    .updateTable('sessions as s')
    .from('members as m')
    .set({ revoked_at: now })
    .whereRef('m.user_id', '=', 's.user_id')
    .whereRef('m.workspace_id', '=', 's.workspace_id')
    .where('m.workspace_id', '=', workspaceId)
    .where('m.member_id', '=', memberId)
    .where('s.revoked_at', 'is', null)
    .where('s.expires_at', '>', now)
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

export const firstWorkspaceOf = (db: Db, userId: UserId) =>
  db
    .selectFrom('members')
    .select('workspace_id')
    .where('user_id', '=', userId)
    .where('status', '=', 'active')
    .orderBy('workspace_id')
    .executeTakeFirst();

/** What the workspaces are called that somebody is a member of. */
export const workspaceNames = async (db: Db, userId: UserId): Promise<string[]> => {
  const rows = await db
    .selectFrom('members')
    .innerJoin('workspaces', 'workspaces.id', 'members.workspace_id')
    .select('workspaces.name')
    .where('members.user_id', '=', userId)
    .where('members.status', '=', 'active')
    .execute();
  return rows.map(({ name }) => name);
};

/**
 * Is somebody else's proposal to remove this member being decided? Until then they stay out, which only denies. Never an owner: whoever may propose could
 * otherwise keep out everybody who would refuse.
 */
export async function isToBeRemoved(db: Db, userId: UserId, now: Date): Promise<boolean> {
  const { open, applying } = proposalStatus;
  const { rows } = await sql`
    select from members m join proposals p on p.workspace_id = m.workspace_id
    where m.user_id = ${userId} and m.status = 'active' and m.role <> 'owner' and p.item_type = ${todoType.member}
      and p.subject ->> 'action' = 'remove' and p.subject ->> 'member' = m.member_id and p.initiator <> m.member_id
      and (p.status = ${applying} or (p.status = ${open} and p.expires_at > ${now})) limit 1`.execute(db);
  return rows.length > 0;
}

export const hasDevice = async (db: Db, userId: UserId): Promise<boolean> =>
  (await db.selectFrom('known_devices').select('device').where('user_id', '=', userId).limit(1).executeTakeFirst()) !==
  undefined;

/** True when the user was never seen there before. */
export async function noteDevice(
  db: Db,
  userId: UserId,
  { device, network }: { device: string; network: string },
  now: Date,
): Promise<boolean> {
  const { rows } = await sql<{ fresh: boolean }>`
    insert into known_devices (user_id, device, network, first_seen_at, last_seen_at)
    values (${userId}, ${device}, ${network}, ${now}, ${now})
    on conflict (user_id, device, network) do update set last_seen_at = excluded.last_seen_at returning xmax = 0 as fresh`.execute(
    db,
  );
  return rows[0]?.fresh === true;
}

/** Removes what can no longer matter: sessions over for a week, ladders untouched for two days. */
export async function purge(db: Db, now: Date): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * 86_400_000);
  await db.deleteFrom('sessions').where('expires_at', '<', before(7)).execute();
  await db.deleteFrom('login_ladders').where('updated_at', '<', before(2)).execute();
}

/** Moves a user's live sessions into a workspace that came to be after they logged in (set-up). */
export const moveSessions = (db: Db, userId: UserId, workspaceId: WorkspaceId) =>
  db
    .updateTable('sessions')
    .set({ workspace_id: workspaceId })
    .where('user_id', '=', userId)
    .where('workspace_id', 'is', null)
    .execute();
