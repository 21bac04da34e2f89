import type { Role, UserId, WorkspaceId } from '@holdfast/contract';
import { type Selectable, sql } from 'kysely';
import type { Database, Db, Tx } from '../../db/database.ts';

export type Invite = Selectable<Database['invites']>;

export interface NewInvite {
  readonly id: string;
  readonly workspaceId: WorkspaceId;
  readonly tokenHash: Buffer;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly wallets: readonly { readonly wallet: string; readonly role: string }[];
  readonly memberId: string;
  readonly inviterUser: UserId;
  readonly inviter: string;
  readonly expiresAt: Date;
}

/** Ends an invitation of the same address that ran out, so that it can be made anew. */
export const endExpired = (tx: Tx, workspaceId: WorkspaceId, email: string, now: Date) =>
  tx
    .updateTable('invites')
    .set({ cancelled_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('email', '=', email)
    .where('proposal_id', 'is', null)
    .where('cancelled_at', 'is', null)
    .where('expires_at', '<=', now)
    .execute();

/** False when there is an open invitation of this address. */
export async function insertInvite(tx: Tx, one: NewInvite): Promise<boolean> {
  const row = await tx
    .insertInto('invites')
    .values({
      id: one.id,
      workspace_id: one.workspaceId,
      token_hash: one.tokenHash,
      name: one.name,
      email: one.email,
      role: one.role,
      wallets: JSON.stringify(one.wallets),
      member_id: one.memberId,
      inviter_user: one.inviterUser,
      inviter: one.inviter,
      expires_at: one.expiresAt,
    })
    .onConflict((oc) => oc.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export const findInvite = (db: Db, tokenHash: Buffer): Promise<Invite | undefined> =>
  db.selectFrom('invites').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst();

export const lockInvite = (tx: Tx, id: string): Promise<Invite | undefined> =>
  tx.selectFrom('invites').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

const withProposals = (db: Db) =>
  db
    .selectFrom('invites as i')
    .leftJoin('proposals as p', 'p.id', 'i.proposal_id')
    .selectAll('i')
    .select('p.status as proposal_status');

export const listInvites = (db: Db, workspaceId: WorkspaceId) =>
  withProposals(db).where('i.workspace_id', '=', workspaceId).orderBy('i.created_at', 'desc').limit(200).execute();

export const findInviteAndProposal = (db: Db, tokenHash: Buffer) =>
  withProposals(db).where('i.token_hash', '=', tokenHash).executeTakeFirst();

export const cancelInvite = (tx: Tx, id: string, now: Date) =>
  tx.updateTable('invites').set({ cancelled_at: now }).where('id', '=', id).execute();

export const setInviteUser = (tx: Tx, id: string, userId: UserId) =>
  tx.updateTable('invites').set({ user_id: userId }).where('id', '=', id).execute();

export const setInviteProposal = (tx: Tx, id: string, proposalId: number) =>
  tx.updateTable('invites').set({ proposal_id: proposalId }).where('id', '=', id).execute();

export const findWorkspaceName = async (db: Db, id: WorkspaceId): Promise<string> =>
  (await db.selectFrom('workspaces').select('name').where('id', '=', id).executeTakeFirstOrThrow()).name;

/** Users behind members. */
export const findPeople = (db: Db, workspaceId: WorkspaceId) =>
  db
    .selectFrom('members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['m.member_id', 'u.email', 'u.last_login_at', 'u.totp_confirmed_at'])
    .where('m.workspace_id', '=', workspaceId)
    .execute();

/** Is somebody a member already under this address? */
export const isMemberAddress = async (db: Db, workspaceId: WorkspaceId, email: string): Promise<boolean> =>
  (await db
    .selectFrom('members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select('m.member_id')
    .where('m.workspace_id', '=', workspaceId)
    .where('u.email', '=', email)
    .where('m.status', '=', 'active')
    .executeTakeFirst()) !== undefined;

export interface Gone {
  readonly workspace_id: WorkspaceId;
  readonly member_id: string;
}
/** Roles as the rules name them; and whoever was invited and now stands in the rules is a member. Returns who was one until now. */
export async function followMembers(tx: Tx, told: string): Promise<Gone[]> {
  const { rows: gone } = await sql<Gone>`select m.workspace_id, m.member_id
    from members m join json_to_recordset(${told}::json) as t(id text, status text) on t.id = m.member_id
    where m.status = 'active' and t.status = 'removed' for update of m`.execute(tx);
  await sql`insert into members (workspace_id, user_id, member_id, role, wallets)
    select i.workspace_id, i.user_id, i.member_id, t.role, t.wallets
    from invites i join json_to_recordset(${told}::json) as t(id text, role text, status text, wallets jsonb) on t.id = i.member_id and t.status = 'active'
    where i.user_id is not null
    on conflict (workspace_id, user_id) do update set member_id = excluded.member_id, role = excluded.role, wallets = excluded.wallets, status = 'active'
      where members.status = 'removed'`.execute(tx);
  await sql`update members m set role = t.role, status = t.status, wallets = t.wallets
    from json_to_recordset(${told}::json) as t(id text, role text, status text, wallets jsonb)
    where m.member_id = t.id and (m.role, m.status, m.wallets) is distinct from (t.role, t.status, t.wallets)`.execute(
    tx,
  );
  await sql`update sessions s set workspace_id = m.workspace_id from members m
    where m.user_id = s.user_id and m.status = 'active' and s.workspace_id is null`.execute(tx);
  await sql`update sessions s set revoked_at = now() from members m
    where m.user_id = s.user_id and m.status = 'removed' and s.revoked_at is null
      and not exists (select from members other where other.user_id = s.user_id and other.status = 'active')`.execute(
    tx,
  );
  return gone;
}
