import { type ChainConfig, ChainError } from '@holdfast/chains';
import type { OrderId } from '@holdfast/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../db/database.ts';
import { utxoFamily } from '../family.ts';

/** Coins that a reorganisation took away, and whether they can ever come back (migration 0119). */

/** What cannot be read spends nothing that is known: its coin may come back for all that is known here. */
function spentBy(chain: ChainConfig, raw: string): readonly string[] {
  try {
    return utxoFamily(chain).spentBy(raw);
  } catch (error) {
    if (error instanceof ChainError) return [];
    throw error;
  }
}

/**
 * Notes what the coins are made of that are in no block any more; the caller has taken these out of theirs. Those of no order too: what ended may still be made of
 * them, and others are made of what they pay.
 */
export async function noteSources(tx: Tx, chain: ChainConfig): Promise<void> {
  const { rows } = await sql<{ txid: string; raw_tx: string }>`
    select distinct txid, raw_tx from utxos join utxo_txs using (chain, txid)
    where chain = ${chain.id} and height is null`.execute(tx);
  for (const { txid, raw_tx } of rows) await noteSourcesOf(tx, chain, txid, raw_tx);
}

/** The same of one transaction. What a block has spent by now of coins of ours is known. */
export async function noteSourcesOf(tx: Tx, chain: ChainConfig, txid: string, raw: string): Promise<void> {
  await sql`insert into coin_sources (chain, txid, outpoint, spent_height)
    select ${chain.id}, ${txid}, s.outpoint, (select u.spent_height from utxos u where u.chain = ${chain.id} and u.txid = left(s.outpoint, 64) and u.txid || ':' || u.vout = s.outpoint)
    from unnest(${[...spentBy(chain, raw)]}::text[]) as s (outpoint) on conflict do nothing`.execute(tx);
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
 * The transactions of coins of ours that are in no block and never will be, as a query: a block up to `finalTo` has spent what they are made of, so another one did; or what they
 * are made of is of such a transaction itself. So a whole line of payments, each of the change of the one before, ends with the coin that it began with.
 */
const gone = (chain: string, finalTo: number): RawBuilder<unknown> => {
  const inNoBlock = sql`exists (select from utxos v where v.chain = ${chain} and v.txid = c.txid and v.height is null)`;
  return sql`with recursive gone (txid) as (
      select c.txid from coin_sources c where c.chain = ${chain} and c.spent_height <= ${finalTo} and ${inNoBlock}
      union
      select c.txid from gone g join coin_sources c on c.chain = ${chain} and split_part(c.outpoint, ':', 1) = g.txid where ${inNoBlock})
    select txid from gone`;
};

/** Is a coin of the order gone for good, with what it was made of? Then what spends it is never mined. */
export async function isOneGone(db: Db, chain: string, id: OrderId, finalTo: number): Promise<boolean> {
  const { rows } = await sql`select from utxos u where u.chain = ${chain} and u.reserved_by = ${id} and u.height is null
    and u.txid in (${gone(chain, finalTo)}) limit 1`.execute(db);
  return rows.length > 0;
}

/** The same of one of these outpoints (`txid:vout`). */
export async function isOutpointGone(
  db: Db,
  chain: string,
  outpoints: readonly string[],
  finalTo: number,
): Promise<boolean> {
  const { rows } =
    await sql`select from unnest(${outpoints.map((outpoint) => outpoint.slice(0, 64))}::text[]) as told (txid)
    where told.txid in (${gone(chain, finalTo)}) limit 1`.execute(db);
  return rows.length > 0;
}
