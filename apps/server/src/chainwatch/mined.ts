import type { ChainBlock } from '@holdfast/chains/rpc';
import { type OrderId, orderStatus, type SubWalletId, type WorkspaceId } from '@holdfast/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import { addEvent } from '../orders/moves.ts';

export interface MinedOrder {
  readonly id: OrderId;
  readonly workspace_id: WorkspaceId;
}

/** Names a transaction together with the sub-wallet that it pays from. */
export const paidBy = (txid: string, subWalletId: SubWalletId): string => `${txid} ${subWalletId}`;

/** Which of these transactions are orders of ours, each with its paying sub-wallet (`paidBy`): only there its change is no deposit. */
export async function ownPayments(db: Db, chain: string, txids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('orders')
    .select(['txid', 'sub_wallet_id'])
    .where('chain', '=', chain)
    .where('txid', '=', sql<string>`any(${txids})`)
    .execute();
  return new Set(rows.flatMap(({ txid, sub_wallet_id }) => (txid === null ? [] : [paidBy(txid, sub_wallet_id)])));
}

/** Notes in which block an order's transaction is. Status and money wait for finality, which is the orders' own business. */
export async function noteMined(tx: Tx, chain: string, blocks: readonly ChainBlock[]): Promise<MinedOrder[]> {
  const paying = await tx
    .selectFrom('orders')
    .select(['id', 'txid', 'workspace_id'])
    .where('chain', '=', chain)
    .where('status', '=', orderStatus.paying)
    .where('mined_height', 'is', null)
    .execute();
  if (paying.length === 0) return [];
  const blockOf = new Map(blocks.flatMap((block) => block.txids.map((txid) => [txid, block])));
  const mined: MinedOrder[] = [];
  for (const { id, txid, workspace_id } of paying) {
    const block = blockOf.get(txid ?? '');
    if (!block) continue;
    await tx
      .updateTable('orders')
      .set({ mined_height: block.height, mined_hash: block.hash, sub_status: 'confirming' })
      .where('id', '=', id)
      .execute();
    const detail = { height: String(block.height), hash: block.hash };
    await addEvent(tx, id, { to: orderStatus.paying, sub: 'mined', actor: 'chain', detail });
    mined.push({ id, workspace_id });
  }
  return mined;
}

/** Lets orders that waited for this height, or for coins, be looked at. Returns how many. */
export async function wakeWaiting(db: Db, chain: string, finalFrom: number): Promise<number> {
  const result = await db
    .updateTable('orders')
    .set({ next_at: sql<Date>`now()` })
    .where('chain', '=', chain)
    .where('next_at', '>', sql<Date>`now()`)
    .where((eb) =>
      eb.or([
        eb.and([eb('status', '=', orderStatus.paying), eb('mined_height', '<=', finalFrom)]),
        eb.and([eb('status', '=', orderStatus.awaitingSignature), eb('sub_status', '=', 'waiting_for_coins')]),
      ]),
    )
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}
