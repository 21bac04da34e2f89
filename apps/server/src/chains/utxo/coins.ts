import type { OrderId, SubWalletId } from '@holdfast/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../db/database.ts';
import type { DepositPlace } from '../watching.ts';

/** Outputs of ours: which are free, which are promised to an order, which are spent (migration 0012). */

interface Coin {
  readonly txid: string;
  readonly vout: number;
  readonly amount: bigint;
  readonly prevBytes: number;
}
interface OwnCoin extends Coin {
  /** The ended payments that cannot be made without it (`coin_left_by`). */
  readonly left_by: readonly string[];
}
export interface FreeCoin extends OwnCoin {
  readonly path: string;
}

/**
 * The largest coin of each ended payment that a signature may exist of (migrations 0072, 0074), at most `most`: the next payment spends it, so that the chain
 * takes one of both at most. One does, since every transaction of the ended payment spends them all.
 * @param coins largest first
 */
export function leftOf(coins: readonly OwnCoin[], most: number): ReadonlySet<string> {
  const first = new Map<string, string>();
  for (const { txid, vout, left_by } of coins)
    for (const payment of left_by) if (!first.has(payment)) first.set(payment, `${txid}:${vout}`);
  return new Set([...new Set(first.values())].slice(0, most));
}

/** Of the transaction that made it. */
export const prevBytes = sql<number>`(select octet_length(raw_tx) / 2 from utxo_txs t where t.chain = utxos.chain and t.txid = utxos.txid)`;
export const leftBy = sql<string[]>`coin_left_by(chain, txid, vout, left_by)`;
/** Is the row `utxos` kept for an ended payment? */
export const isLeft = sql<boolean>`(left_by is not null or exists (select from open_keys k where k.chain = utxos.chain and k.key = txid || ':' || vout))`;

/** Is the row `utxos` known to hold coins alone (migration 0240)? */
export const isPlain = sql<boolean>`is_plain_coin(utxos.chain, utxos.content)`;

/** Coins that are looked at for one payment, the largest, beside those that it has to spend. */
const most = 400;

/** What nobody has chosen or frozen and may be spent; what members chose for an order is that one's (migration 0139). */
async function freeCoinsOf(db: Db, subWalletId: SubWalletId, chain: string, lock: RawBuilder<unknown>, id?: OrderId) {
  const found = async (which: RawBuilder<unknown>): Promise<readonly FreeCoin[]> => {
    const { rows } = await sql<FreeCoin>`
      select txid, vout, amount, path, ${leftBy} as left_by, ${prevBytes} as "prevBytes" from utxos where sub_wallet_id = ${subWalletId} and chain = ${chain}
        and spent_by is null and reserved_by is null and ready and frozen_at is null and ${isPlain}
        and ${which} order by amount desc, txid, vout limit ${most} ${lock}`.execute(db);
    return rows;
  };
  const open = sql`is_choice_over(chosen_by)`;
  const chosen = id === undefined ? [] : await found(sql`chosen_by = ${id}`);
  const left = await found(sql`${isLeft} and ${open}`);
  // An order of which members chose is made of that, and of what ended payments left.
  return [...chosen, ...left, ...(chosen.length > 0 ? [] : await found(sql`not ${isLeft} and ${open}`))];
}
/** The same, of this moment. */
export const findFreeCoins = (db: Db, subWalletId: SubWalletId, chain: string): Promise<readonly FreeCoin[]> =>
  freeCoinsOf(db, subWalletId, chain, sql``);
/** The same, locked, for an order. */
export const lockFreeCoins = (
  tx: Tx,
  subWalletId: SubWalletId,
  chain: string,
  id: OrderId,
): Promise<readonly FreeCoin[]> => freeCoinsOf(tx, subWalletId, chain, sql`for update`, id);

/** The raw transactions that made these coins, by their ids. */
export async function rawTxsOf(
  tx: Tx,
  chain: string,
  coins: readonly Pick<Coin, 'txid'>[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await tx
    .selectFrom('utxo_txs')
    .select(['txid', 'raw_tx'])
    .where('chain', '=', chain)
    .where('txid', '=', sql<string>`any(${coins.map(({ txid }) => txid)})`)
    .execute();
  return new Map(rows.map(({ txid, raw_tx }) => [txid, raw_tx]));
}

/** What members call it: the output, or its address. */
const nameOf = sql<string>`coalesce(nullif(label, ''), (select a.label from addresses a where a.chain = utxos.chain and a.address = utxos.address), '')`;

/** What is neither spent nor frozen, promised or not, largest first: what a payment may be made of some time. */
export const findUnspent = (db: Db, subWalletId: SubWalletId, chain: string) =>
  db
    .selectFrom('utxos')
    .select([
      'txid',
      'vout',
      'amount',
      'address',
      'path',
      leftBy.as('left_by'),
      prevBytes.as('prevBytes'),
      nameOf.as('name'),
    ])
    .where('sub_wallet_id', '=', subWalletId)
    .where('chain', '=', chain)
    .where('spent_by', 'is', null)
    .where('frozen_at', 'is', null)
    .where(isPlain)
    .orderBy('amount', 'desc')
    .limit(most)
    .execute();

/** The sum of coins, base units. */
export const sumOf = (coins: readonly Pick<Coin, 'amount'>[]): bigint =>
  coins.reduce((sum, { amount }) => sum + amount, 0n);

/** Promises coins that are locked to an order. */
export async function reserveCoins(
  tx: Tx,
  chain: string,
  coins: readonly Pick<Coin, 'txid' | 'vout'>[],
  id: OrderId,
): Promise<void> {
  for (const { txid, vout } of coins)
    await tx
      .updateTable('utxos')
      .set({ reserved_by: id })
      .where('chain', '=', chain)
      .where('txid', '=', txid)
      .where('vout', '=', vout)
      .execute();
}

export async function freeCoins(tx: Tx, id: OrderId): Promise<void> {
  await tx
    .updateTable('utxos')
    .set({ reserved_by: null })
    .where('reserved_by', '=', id)
    .where('spent_by', 'is', null)
    .execute();
}

/** The order ended: its coins are free, and are told from others where a signature of it may exist. What an earlier one left stays that one's. */
export async function leaveCoins(tx: Tx, id: OrderId): Promise<void> {
  await sql`update utxos u set reserved_by = null, left_by = case when o.exposed_at is null then u.left_by else coalesce(u.left_by, o.id) end
    from orders o where o.id = ${id} and u.reserved_by = o.id and u.spent_by is null`.execute(tx);
}

/** No signature of it exists or ever will. */
export async function forgetLeft(tx: Tx, id: OrderId): Promise<undefined> {
  await tx.updateTable('utxos').set({ left_by: null }).where('left_by', '=', id).execute();
}

export async function makeReady(tx: Tx, { chain, txid, idx }: DepositPlace): Promise<void> {
  await tx
    .updateTable('utxos')
    .set({ ready: true })
    .where('chain', '=', chain)
    .where('txid', '=', txid)
    .where('vout', '=', idx)
    .execute();
}

/**
 * Has a transaction in a block up to `finalTo` spent one of the order's coins? For an order in no block that was another's. A coin whose deposit merely
 * vanished does not count: it may come back, and with it the signed payment (but see `isOneGone`).
 */
export async function isSpentElsewhere(db: Db, id: OrderId, finalTo: number): Promise<boolean> {
  const spent = await db
    .selectFrom('utxos')
    .select('txid')
    .where('reserved_by', '=', id)
    .where('spent_height', '<=', finalTo)
    .executeTakeFirst();
  return spent !== undefined;
}

/** Has a transaction in a block up to `finalTo` spent one of these outpoints (`txid:vout`)? */
export async function isOneSpent(
  db: Db,
  chain: string,
  outpoints: readonly string[],
  finalTo: number,
): Promise<boolean> {
  const { rows } = await sql`select from utxos where chain = ${chain} and txid || ':' || vout = any(${[...outpoints]})
    and txid = any(${outpoints.map((outpoint) => outpoint.slice(0, 64))}) and spent_height <= ${finalTo} limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

/** The transactions of those outpoints (`txid:vout`) that nobody here knows as a coin of ours. */
export async function forgottenTxs(db: Db, chain: string, outpoints: readonly string[]): Promise<readonly string[]> {
  const { rows } = await sql<{ txid: string }>`
    select distinct split_part(told.key, ':', 1) as txid from unnest(${[...outpoints]}::text[]) as told (key)
    where not exists (select from utxos u where u.chain = ${chain} and u.txid = split_part(told.key, ':', 1)
      and u.vout::text = split_part(told.key, ':', 2))`.execute(db);
  return rows.map(({ txid }) => txid);
}

/** Orders that ended and left coins of the sub-wallet behind, as a query. */
export const leftOnCoins = (chain: string, subWalletId: SubWalletId): RawBuilder<unknown> =>
  sql`select left_by from utxos where sub_wallet_id = ${subWalletId} and chain = ${chain} and left_by is not null and spent_by is null`;

/** Is the key of an open payment, the row `k`, a coin of the sub-wallet? An SQL condition. */
export const isCoinOf = (subWalletId: SubWalletId): RawBuilder<unknown> =>
  sql`exists (select from utxos u where u.sub_wallet_id = ${subWalletId}
    and u.chain = k.chain and u.txid = split_part(k.key, ':', 1) and u.vout::text = split_part(k.key, ':', 2))`;
