import type { SubWalletId, WorkspaceId } from '@holdfast/contract';
import type { Db } from '../../db/database.ts';

/** Addresses of a sub-wallet on a chain with their paths, deposits first. */
export const findAddresses = (db: Db, chain: string, workspaceId: WorkspaceId, subWalletId: SubWalletId) =>
  db
    .selectFrom('addresses')
    .select(['address', 'path'])
    .where('workspace_id', '=', workspaceId)
    .where('sub_wallet_id', '=', subWalletId)
    .where('chain', '=', chain)
    .orderBy('branch')
    .orderBy('index')
    .limit(1_000)
    .execute();
