import { sql } from 'kysely';
import type { Db, Tx } from '../../db/database.ts';
import type { HeldOutput, JudgedOutput, UnreadOutput } from '../outputs.ts';
import type { Place } from '../watching.ts';

/** What lies on outputs of ours besides their coins (migration 0240): found by whoever follows inscriptions, kept here for whoever spends. */

/** Is somebody asked there? Then what nobody has looked at is spent by no ordinary payment. */
export const isGuarded = async (db: Db, chain: string): Promise<boolean> =>
  (await db.selectFrom('ordinal_chains').select('chain').where('chain', '=', chain).executeTakeFirst()) !== undefined;

/** From now on these chains are guarded, and no others. */
export async function guardChains(db: Db, chains: readonly string[]): Promise<void> {
  await sql`delete from ordinal_chains where not chain = any(${[...chains]}::text[])`.execute(db);
  await sql`insert into ordinal_chains (chain) select unnest(${[...chains]}::text[]) on conflict do nothing`.execute(
    db,
  );
}

/** Outputs in blocks of which nobody knows, those first that were given longest ago, and the oldest of them. It writes down that it gave them. */
export async function takeUnread(db: Db, chain: string, most: number): Promise<readonly UnreadOutput[]> {
  const { rows } =
    await sql<UnreadOutput>`update utxos u set content_asked_at = clock_timestamp() from (select chain, txid, vout from utxos
      where chain = ${chain} and content = 'unknown' and spent_by is null and height is not null
      order by content_asked_at nulls first, height, txid, vout limit ${most} for update skip locked) next
    where (u.chain, u.txid, u.vout) = (next.chain, next.txid, next.vout)
    returning u.txid, u.vout, u.height, u.sub_wallet_id as "subWalletId", u.workspace_id as "workspaceId"`.execute(db);
  return rows;
}

/** Writes down what was found, of outputs that are still in the block that was looked at. */
export async function noteContents(tx: Tx, chain: string, judged: readonly JudgedOutput[]): Promise<void> {
  const column = <T>(read: (one: JudgedOutput) => T): T[] => judged.map(read);
  await sql`update utxos u set content = j.content
    from unnest(${column(({ txid }) => txid)}::text[], ${column(({ vout }) => vout)}::int[], ${column(({ height }) => height)}::bigint[],
      ${column(({ content }) => content)}::text[]) as j (txid, vout, height, content)
    where u.chain = ${chain} and u.txid = j.txid and u.vout = j.vout and u.height = j.height and u.content = 'unknown'`.execute(
    tx,
  );
}

/** Shown at once. */
const mostHeld = 500;

export async function findHeld(
  db: Db,
  chain: string,
  { workspace_id, sub_wallet_id }: Place,
): Promise<readonly HeldOutput[]> {
  const { rows } = await sql<HeldOutput>`select txid, vout, amount, address, path, reserved_by is not null as promised,
      ready and reserved_by is null and frozen_at is null as free
    from utxos where chain = ${chain} and workspace_id = ${workspace_id} and sub_wallet_id = ${sub_wallet_id} and content = 'inscribed'
      and spent_by is null and height is not null order by height, txid, vout limit ${mostHeld}`.execute(db);
  return rows;
}
