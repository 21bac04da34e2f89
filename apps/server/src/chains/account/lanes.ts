import type { ChainConfig } from '@holdfast/chains';
import type { OrderId } from '@holdfast/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../db/database.ts';
import { accountFamily } from '../family.ts';
import type { Freed } from '../plans.ts';

/** The nonces of each account, handed out without a gap (migrations 0011, 0015, 0057). */

/** The next nonce the account's lane would hand out; undefined when it has none yet. */
export async function nextNonce(db: Db, chain: string, account: string): Promise<bigint | undefined> {
  const lane = await db
    .selectFrom('lanes')
    .select('next_nonce')
    .where('chain', '=', chain)
    .where('account', '=', account)
    .executeTakeFirst();
  return lane && BigInt(lane.next_nonce);
}

export interface LaneOf {
  readonly chain: string;
  readonly account: string;
  /** Where the chain stands. */
  readonly first: bigint;
}

/** The nonce an order pays with; undefined as long as an earlier one is unused and not free yet: no later one could be mined. */
export async function takeNonce(tx: Tx, { chain, account, first }: LaneOf, id: OrderId): Promise<number | undefined> {
  const { rows } = await sql<{ nonce: number | null }>`
    select lane_take(${chain}, ${account}, ${id}, ${first.toString()}::bigint) as nonce`.execute(tx);
  return rows[0]?.nonce ?? undefined;
}

/** The lowest nonce of an account that nobody uses, and from when another order may. */
export async function lowestHole(
  tx: Tx,
  chain: string,
  account: string,
): Promise<{ readonly nonce: number; readonly free_from: Date | null } | undefined> {
  return tx
    .selectFrom('lane_nonces')
    .select(['nonce', 'free_from'])
    .where('chain', '=', chain)
    .where('account', '=', account)
    .where((eb) => eb.or([eb('order_id', 'is', null), eb('free_from', 'is not', null)]))
    .orderBy('nonce')
    .limit(1)
    .executeTakeFirst();
}

export async function dropNonce(tx: Tx, id: OrderId): Promise<void> {
  await sql`select lane_give_back(${id})`.execute(tx);
}

export async function leaveNonce(tx: Tx, id: OrderId, unknown: boolean, deadFrom?: Date): Promise<Date | undefined> {
  if (unknown) await dropNonce(tx, id);
  const { rows } = await sql<{
    free_from: Date | null;
  }>`select lane_leave(${id}, ${deadFrom ?? null}) as free_from`.execute(tx);
  return rows[0]?.free_from ?? undefined;
}

export async function freeNonce(tx: Tx, id: OrderId, now: Date): Promise<Freed | undefined> {
  const { rows } = await sql<{ nonce: number | null }>`select lane_free(${id}) as nonce`.execute(tx);
  const nonce = rows[0]?.nonce ?? null;
  if (nonce === null) return undefined;
  const detail = { nonce: String(nonce), nonce_free_from: now.toISOString() };
  return { sub: 'nonce_free', detail, waiting: 'nonce_blocked' };
}

/**
 * Has the account a nonce that an ended order left, or one that a signer tells of (`open_keys`)? A payment to the account itself can take it, so that what
 * the ended one signed is never made.
 */
export async function hasHole(db: Db, chain: ChainConfig, account: string): Promise<boolean> {
  const family = accountFamily(chain);
  const lane = family.laneOf({ family: family.id, chain: chain.id, account, nonce: '0' });
  const { rows } = await sql`
    select from lane_nonces where chain = ${chain.id} and account = ${account} and (order_id is null or free_from is not null)
    union all
    select from open_keys where chain = ${chain.id} and starts_with(key, ${lane.slice(chain.id.length + 1, -1)})
    limit 1`.execute(db);
  return rows.length > 0;
}

/** By chain, nonces that block their account's later transactions: given back, or taken by an order that ended without using it. */
export async function laneHoles(db: Db): Promise<Map<string, number>> {
  const { rows } = await sql<{ chain: string; n: number }>`
    select chain, count(*)::int as n from lane_nonces where order_id is null or free_from is not null group by chain`.execute(
    db,
  );
  return new Map(rows.map(({ chain, n }) => [chain, n]));
}

export const nonceOf = async (db: Db, id: OrderId): Promise<number | undefined> =>
  (await db.selectFrom('lane_nonces').select('nonce').where('order_id', '=', id).executeTakeFirst())?.nonce;

/** Orders that ended and left a nonce of the account behind, as a query. */
export const leftOnLane = (chain: string, account: string): RawBuilder<unknown> =>
  sql`select order_id from lane_nonces where chain = ${chain} and account = ${account} and free_from is not null`;
