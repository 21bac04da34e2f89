import { type SubWalletId, transactionType, type WorkspaceId } from '@holdfast/contract';
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { horizonOf } from '../../db/horizon.ts';
import type { Entry } from './entry.ts';
import { findEntries } from './queries.ts';

/** Deposits, or orders. */
export type Side = typeof transactionType.deposit | typeof transactionType.withdraw;
export interface Behind {
  readonly side: Side;
  /** Of the last row that the caller has. */
  readonly id: number;
  readonly size: number;
  /** Empty: all. */
  readonly subWallets: readonly SubWalletId[];
}

const nameOf = (side: Side) => (side === transactionType.deposit ? 'deposits' : 'orders');

/** Rows behind an id, oldest first, none of which is ever left out; `more`: there are others at once. */
export async function findBehind(
  db: Db,
  workspaceId: WorkspaceId,
  { side, id, size, subWallets }: Behind,
): Promise<{ rows: Entry[]; more: boolean }> {
  const last = await horizonOf(db, nameOf(side));
  const where = subWallets.length === 0 ? sql`true` : sql`sub_wallet_id = any(${[...subWallets]}::int[])`;
  const { rows } = await sql<{ id: number }>`select id from ${sql.table(nameOf(side))}
    where workspace_id = ${workspaceId} and id > ${id} and id <= ${last} and ${where} order by id limit ${size + 1}`.execute(
    db,
  );
  const refs = rows.slice(0, size).map((row) => ({ type: side, id: Number(row.id), micros: 0 }));
  return { rows: await findEntries(db, workspaceId, refs), more: rows.length > size };
}

/** Those of these ids, or of orders by the ids of their requests, that there are. */
export async function findNamed(
  db: Db,
  workspaceId: WorkspaceId,
  {
    side,
    ids,
    requestIds,
    subWallets,
  }: Pick<Behind, 'side' | 'subWallets'> & { readonly ids: readonly number[]; readonly requestIds: readonly string[] },
): Promise<Entry[]> {
  const byRequest = side === transactionType.deposit ? sql`false` : sql`request_id = any(${[...requestIds]}::text[])`;
  const where = subWallets.length === 0 ? sql`true` : sql`sub_wallet_id = any(${[...subWallets]}::int[])`;
  const { rows } = await sql<{ id: number }>`select id from ${sql.table(nameOf(side))}
    where workspace_id = ${workspaceId} and ${where} and (id = any(${[...ids]}::bigint[]) or ${byRequest}) order by id`.execute(
    db,
  );
  return findEntries(
    db,
    workspaceId,
    rows.map((row) => ({ type: side, id: Number(row.id), micros: 0 })),
  );
}
