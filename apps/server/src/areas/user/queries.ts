import type { UserId } from '@holdfast/contract';
import type { Db } from '../../db/database.ts';

export const findUser = (db: Db, id: UserId) =>
  db
    .selectFrom('users')
    .select(['id', 'email', 'nick_name', 'language', 'time_zone', 'totp_confirmed_at', 'last_login_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

export const findMemberships = (db: Db, id: UserId) =>
  db
    .selectFrom('members as m')
    .innerJoin('workspaces as w', 'w.id', 'm.workspace_id')
    .select(['w.id', 'w.name', 'm.role', 'm.member_id'])
    .where('m.user_id', '=', id)
    .where('m.status', '=', 'active')
    .orderBy('w.id')
    .execute();
export const findPolicyText = async (db: Db): Promise<string | null> =>
  (await db.selectFrom('installation').select('policy_document').executeTakeFirstOrThrow()).policy_document;
