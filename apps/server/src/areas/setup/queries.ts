import { proposalStatus, type UserId, type WorkspaceId } from '@holdfast/contract';
import type { GraceRules } from '@holdfast/policy';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/database.ts';
import type { AgreedPolicy } from '../../signers/agreement.ts';
import type { KeyGroupPublic } from '../../signers/types.ts';

export const readInstallation = (db: Db) => db.selectFrom('installation').selectAll().executeTakeFirstOrThrow();
/** The same row, locked: one set-up step at a time. */
export const lockInstallation = (db: Db) =>
  db.selectFrom('installation').selectAll().forUpdate().executeTakeFirstOrThrow();

export const setOwner = (db: Db, owner: UserId | null) =>
  db.updateTable('installation').set({ owner_user_id: owner }).execute();
export const setTokenHash = (db: Db, hash: string | null) =>
  db.updateTable('installation').set({ setup_token_hash: hash }).execute();
export const deleteUser = (db: Db, id: UserId) => db.deleteFrom('users').where('id', '=', id).execute();

/** False when another process has stored it already. */
export async function storePolicy(
  db: Db,
  { document, text, hash }: AgreedPolicy,
  graceRules: readonly GraceRules[],
): Promise<boolean> {
  // First, so that a version in force is never one that is not kept.
  await db
    .insertInto('policy_versions')
    .values({ version: document.version, hash, document: text })
    .onConflict((oc) => oc.column('version').doNothing())
    .execute();
  const result = await db
    .updateTable('installation')
    .set({
      deployment: document.deployment,
      policy_id: document.id,
      policy_version: document.version,
      policy_hash: hash,
      policy_document: text,
      book_held: JSON.stringify(graceRules),
    })
    .where('policy_hash', 'is distinct from', hash)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** A signer that took the same rules later, or again after it was put back, holds them for longer. */
export const storeGraceRules = (db: Db, hash: string, graceRules: readonly GraceRules[]) =>
  db
    .updateTable('installation')
    .set({ book_held: JSON.stringify(graceRules) })
    .where('policy_hash', '=', hash)
    .execute();

/** A change that waits for approval has something to do at once: it is asked for again under the rules now in force. */
export async function wakeProposals(tx: Tx): Promise<void> {
  await sql`update proposals set next_at = now() where status = ${proposalStatus.open}`.execute(tx);
}

/** False when another process has stored it already. */
export async function storeKeyGroup(db: Db, group: KeyGroupPublic): Promise<boolean> {
  await db
    .insertInto('key_groups')
    .values({
      id: group.id,
      secp256k1_public_key: group.secp256k1.publicKey,
      secp256k1_chain_code: group.secp256k1.chainCode,
      ed25519_public_key: group.ed25519.publicKey,
      ed25519_chain_code: group.ed25519.chainCode,
      epoch: group.epoch,
      threshold: group.threshold,
    })
    .onConflict((oc) => oc.column('id').doNothing())
    .execute();
  const result = await db
    .updateTable('installation')
    .set({ key_group_id: group.id })
    .where('key_group_id', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

export async function insertWorkspace(
  db: Db,
  { name, keyGroupId, owner, memberId }: { name: string; keyGroupId: string; owner: UserId; memberId: string },
): Promise<WorkspaceId> {
  const { id } = await db
    .insertInto('workspaces')
    .values({ name, key_group_id: keyGroupId })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('members')
    .values({ workspace_id: id, user_id: owner, member_id: memberId, role: 'owner' })
    .execute();
  await db.updateTable('installation').set({ workspace_id: id }).execute();
  return id;
}
