import { orderStatus } from '@holdfast/contract';
import { sql } from 'kysely';
import type { WaitReason } from '../chains/plans.ts';
import type { Db, Tx } from '../db/database.ts';

const blocksMayHelp: WaitReason = 'waiting_for_coins';

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
        eb.and([eb('status', '=', orderStatus.awaitingSignature), eb('sub_status', '=', blocksMayHelp)]),
      ]),
    )
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

/** Lets every order that waits for approval or its signature be looked at: other rules are in force, under which it is asked for again. */
export const wakeOpen = (tx: Tx) =>
  tx
    .updateTable('orders')
    .set({ next_at: sql<Date>`now()` })
    .where('status', 'in', [orderStatus.awaitingApproval, orderStatus.awaitingSignature])
    .execute();
