import type { OrderId, SubWalletId, WorkspaceId } from '@holdfast/contract';
import { orderStatus } from '@holdfast/contract';
import type { Db } from '../../db/database.ts';
import type { AssetId } from '../../ledger/service.ts';
import { allowingKinds, kindsListed, kindsThat } from '../../orders/service.ts';

interface Spender {
  readonly asset_id: AssetId;
  readonly address_to: string;
}

/** Whom the sub-wallet allowed something on a chain, by what was asked for here. */
export const findSpenders = (
  db: Db,
  workspaceId: WorkspaceId,
  subWalletId: SubWalletId,
  chain: string,
): Promise<Spender[]> =>
  db
    .selectFrom('orders')
    .select(['asset_id', 'address_to'])
    .distinct()
    .where('workspace_id', '=', workspaceId)
    .where('sub_wallet_id', '=', subWalletId)
    .where('chain', '=', chain)
    .where('kind', 'in', allowingKinds)
    .where('status', 'in', [orderStatus.paying, orderStatus.done])
    .execute();

/** The intent of a message that is to be signed, and its signature. */
export const findMessage = (db: Db, workspaceId: WorkspaceId, id: OrderId) =>
  db
    .selectFrom('orders')
    .select(['intent', 'raw', 'status'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where(
      'kind',
      'in',
      kindsThat(({ isSigned }) => isSigned === true),
    )
    .executeTakeFirst();

export async function isWeb3(db: Db, workspaceId: WorkspaceId, id: OrderId): Promise<boolean> {
  const found = await db
    .selectFrom('orders')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('kind', 'in', kindsListed('web3'))
    .executeTakeFirst();
  return found !== undefined;
}
