import type { OrderId, SubWalletId } from '@holdfast/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import { leftOnLane } from './account/lanes.ts';
import { models } from './models.ts';
import type { Freed } from './plans.ts';
import { isCoinOf, leftOnCoins } from './utxo/coins.ts';

export { hasHole, laneHoles, nonceOf } from './account/lanes.ts';

/**
 * What an order took of its chain, whichever model it is of: a chain that is configured no more keeps no nonce and no coin. As `Reservations` says.
 */
const every = Object.values(models).map(({ reservations }) => reservations);

export async function dropReserved(tx: Tx, id: OrderId): Promise<void> {
  for (const each of every) await each.drop(tx, id);
}

export async function leaveReserved(tx: Tx, id: OrderId, unknown: boolean, deadFrom?: Date): Promise<Date | undefined> {
  let from: Date | undefined;
  for (const each of every) from = (await each.leave(tx, id, unknown, deadFrom)) ?? from;
  return from;
}

export async function letGoReserved(tx: Tx, id: OrderId): Promise<void> {
  for (const each of every) await each.letGo(tx, id);
}

export async function freeReserved(tx: Tx, id: OrderId, now: Date): Promise<Freed | undefined> {
  let freed: Freed | undefined;
  for (const each of every) freed = (await each.free(tx, id, now)) ?? freed;
  return freed;
}

/** What pays: a sub-wallet on one chain, from one address where it has accounts. */
interface Payer {
  readonly chain: string;
  readonly sub_wallet_id: SubWalletId;
  readonly address_from: string;
}
/** `id` is null for one that this database has no order of. */
export interface OpenPayment {
  readonly id: OrderId | null;
  readonly intent_id: string;
}
/** More are not told one by one. */
const most = 20;

/**
 * Ended payments of an account that may still be made, so that others of it wait for what takes their place: orders that left a nonce or coins behind while a
 * signature of them may exist, and what signers tell of. A key's account may be spelled in its chain's own way.
 */
export async function openOf(db: Db, { chain, sub_wallet_id, address_from }: Payer): Promise<OpenPayment[]> {
  const { rows } = await sql<OpenPayment>`
    select o.id, o.intent_id::text from orders o where o.exposed_at is not null and o.id in (
      ${leftOnLane(chain, address_from)} union ${leftOnCoins(chain, sub_wallet_id)})
    union
    select o.id, k.intent_id from open_keys k
      left join orders o on o.intent_id = case when k.intent_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then k.intent_id::uuid end
      where k.chain = ${chain}
      and (lower(split_part(k.key, '|', 1)) = lower(${address_from}) or ${isCoinOf(sub_wallet_id)})
    order by id limit ${most}`.execute(db);
  return rows;
}
