import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { unhurried } from '../db/transaction.ts';
import type { OrderDeps } from './deps.ts';
import type { Order } from './moves.ts';

/** Signed orders, as signers know them. */
export type Unsettled = readonly string[];

/** At most so many at once: as many as a signer takes. */
const most = 100;
const againSeconds = 10;

/** Intents that were signed and that not every signer is known to have been told of. None: no batch. */
export async function claimUnsettled(db: Db): Promise<Unsettled[]> {
  const { rows } = await sql<{ intent_id: string }>`
    with ${unhurried(db)} update orders set settle_at = now() + make_interval(secs => ${againSeconds}) from unhurried
    where id in (select id from orders where settle_at <= now() order by settle_at limit ${most} for update skip locked)
    returning intent_id`.execute(db);
  return rows.length === 0 ? [] : [rows.map(({ intent_id }) => intent_id)];
}

/** Those of one account, which a signer is to be told of before it is shown another payment of it: it holds that to what it knew when it first saw it. */
export async function unsettledOf(db: Db, { sub_wallet_id, chain }: Pick<Order, 'sub_wallet_id' | 'chain'>) {
  const found = await db
    .selectFrom('orders')
    .select('intent_id')
    .where('settle_at', 'is not', null)
    .where('sub_wallet_id', '=', sub_wallet_id)
    .where('chain', '=', chain)
    .orderBy('settle_at')
    .limit(most)
    .execute();
  return found.map(({ intent_id }) => intent_id);
}

/**
 * Tells every signer that we stand for these: their bytes are in our books and are sent until they are mined. Without it a signer would take them for
 * payments that failed and may still be made, once their time is over, and let nothing else leave their accounts. Safe to repeat.
 */
export async function settleAtSigners(
  { db, signers }: Pick<OrderDeps, 'db' | 'signers'>,
  intents: Unsettled,
): Promise<void> {
  await Promise.all(signers.map((signer) => signer.call('settle', { intents })));
  // What is lost of this is told again.
  await sql`with ${unhurried(db)} update orders set settle_at = null from unhurried where intent_id = any(${intents}::uuid[])`.execute(
    db,
  );
}
