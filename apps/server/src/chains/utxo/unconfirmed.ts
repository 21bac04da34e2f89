import { type ChainConfig, isSystem, type Plan, parsePath } from '@holdfast/chains';
import type { UtxoReader } from '@holdfast/chains/rpc';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/database.ts';
import { utxoFamily } from '../family.ts';
import type { SentPayment } from '../unmined.ts';
import type { Place } from '../watching.ts';
import { type InPool, inTurn } from './chain-limits.ts';
import { type FreeCoin, isLeft, isPlain, leftBy, prevBytes } from './coins.ts';

/**
 * What comes back of our own payments, before a block has them (migration 0340). It was never a stranger's: every input of its transaction is ours, and only attempts of ours
 * take that one's place. Whoever builds on it keeps these away (`child_of`); where the ground is lost all the same, its payment ends by itself (`sources.ts`).
 */

/** Is the row `utxos` such a coin, as far as this database knows? */
export const isUnderWay = sql<boolean>`(utxos.made_by is not null and utxos.height is null and is_change_under_way(utxos.made_by))`;

const isGranted = sql<boolean>`exists (select from unconfirmed_change s where s.sub_wallet_id = utxos.sub_wallet_id and s.chain = utxos.chain)`;
/** One that an ended payment left is spent whatever members say now: else that payment could still be made beside the next. */
const mayBeSpent = sql<boolean>`(${isUnderWay} and (${isGranted} or ${isLeft}))`;
const isFree = sql`utxos.spent_by is null and utxos.reserved_by is null and utxos.frozen_at is null and is_choice_over(utxos.chosen_by) and ${isPlain} and ${mayBeSpent}`;

/** Looked at for one payment. */
const most = 25;

/** Do members let it be spent? */
export const isAllowed = async (
  db: Db,
  chain: string,
  { sub_wallet_id }: Pick<Place, 'sub_wallet_id'>,
): Promise<boolean> =>
  (await db
    .selectFrom('unconfirmed_change')
    .select('chain')
    .where('sub_wallet_id', '=', sub_wallet_id)
    .where('chain', '=', chain)
    .executeTakeFirst()) !== undefined;

export async function allow(tx: Tx, chain: string, place: Place, allowed: boolean): Promise<void> {
  if (allowed)
    await tx
      .insertInto('unconfirmed_change')
      .values({ ...place, chain })
      .onConflict((oc) => oc.columns(['sub_wallet_id', 'chain']).doNothing())
      .execute();
  else
    await tx
      .deleteFrom('unconfirmed_change')
      .where('sub_wallet_id', '=', place.sub_wallet_id)
      .where('chain', '=', chain)
      .execute();
}

/**
 * What comes of coins that hold nothing else holds nothing else: sats of a transaction are those of its inputs, and none of ours reveals anything but a step. Where one of
 * them is not known, nor is this.
 */
async function contentOf(tx: Tx, chain: string, spent: readonly string[]): Promise<'clear' | 'unknown'> {
  const { rows } = await sql<{ clear: number }>`select count(*)::int as clear from utxos
    where chain = ${chain} and txid = any(${spent.map((outpoint) => outpoint.slice(0, 64))}) and txid || ':' || vout = any(${[...spent]}) and content = 'clear'`.execute(
    tx,
  );
  return rows[0]?.clear === spent.length ? 'clear' : 'unknown';
}

/** A node has taken the payment: what comes back of it is written down, for whoever may spend it. In the caller's transaction; done again, it changes nothing. */
export async function noteSent(tx: Tx, chain: ChainConfig, sent: SentPayment): Promise<void> {
  const family = utxoFamily(chain);
  const path = family.changePathOf(sent.plan as Plan);
  if (sent.raises !== null || path === '' || !isSystem(parsePath(path).branch)) return;
  const paid = family.paidBy(chain, sent.raw);
  const [vout, last] = [paid.length - 1, paid.at(-1)];
  const own = await tx
    .selectFrom('addresses')
    .select('address')
    .where('chain', '=', chain.id)
    .where('workspace_id', '=', sent.workspaceId)
    .where('sub_wallet_id', '=', sent.subWalletId)
    .where('path', '=', path)
    .executeTakeFirst();
  // Too little of it comes back to be worth an output.
  if (!last || last.address !== own?.address || paid.length <= sent.payees) return;
  const content = await contentOf(tx, chain.id, family.spentBy(sent.raw));
  await sql`insert into utxo_txs (chain, txid, raw_tx) values (${chain.id}, ${sent.txid}, ${family.withoutWitness(sent.raw)}) on conflict do nothing`.execute(
    tx,
  );
  await sql`insert into utxos (chain, txid, vout, workspace_id, sub_wallet_id, address, path, amount, kind, height, ready, made_by, content)
    values (${chain.id}, ${sent.txid}, ${vout}, ${sent.workspaceId}, ${sent.subWalletId}, ${last.address}, ${path}, ${String(last.amount)}::numeric, 'change', null, false, ${sent.id}, ${content})
    on conflict do nothing`.execute(tx);
}

/** What there is of an account that the node has too, by the transaction that it is of. @throws RpcError */
export async function findUnderWay(
  db: Db,
  { id: chain }: ChainConfig,
  node: UtxoReader,
  from: string,
): Promise<ReadonlyMap<string, InPool>> {
  const { rows } = await sql<{ txid: string }>`select utxos.txid from utxos
    join addresses a on a.chain = utxos.chain and a.address = ${from} and a.sub_wallet_id = utxos.sub_wallet_id
    where utxos.chain = ${chain} and utxos.made_by is not null and utxos.height is null and ${isFree} order by utxos.amount desc limit ${most}`.execute(
    db,
  );
  const found = new Map<string, InPool>();
  for (const { txid } of rows) {
    const waiting = await node.waiting(txid);
    if (waiting) found.set(txid, waiting);
  }
  return found;
}

/** Those of them that are free now, locked, in the order in which a payment takes them up. */
export async function lockUnderWay(
  tx: Tx,
  { id: chain }: ChainConfig,
  subWalletId: number,
  found: ReadonlyMap<string, InPool>,
): Promise<readonly FreeCoin[]> {
  if (found.size === 0) return [];
  const { rows } =
    await sql<FreeCoin>`select txid, vout, amount, path, ${leftBy} as left_by, ${prevBytes} as "prevBytes" from utxos
    where sub_wallet_id = ${subWalletId} and chain = ${chain} and txid = any(${[...found.keys()]}) and made_by is not null and height is null and ${isFree} order by amount desc, txid, vout for update`.execute(
      tx,
    );
  return inTurn(
    rows.flatMap((coin) => {
      const on = found.get(coin.txid);
      return on ? [{ ...coin, on }] : [];
    }),
  );
}

/** The open order that spends something of these transactions while no block has them, with their rows locked. */
export async function lockChildOf(tx: Tx, chain: string, txids: readonly string[]): Promise<string | undefined> {
  await sql`select from utxos where chain = ${chain} and txid = any(${[...txids]}) and height is null for update`.execute(
    tx,
  );
  return childOf(tx, chain, txids);
}
export async function childOf(db: Db, chain: string, txids: readonly string[]): Promise<string | undefined> {
  const { rows } = await sql<{
    id: string | null;
  }>`select child_of(${chain}, ${[...txids]}::text[])::text as id`.execute(db);
  return rows[0]?.id ?? undefined;
}

/** Something takes the place of these transactions: nobody builds on them from now on. Their rows are locked, and promised to nobody. */
export const takeBack = (tx: Tx, chain: string, txids: readonly string[]) =>
  sql`delete from utxos where chain = ${chain} and txid = any(${[...txids]}) and made_by is not null and height is null and reserved_by is null and left_by is null`.execute(
    tx,
  );
