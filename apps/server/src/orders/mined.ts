import { type OrderId, orderStatus, type WorkspaceId } from '@holdfast/contract';
import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import { addEvent } from './moves.ts';

/** What the chain watcher tells orders of blocks. Status and money wait for finality, which is the orders' own business (`pay.ts`). */

/** A block as far as it concerns orders. */
export interface BlockOfTxs {
  readonly height: number;
  readonly hash: string;
  readonly txids: readonly string[];
}
export interface MinedOrder {
  readonly id: OrderId;
  readonly workspace_id: WorkspaceId;
}

/** Notes in which block an order's transaction is. */
export async function noteMined(tx: Tx, chain: string, blocks: readonly BlockOfTxs[]): Promise<MinedOrder[]> {
  const paying = await tx
    .selectFrom('orders')
    .select(['id', 'txid', 'workspace_id', 'raises'])
    .where('chain', '=', chain)
    .where('status', '=', orderStatus.paying)
    .where('mined_height', 'is', null)
    .execute();
  if (paying.length === 0) return [];
  const blockOf = new Map(blocks.flatMap((block) => block.txids.map((txid) => [txid, block])));
  const mined: MinedOrder[] = [];
  for (const { id, txid, workspace_id, raises } of paying) {
    const block = blockOf.get(txid ?? '');
    if (!block) continue;
    const detail = { height: String(block.height), hash: block.hash };
    await note(tx, id, block, null, detail);
    mined.push({ id, workspace_id });
    // With an attempt at it a payment is made: it has the same place on the chain.
    if (raises === null) continue;
    await note(tx, raises as OrderId, block, id, { ...detail, txid: txid ?? '' });
    mined.push({ id: raises as OrderId, workspace_id });
  }
  return mined;
}

async function note(
  tx: Tx,
  id: OrderId,
  { height, hash }: BlockOfTxs,
  as: OrderId | null,
  detail: Record<string, string>,
): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ mined_height: height, mined_hash: hash, mined_as: as, sub_status: 'confirming' })
    .where('id', '=', id)
    .where('status', '=', orderStatus.paying)
    .execute();
  await addEvent(tx, id, { to: orderStatus.paying, sub: 'mined', actor: 'chain', detail });
}

/** Takes back what `noteMined` noted of blocks above the fork: these payments are in no block any more, and are sent again. */
export async function noteUnmined(tx: Tx, chain: string, fork: number): Promise<void> {
  const orders = await tx
    .updateTable('orders')
    .set({ mined_height: null, mined_hash: null, mined_as: null, sub_status: 'reorged', next_at: sql<Date>`now()` })
    .where('chain', '=', chain)
    .where('status', '=', orderStatus.paying)
    .where('mined_height', '>', fork)
    .returning(['id'])
    .execute();
  for (const { id } of orders)
    await addEvent(tx, id, { to: orderStatus.paying, sub: 'reorged', actor: 'chain', detail: { fork: String(fork) } });
}
