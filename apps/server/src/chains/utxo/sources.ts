import { type ChainConfig, ChainError } from '@holdfast/chains';
import type { OrderId } from '@holdfast/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/database.ts';
import { utxoFamily } from '../family.ts';

/** Coins of orders that a reorganisation took away, and whether they can ever come back (migration 0119). */

/** What cannot be read spends nothing that is known: its coin may come back for all that is known here. */
function spentBy(chain: ChainConfig, raw: string): readonly string[] {
  try {
    return utxoFamily(chain).spentBy(raw);
  } catch (error) {
    if (error instanceof ChainError) return [];
    throw error;
  }
}

/** Notes what the coins of orders are made of that are in no block any more; the caller has taken these out of theirs. */
export async function noteSources(tx: Tx, chain: ChainConfig): Promise<void> {
  const { rows } = await sql<{ txid: string; raw_tx: string }>`
    select distinct txid, raw_tx from utxos join utxo_txs using (chain, txid)
    where chain = ${chain.id} and height is null and reserved_by is not null and spent_by is null`.execute(tx);
  for (const { txid, raw_tx } of rows)
    await sql`insert into coin_sources (chain, txid, outpoint)
      select ${chain.id}, ${txid}, * from unnest(${[...spentBy(chain, raw_tx)]}::text[]) on conflict do nothing`.execute(
      tx,
    );
}

/** Notes in which blocks sources are spent, by whichever transaction. */
export async function noteSpent(
  tx: Tx,
  chain: string,
  outpoints: readonly string[],
  heights: readonly number[],
): Promise<void> {
  // Nearly always there is none, and blocks spend thousands.
  const open = tx
    .selectFrom('coin_sources')
    .select('txid')
    .where('chain', '=', chain)
    .where('spent_height', 'is', null);
  if (!(await open.limit(1).executeTakeFirst())) return;
  await sql`update coin_sources c set spent_height = s.height
    from unnest(${[...outpoints]}::text[], ${[...heights]}::bigint[]) as s (outpoint, height)
    where c.chain = ${chain} and c.outpoint = s.outpoint and c.spent_height is null`.execute(tx);
}

/** Takes back what was noted of blocks above the fork. */
export const forgetSpent = (tx: Tx, chain: string, fork: number) =>
  sql`update coin_sources set spent_height = null where chain = ${chain} and spent_height > ${fork}`.execute(tx);

/**
 * Has a block up to `finalTo` spent what a coin of the order is made of, while the transaction that made the coin is in none? Then that one is never mined, and nor is
 * what spends the coin.
 */
export async function isOneGone(db: Db, id: OrderId, finalTo: number): Promise<boolean> {
  const { rows } = await sql`select from utxos u join coin_sources c on c.chain = u.chain and c.txid = u.txid
    where u.reserved_by = ${id} and u.height is null and u.spent_by is null and c.spent_height <= ${finalTo} limit 1`.execute(
    db,
  );
  return rows.length > 0;
}
