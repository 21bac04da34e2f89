import type { Factor, UserId, WorkspaceId } from '@holdfast/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/database.ts';

export const findUser = (db: Db, id: UserId) =>
  db
    .selectFrom('users')
    .select(['nick_name', 'password_changed_at', 'totp_changed_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

/** An active member of the workspace who can log in. */
export const findMember = (db: Db, workspaceId: WorkspaceId, memberId: string) =>
  db
    .selectFrom('members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['u.id', 'u.nick_name as name'])
    .where('m.workspace_id', '=', workspaceId)
    .where('m.member_id', '=', memberId)
    .where('m.status', '=', 'active')
    .where('u.status', '=', 'active')
    .where('u.totp_confirmed_at', 'is not', null)
    .executeTakeFirst();

export const isMemberElsewhere = async (db: Db, id: UserId, workspaceId: WorkspaceId): Promise<boolean> =>
  (await db
    .selectFrom('members')
    .select('member_id')
    .where('user_id', '=', id)
    .where('workspace_id', '<>', workspaceId)
    .where('status', '=', 'active')
    .limit(1)
    .executeTakeFirst()) !== undefined;

/**
 * Open ones, with what has to hold as long as they are: whom they are about is an active member, and of this workspace alone, and whoever asked is still an owner.
 */
const open = (db: Db, now: Date) =>
  db
    .selectFrom('account_resets as r')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .innerJoin('users as b', 'b.id', 'r.asked_by')
    .innerJoin('members as m', (join) =>
      join.onRef('m.workspace_id', '=', 'r.workspace_id').onRef('m.user_id', '=', 'r.user_id'),
    )
    .innerJoin('members as o', (join) =>
      join.onRef('o.workspace_id', '=', 'r.workspace_id').onRef('o.user_id', '=', 'r.asked_by'),
    )
    .innerJoin('workspaces as w', 'w.id', 'r.workspace_id')
    .selectAll('r')
    .select(['u.nick_name as name', 'b.nick_name as by', 'm.member_id', 'w.name as workspace'])
    .where('r.ended_at', 'is', null)
    .where('r.expires_at', '>', now)
    .where('m.status', '=', 'active')
    .where('o.status', '=', 'active')
    .where('o.role', '=', 'owner')
    .where('u.status', '=', 'active')
    .where(
      sql<boolean>`not exists (select from members e where e.user_id = r.user_id and e.workspace_id <> r.workspace_id and e.status = 'active')`,
    );
export type OpenReset = Awaited<ReturnType<typeof openResets>>[number];

/** @param userId of one person alone; undefined: of all */
export const openResets = (db: Db, workspaceId: WorkspaceId, userId: UserId | undefined, now: Date) =>
  open(db, now)
    .where('r.workspace_id', '=', workspaceId)
    .$if(userId !== undefined, (query) => query.where(sql<boolean>`r.user_id = ${userId}`))
    .orderBy('r.id', 'desc')
    .execute();

export const openById = (db: Db, id: number, now: Date) => open(db, now).where('r.id', '=', id).executeTakeFirst();
export const openByToken = (db: Db, tokenHash: Buffer, now: Date) =>
  open(db, now).where('r.token_hash', '=', tokenHash).executeTakeFirst();

/** Held until the transaction ends; its user has to be held before. */
export const lockReset = (tx: Tx, id: number) =>
  tx
    .selectFrom('account_resets')
    .select('id')
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();

export const endReset = (tx: Tx, id: number, as: 'done' | 'stopped', now: Date) =>
  tx.updateTable('account_resets').set({ ended_at: now, ended_as: as }).where('id', '=', id).execute();

/** @param but this one */
export const overtake = (tx: Tx, userId: UserId, now: Date) =>
  tx
    .updateTable('account_resets')
    .set({ ended_at: now, ended_as: 'overtaken' })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .execute();

interface NewReset {
  readonly workspaceId: WorkspaceId;
  readonly userId: UserId;
  readonly what: Factor;
  readonly tokenHash: Buffer;
  readonly by: UserId;
  readonly now: Date;
  readonly dueAt: Date;
  readonly expiresAt: Date;
}
export const insertReset = (tx: Tx, one: NewReset) =>
  tx
    .insertInto('account_resets')
    .values({
      workspace_id: one.workspaceId,
      user_id: one.userId,
      what: one.what,
      token_hash: one.tokenHash,
      asked_by: one.by,
      asked_at: one.now,
      due_at: one.dueAt,
      expires_at: one.expiresAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
