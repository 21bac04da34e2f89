import type { SubWalletId, WorkspaceId } from '@holdfast/contract';
import type { Db } from '../../db/database.ts';

/** The one account of a sub-wallet on each of these chains, where it has one. */
export const findAccounts = (db: Db, workspaceId: WorkspaceId, subWalletId: SubWalletId, chains: readonly string[]) =>
  db
    .selectFrom('addresses')
    .select(['chain', 'address', 'path', 'key_group_id', 'attestations'])
    .where('workspace_id', '=', workspaceId)
    .where('sub_wallet_id', '=', subWalletId)
    .where('chain', 'in', ['', ...chains])
    .where('branch', '=', 0)
    .where('index', '=', 0)
    .execute();
