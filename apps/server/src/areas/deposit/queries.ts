import type { AddressId, DepositId, SubWalletId, WorkspaceId } from '@holdfast/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/database.ts';
import type { Address } from '../wallet/service.ts';

export interface AddressAsk {
  readonly workspaceId: WorkspaceId;
  readonly subWalletId: SubWalletId;
  readonly chain: string;
  readonly keyword: string;
  readonly page: number;
  readonly size: number;
}
export interface AddressRow {
  readonly id: AddressId;
  readonly address: string;
  readonly branch: Address['branch'];
  readonly label: string;
  readonly index: number;
  readonly path: string;
  readonly key_group_id: string;
  readonly attestations: Address['attestations'];
  readonly created_at: Date;
  readonly last_used_at: Date | null;
}

export const findChainState = (db: Db, chain: string) =>
  db.selectFrom('chain_state').select(['state', 'problem']).where('chain', '=', chain).executeTakeFirst();

/** One page of the addresses of a sub-wallet on a chain. */
export async function findAddresses(db: Db, ask: AddressAsk): Promise<{ rows: AddressRow[]; total: number }> {
  const like = `%${ask.keyword.replace(/[\\%_]/g, '\\$&')}%`;
  const where = sql`a.workspace_id = ${ask.workspaceId} and a.sub_wallet_id = ${ask.subWalletId} and a.chain = ${ask.chain}
    and (a.address ilike ${like} or a.label ilike ${like})`;
  const { rows } = await sql<AddressRow>`
    select a.id, a.address, a.branch, a.label, a.index, a.path, a.key_group_id, a.attestations, a.created_at,
      (select max(d.created_at) from deposits d where d.address_id = a.id) as last_used_at
    from addresses a where ${where} order by a.branch, a.index limit ${ask.size} offset ${(ask.page - 1) * ask.size}`.execute(
    db,
  );
  const count = await sql<{ n: number }>`select count(*)::int as n from addresses a where ${where}`.execute(db);
  return { rows, total: count.rows[0]?.n ?? 0 };
}

/** The label, its row locked; undefined for an address of nobody's or another workspace's. */
export const labelOf = async (tx: Tx, workspaceId: WorkspaceId, id: AddressId): Promise<string | undefined> =>
  (
    await tx
      .selectFrom('addresses')
      .select('label')
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
  )?.label;
export const setLabel = (tx: Tx, workspaceId: WorkspaceId, id: AddressId, label: string) =>
  tx.updateTable('addresses').set({ label }).where('workspace_id', '=', workspaceId).where('id', '=', id).execute();

/** As `labelOf`, of a deposit's remark. */
export const remarkOf = async (tx: Tx, workspaceId: WorkspaceId, id: DepositId): Promise<string | undefined> =>
  (
    await tx
      .selectFrom('deposits')
      .select('remark')
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
  )?.remark;
export const setRemark = (tx: Tx, workspaceId: WorkspaceId, id: DepositId, remark: string) =>
  tx.updateTable('deposits').set({ remark }).where('workspace_id', '=', workspaceId).where('id', '=', id).execute();
