import type { UserId } from '@holdfast/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/database.ts';

/** Nobody else changes how this person logs in until the transaction ends. */
export const lockUser = (tx: Tx, id: UserId) =>
  tx.selectFrom('users').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
export type LockedUser = Awaited<ReturnType<typeof lockUser>>;

const noNext = { totp_next: null, totp_next_id: null, totp_next_for: null, totp_next_at: null };

/** A secret that waits for its first code goes whenever anything about the login changes. */
export const forgetNextSecret = (tx: Tx, id: UserId) =>
  tx.updateTable('users').set(noNext).where('id', '=', id).execute();

export const setPassword = (tx: Tx, id: UserId, hash: string, now: Date) =>
  tx
    .updateTable('users')
    .set({ ...noNext, password_hash: hash, password_changed_at: now })
    .where('id', '=', id)
    .execute();

/** @param step of the code that confirmed it: it is used */
export const setTotpSecret = (tx: Tx, id: UserId, sealed: string, step: number, now: Date) =>
  tx
    .updateTable('users')
    .set({ ...noNext, totp_secret: sealed, totp_last_step: step, totp_changed_at: now })
    .where('id', '=', id)
    .execute();

interface NextSecret {
  readonly id: string;
  readonly sealed: string;
  /** For whom it was made. */
  readonly holder: string;
  readonly at: Date;
}
/** In the place of one that was there. */
export const setNextSecret = (tx: Tx, user: UserId, { id, sealed, holder, at }: NextSecret) =>
  tx
    .updateTable('users')
    .set({ totp_next: sealed, totp_next_id: id, totp_next_for: holder, totp_next_at: at })
    .where('id', '=', user)
    .execute();

export const formerPasswords = async (db: Db, id: UserId, max: number): Promise<string[]> =>
  (
    await db
      .selectFrom('former_passwords')
      .select('password_hash')
      .where('user_id', '=', id)
      .orderBy('id', 'desc')
      .limit(max)
      .execute()
  ).map(({ password_hash }) => password_hash);

/** Of these only the newest are kept. */
export async function keepFormerPassword(tx: Tx, id: UserId, hash: string, now: Date, max: number): Promise<void> {
  await tx.insertInto('former_passwords').values({ user_id: id, password_hash: hash, replaced_at: now }).execute();
  await sql`delete from former_passwords where user_id = ${id} and id not in (
    select id from former_passwords where user_id = ${id} order by id desc limit ${max})`.execute(tx);
}

/** A session's times, which cannot end meanwhile. */
export const lockSession = (tx: Tx, tokenHash: Buffer) =>
  tx
    .selectFrom('sessions')
    .select(['last_seen_at as lastSeenAt', 'expires_at as expiresAt', 'revoked_at as revokedAt'])
    .where('token_hash', '=', tokenHash)
    .forUpdate()
    .executeTakeFirst();

/** Returns how many others were live. */
export async function revokeOthers(tx: Tx, id: UserId, tokenHash: Buffer, now: Date): Promise<number> {
  const result = await tx
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('user_id', '=', id)
    .where('token_hash', '<>', tokenHash)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

export async function revokeOne(tx: Tx, user: UserId, id: string, now: Date): Promise<boolean> {
  const result = await tx
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('user_id', '=', user)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Neither ended nor too old; which of them are idle, the caller says. */
export const openSessions = (db: Db, id: UserId, now: Date) =>
  db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', id)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('last_seen_at', 'desc')
    .execute();

/** Where people are members: their consoles show what changed about them. */
export const workspacesOf = async (db: Db, id: UserId) =>
  (
    await db
      .selectFrom('members')
      .select('workspace_id')
      .where('user_id', '=', id)
      .where('status', '=', 'active')
      .execute()
  ).map(({ workspace_id }) => workspace_id);
