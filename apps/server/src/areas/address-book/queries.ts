import { orderStatus, type SubWalletId, type WorkspaceId } from '@holdfast/contract';
import { type BookChange, bookHash, entryHash } from '@holdfast/policy';
import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../db/database.ts';
import type { BookEntryTable } from '../../db/proposal-tables.ts';

export type EntryRow = Selectable<BookEntryTable>;

export const bookHashOf = async (db: Db, workspaceId: WorkspaceId): Promise<string> =>
  (await db.selectFrom('books').select('hash').where('workspace_id', '=', workspaceId).executeTakeFirst())?.hash ?? '';

/** Everything that is listed: at most the policy package's limit, and asked for rarely. */
export const listedEntries = (db: Db, workspaceId: WorkspaceId): Promise<EntryRow[]> =>
  db
    .selectFrom('book_entries')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('removed_at', 'is', null)
    .orderBy('label')
    .orderBy('hash')
    .execute();

/** What the signers have taken over, once: a change that is in already changes nothing. */
export async function applyChange(tx: Tx, workspaceId: WorkspaceId, change: BookChange, now: Date): Promise<void> {
  const hash = bookHash(change);
  const { rows } = await sql<{ hash: string }>`insert into books (workspace_id, hash) values (${workspaceId}, ${hash})
    on conflict (workspace_id) do update set hash = excluded.hash where books.hash = ${change.prev} returning hash`.execute(
    tx,
  );
  if (rows.length === 0) return;
  if (change.remove.length > 0)
    await tx
      .updateTable('book_entries')
      .set({ removed_at: now })
      .where('workspace_id', '=', workspaceId)
      .where('hash', 'in', change.remove)
      .execute();
  for (const { chains, address, memo, assets, label, ...rest } of change.add) {
    const row = { chains, address, memo, assets, label, since: now, removed_at: null };
    await tx
      .insertInto('book_entries')
      .values({ workspace_id: workspaceId, hash: entryHash({ chains, address, memo, assets, label, ...rest }), ...row })
      .onConflict((oc) => oc.columns(['workspace_id', 'hash']).doUpdateSet(row))
      .execute();
  }
}

export interface Usage {
  readonly address: string;
  readonly used: number;
  readonly last: Date;
}
/** On its way, or arrived. */
const paid = [orderStatus.paying, orderStatus.done];

/** How often and when last each address was paid, by all of the workspace or by one sub-wallet. */
export async function usageOf(
  db: Db,
  workspaceId: WorkspaceId,
  addresses: readonly string[],
  subWalletId?: SubWalletId,
): Promise<Usage[]> {
  if (addresses.length === 0) return [];
  const { rows } =
    await sql<Usage>`select address_to as address, count(*)::int as used, max(created_at) as last from orders
    where workspace_id = ${workspaceId} and address_to = any(${addresses}) and status = any(${paid})
      and (${subWalletId ?? null}::bigint is null or sub_wallet_id = ${subWalletId ?? null}) group by 1`.execute(db);
  return rows;
}
