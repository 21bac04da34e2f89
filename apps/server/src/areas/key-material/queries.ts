import { todoType, type WorkspaceId } from '@holdfast/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/database.ts';
import type { Proposal } from '../../proposals/service.ts';

export type Row = Proposal & {
  readonly ready_at: Date | null;
  readonly until: Date | null;
  readonly taken: number | null;
};

const rows = (db: Db, workspaceId: WorkspaceId) =>
  db
    .selectFrom('proposals as p')
    .leftJoin('key_exports as e', 'e.proposal_id', 'p.id')
    .selectAll('p')
    .select(['e.ready_at', 'e.until', 'e.taken'])
    .where('p.workspace_id', '=', workspaceId)
    .where('p.item_type', '=', todoType.keyMaterial);

/** The newest, as many as are ever looked through: how one stands depends on the rules in force and on the time. */
export const newestRequests = (db: Db, workspaceId: WorkspaceId, most: number): Promise<Row[]> =>
  rows(db, workspaceId).orderBy('p.created_at', 'desc').orderBy('p.id', 'desc').limit(most).execute();

export const findRequest = (db: Db, workspaceId: WorkspaceId, id: number): Promise<Row | undefined> =>
  rows(db, workspaceId).where('p.id', '=', id).executeTakeFirst();

/** What this member was told of and has not acknowledged. */
export const findNotices = (db: Db, workspaceId: WorkspaceId, member: string): Promise<Row[]> =>
  rows(db, workspaceId)
    .innerJoin('key_export_notices as n', 'n.proposal_id', 'p.id')
    .where('n.member', '=', member)
    .where('n.acknowledged_at', 'is', null)
    .orderBy('p.id', 'desc')
    .limit(20)
    .execute();

export const findTold = (db: Db, id: number): Promise<{ member: string; acknowledged_at: Date | null }[]> =>
  db
    .selectFrom('key_export_notices')
    .select(['member', 'acknowledged_at'])
    .where('proposal_id', '=', id)
    .orderBy('member')
    .execute();

/** False when there was nothing to acknowledge. */
export async function acknowledge(tx: Tx, id: number, member: string): Promise<boolean> {
  const row = await tx
    .updateTable('key_export_notices')
    .set({ acknowledged_at: sql<Date>`now()` })
    .where('proposal_id', '=', id)
    .where('member', '=', member)
    .where('acknowledged_at', 'is', null)
    .returning('member')
    .executeTakeFirst();
  return row !== undefined;
}

/** A grant, and who is told of it; once. */
export async function insertGrant(
  tx: Tx,
  { id, workspace_id }: Proposal,
  times: { readonly readyAt: Date; readonly until: Date },
  holders: readonly string[],
): Promise<void> {
  await tx
    .insertInto('key_exports')
    .values({ proposal_id: id, workspace_id, ready_at: times.readyAt, until: times.until })
    .onConflict((oc) => oc.doNothing())
    .execute();
  if (holders.length === 0) return;
  await tx
    .insertInto('key_export_notices')
    .values(holders.map((member) => ({ proposal_id: id, member })))
    .onConflict((oc) => oc.doNothing())
    .execute();
}

export const markTaken = (tx: Tx, id: number) =>
  tx
    .updateTable('key_exports')
    .set(({ eb }) => ({ taken: eb('taken', '+', 1), taken_at: sql<Date>`now()` }))
    .where('proposal_id', '=', id)
    .execute();
