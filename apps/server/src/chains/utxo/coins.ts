import type { OrderId, SubWalletId } from '@holdfast/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/database.ts';
import type { DepositPlace } from '../model.ts';

/** Outputs of ours: which are free, which are promised to an order, which are spent (migration 0012). */

interface Coin {
  readonly txid: string;
  readonly vout: number;
  readonly amount: bigint;
}
export interface FreeCoin extends Coin {
  readonly path: string;
}

/** Coins that are looked at for one payment, the largest. */
const most = 400;

/** What nobody has chosen and may be spent, largest first, locked. */
export async function lockFreeCoins(tx: Tx, subWalletId: SubWalletId, chain: string): Promise<readonly FreeCoin[]> {
  const { rows } = await sql<FreeCoin>`
    select txid, vout, amount, path from utxos where sub_wallet_id = ${subWalletId} and chain = ${chain}
      and spent_by is null and reserved_by is null and ready order by amount desc, txid, vout limit ${most} for update`.execute(
    tx,
  );
  return rows;
}

/** The raw transactions that made these coins, by their ids. */
export async function rawTxsOf(tx: Tx, chain: string, coins: readonly Coin[]): Promise<ReadonlyMap<string, string>> {
  const rows = await tx
    .selectFrom('utxo_txs')
    .select(['txid', 'raw_tx'])
    .where('chain', '=', chain)
    .where('txid', '=', sql<string>`any(${coins.map(({ txid }) => txid)})`)
    .execute();
  return new Map(rows.map(({ txid, raw_tx }) => [txid, raw_tx]));
}

/** What is not spent, promised or not, largest first: what a payment may be made of some time. */
export const findUnspent = (db: Db, subWalletId: SubWalletId, chain: string): Promise<readonly Coin[]> =>
  db
    .selectFrom('utxos')
    .select(['txid', 'vout', 'amount'])
    .where('sub_wallet_id', '=', subWalletId)
    .where('chain', '=', chain)
    .where('spent_by', 'is', null)
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
 * vanished does not count: it may come back, and with it the signed payment.
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
