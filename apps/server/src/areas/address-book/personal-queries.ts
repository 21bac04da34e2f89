import type { PersonalEntryId, UserId, WorkspaceId } from '@holdfast/contract';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Database, Db, Tx } from '../../db/database.ts';

/** Whose list it is: every question is asked with both. */
export interface Owner {
  readonly workspaceId: WorkspaceId;
  readonly userId: UserId;
}
export type PersonalRow = Selectable<Database['personal_entries']>;
type Content = Omit<Insertable<Database['personal_entries']>, 'workspace_id' | 'user_id' | 'created_at'>;

/** Everything the member keeps: at most the contract's limit. */
export const ownEntries = (db: Db, { workspaceId, userId }: Owner): Promise<PersonalRow[]> =>
  db
    .selectFrom('personal_entries')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .orderBy('label')
    .orderBy('id')
    .execute();

/** Makes the member's other writes wait: what is looked at before a write still holds when it is written. */
export const lockOwner = async (tx: Tx, { userId }: Owner): Promise<void> =>
  void (await sql`select id from users where id = ${userId} for no key update`.execute(tx));

export const insertEntry = async (tx: Tx, owner: Owner, content: Content): Promise<PersonalEntryId> =>
  (
    await tx
      .insertInto('personal_entries')
      .values({ workspace_id: owner.workspaceId, user_id: owner.userId, ...content })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;

export const updateEntry = async (tx: Tx, id: PersonalEntryId, content: Content): Promise<void> =>
  void (await tx.updateTable('personal_entries').set(content).where('id', '=', id).execute());

export const deleteEntries = async (tx: Tx, ids: readonly PersonalEntryId[]): Promise<void> =>
  void (await tx.deleteFrom('personal_entries').where('id', 'in', ids).execute());
