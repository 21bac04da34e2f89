import type { OrderId, UserId } from '@holdfast/contract';
import type { Insertable } from 'kysely';
import type { Database, Db } from '../../db/database.ts';

/** The user's newest code for an order that is good until `until` at least. */
export const findOpenCode = (db: Db, orderId: OrderId, userId: UserId, until: Date) =>
  db
    .selectFrom('qrcs')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('user_id', '=', userId)
    .where('expires_at', '>=', until)
    .orderBy('expires_at', 'desc')
    .executeTakeFirst();

export const insertCode = (db: Db, code: Insertable<Database['qrcs']>) =>
  db.insertInto('qrcs').values(code).returningAll().executeTakeFirstOrThrow();

export async function deleteCodes(db: Db, endedBefore: Date): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('qrcs').where('expires_at', '<', endedBefore).executeTakeFirst();
  return Number(numDeletedRows);
}
