import type { SubWalletId, WorkspaceId } from '@holdfast/contract';
import type { Db } from '../../db/database.ts';

/** Height of the last block that was taken in; 0 before the first. */
export const findTip = async (db: Db, chain: string): Promise<number> =>
  (await db.selectFrom('chain_state').select('height').where('chain', '=', chain).executeTakeFirst())?.height ?? 0;

/** The sub-wallet's own address, to which its outputs could be paid together. */
export const findFirstAddress = async (
  db: Db,
  chain: string,
  of: { readonly workspace_id: WorkspaceId; readonly sub_wallet_id: SubWalletId },
): Promise<string | undefined> => {
  const row = await db
    .selectFrom('addresses')
    .select('address')
    .where('workspace_id', '=', of.workspace_id)
    .where('sub_wallet_id', '=', of.sub_wallet_id)
    .where('chain', '=', chain)
    .where('branch', '=', 0)
    .orderBy('index')
    .executeTakeFirst();
  return row?.address;
};
