import { type ChainConfig, isSystem, parsePath, type Waiting } from '@holdfast/chains';
import { utxoReader } from '@holdfast/chains/rpc';
import type { SubWalletId, WorkspaceId } from '@holdfast/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/database.ts';
import { utxoFamily } from '../family.ts';
import type { Payable, Wait } from '../plans.ts';
import type { Children, Parent } from '../unmined.ts';
import type { Place } from '../watching.ts';
import { isGuarded } from './contents.ts';
import { changeOf } from './plan.ts';
import { noteSources } from './sources.ts';

/** What a transaction that is in no block yet pays a sub-wallet can pay for it (CPFP). */

type Output = Exclude<Parent['output'], 'taken' | undefined>;

/** The largest that nobody spends, of what it pays to addresses of the sub-wallet. */
async function outputOf(
  db: Db,
  chain: ChainConfig,
  { workspace_id, sub_wallet_id }: Place,
  txid: string,
  { raw }: Waiting,
): Promise<Parent['output']> {
  const paid = utxoFamily(chain).paidBy(chain, raw);
  const { rows } = await sql<Output & { readonly free: boolean }>`
    select p.vout, p.amount::numeric as amount, a.address, a.path, ${txid}::text as txid, u.txid is null or (u.spent_by is null and u.reserved_by is null) as free
    from unnest(${paid.map((_, vout) => vout)}::int[], ${paid.map(({ address }) => address)}::text[], ${paid.map(({ amount }) => String(amount))}::numeric[])
      as p (vout, address, amount)
    join addresses a on a.chain = ${chain.id} and a.address = p.address and a.workspace_id = ${workspace_id} and a.sub_wallet_id = ${sub_wallet_id}
    left join utxos u on u.chain = a.chain and u.txid = ${txid} and u.vout = p.vout
    order by p.amount desc, p.vout`.execute(db);
  const found = rows.find(({ free }) => free);
  if (!found) return rows.length > 0 ? 'taken' : undefined;
  const { free: _, ...output } = found;
  return output;
}

const placeOf = ({
  workspaceId: workspace_id,
  subWalletId: sub_wallet_id,
}: {
  workspaceId: WorkspaceId;
  subWalletId: SubWalletId;
}): Place => ({
  workspace_id,
  sub_wallet_id,
});

/**
 * Promises the output to the order although no block has it yet: its row is as one that a reorganisation took away, so a block that has it finds it promised, and
 * the order ends where what it was made of is spent by another transaction for good.
 */
async function promise(tx: Tx, chain: ChainConfig, order: Payable, output: Output, { raw }: Waiting): Promise<boolean> {
  const { txid, vout, address, path, amount } = output;
  const own = await tx
    .selectFrom('orders')
    .select('id')
    .where('chain', '=', chain.id)
    .where('txid', '=', txid)
    .where('sub_wallet_id', '=', order.subWalletId)
    .executeTakeFirst();
  const kind = own && isSystem(parsePath(path).branch) ? 'change' : 'deposit';
  await sql`insert into utxo_txs (chain, txid, raw_tx) values (${chain.id}, ${txid}, ${raw}) on conflict do nothing`.execute(
    tx,
  );
  const { rows } = await sql`
    insert into utxos (chain, txid, vout, workspace_id, sub_wallet_id, address, path, amount, kind, height, ready, reserved_by)
    values (${chain.id}, ${txid}, ${vout}, ${order.workspaceId}, ${order.subWalletId}, ${address}, ${path}, ${amount.toString()}::numeric, ${kind}, null, false, ${order.id})
    on conflict (chain, txid, vout) do update set reserved_by = excluded.reserved_by
      where utxos.reserved_by is null and utxos.spent_by is null and utxos.frozen_at is null and is_choice_over(utxos.chosen_by)
    returning txid`.execute(tx);
  await noteSources(tx, chain);
  return rows.length > 0;
}

const gone: Wait = {
  wait: 'waiting_for_coins',
  detail: { reason: 'the transaction that it pays for is in a block by now, or no node has it' },
};

const unread: Wait = {
  wait: 'waiting_for_coins',
  detail: { reason: 'nobody knows what is inscribed on what is in no block yet' },
};

export const children: Children = {
  parent: async ({ db, chain, reader }, place, txid) => {
    const waiting = await utxoReader(reader).waiting(txid);
    return waiting && { waiting, output: await outputOf(db, chain, place, txid, waiting) };
  },
  offers: (chain, { waiting, output }, changeAddress, tiers) =>
    output === undefined || output === 'taken'
      ? []
      : tiers.flatMap((tier) => utxoFamily(chain).childOffer(chain, tier, output, waiting, changeAddress) ?? []),
  prepare: async ({ chain, reader }, txid) => {
    const waiting = await utxoReader(reader).waiting(txid);
    return async (tx, order) => {
      const output = waiting && (await outputOf(tx, chain, placeOf(order), txid, waiting));
      if (!waiting || !output || output === 'taken') return gone;
      const change = await changeOf(tx, chain, { ...order, outputs: [] });
      // What it comes by is in no block, so nobody knows what lies on it.
      if (await isGuarded(tx, chain.id)) return unread;
      if (!(await promise(tx, chain, order, output, waiting))) return gone;
      const { vout, path } = output;
      return {
        plan: utxoFamily(chain).planWith([{ txid, vout, path, prevTx: waiting.raw }], change.path, order.feePlan),
      };
    };
  },
};
