import type { OrderId } from '@holdfast/contract';
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { ChosenCoin, Outpoint } from '../outputs.ts';
import type { Place } from '../watching.ts';

/** Outputs that members choose by hand (migration 0139). */

/** What was chosen for an order, `txid:vout`; none where the server chooses. */
export async function choiceOf(db: Db, id: OrderId): Promise<readonly string[]> {
  const rows = await db.selectFrom('order_coins').select(['txid', 'vout']).where('order_id', '=', id).execute();
  return rows.map(({ txid, vout }) => `${txid}:${vout}`);
}

/** Those of these outputs that a payment may be made of now, largest first. */
export async function findChoosable(
  db: Db,
  chain: string,
  { workspace_id, sub_wallet_id }: Place,
  wanted: readonly Outpoint[],
): Promise<readonly ChosenCoin[]> {
  const { rows } = await sql<ChosenCoin>`
    select u.txid, u.vout, u.amount, u.address,
      (select octet_length(raw_tx) / 2 from utxo_txs t where t.chain = u.chain and t.txid = u.txid) as "prevBytes"
    from utxos u join unnest(${wanted.map(({ txid }) => txid)}::text[], ${wanted.map(({ vout }) => vout)}::int[]) as w (txid, vout)
      on u.txid = w.txid and u.vout = w.vout
    where u.chain = ${chain} and u.workspace_id = ${workspace_id} and u.sub_wallet_id = ${sub_wallet_id}
      and u.ready and u.spent_by is null and u.reserved_by is null and u.frozen_at is null and is_choice_over(u.chosen_by)
      and is_plain_coin(u.chain, u.content)
    order by u.amount desc, u.txid, u.vout`.execute(db);
  return rows;
}
