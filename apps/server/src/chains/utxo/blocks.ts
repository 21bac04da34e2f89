import type { ChainConfig } from '@holdfast/chains';
import type { ChainBlock } from '@holdfast/chains/rpc';
import type { SubWalletId } from '@holdfast/contract';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { Received } from '../model.ts';

/** Names a transaction together with the sub-wallet that it pays from. */
const paidBy = (txid: string, subWalletId: SubWalletId): string => `${txid} ${subWalletId}`;

/** Which of these transactions are orders of ours, each with its paying sub-wallet (`paidBy`): only there its change is no deposit. */
async function ownPayments(tx: Tx, chain: string, txids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await tx
    .selectFrom('orders')
    .select(['txid', 'sub_wallet_id'])
    .where('chain', '=', chain)
    .where('txid', '=', sql<string>`any(${txids})`)
    .execute();
  return new Set(rows.flatMap(({ txid, sub_wallet_id }) => (txid === null ? [] : [paidBy(txid, sub_wallet_id)])));
}

/** Writes down an output of ours; our own change may be spent as soon as it is in a block. */
async function takeOutput(
  tx: Tx,
  chain: string,
  height: number,
  { transfer, to }: Received,
  kind: 'deposit' | 'change',
): Promise<void> {
  await sql`
    insert into utxos (chain, txid, vout, workspace_id, sub_wallet_id, address, path, amount, kind, raw_tx, height, ready)
    values (${chain}, ${transfer.txid}, ${transfer.index}, ${to.workspaceId}, ${to.subWalletId}, ${transfer.to}, ${to.path},
      ${transfer.amount.toString()}::numeric, ${kind}, ${transfer.rawTx}, ${height}, ${kind === 'change'})
    on conflict (chain, txid, vout) do update set height = excluded.height, ready = utxos.ready or excluded.ready
      where utxos.height is null`.execute(tx);
}

/**
 * Change of a sub-wallet's own payment never left its books; anything else that reaches a system address is a deposit like any other, a payment of another
 * sub-wallet of ours included.
 */
export async function received(
  tx: Tx,
  { id: chain }: ChainConfig,
  { height }: ChainBlock,
  all: readonly Received[],
): Promise<readonly Received[]> {
  const txids = all.map(({ transfer }) => transfer.txid);
  const own = await ownPayments(tx, chain, txids);
  const isChange = ({ transfer, to }: Received): boolean =>
    to.branch === 1 && own.has(paidBy(transfer.txid, to.subWalletId));
  for (const each of all) await takeOutput(tx, chain, height, each, isChange(each) ? 'change' : 'deposit');
  return all.filter((each) => !isChange(each));
}

/** Marks outputs of ours that these blocks spend. */
export async function spent(tx: Tx, { id: chain }: ChainConfig, blocks: readonly ChainBlock[]): Promise<void> {
  const all = blocks.flatMap(({ height, spent: outpoints }) => outpoints.map((outpoint) => ({ height, outpoint })));
  if (all.length === 0) return;
  const txids = all.map(({ outpoint }) => outpoint.slice(0, outpoint.lastIndexOf(':')));
  const vouts = all.map(({ outpoint }) => Number(outpoint.slice(outpoint.lastIndexOf(':') + 1)));
  await sql`
    update utxos u set spent_by = 'block', spent_height = s.height
    from unnest(${txids}::text[], ${vouts}::int[], ${all.map(({ height }) => height)}::bigint[]) as s (txid, vout, height)
    where u.chain = ${chain} and u.txid = s.txid and u.vout = s.vout and u.spent_by is null`.execute(tx);
}

export async function unwind(tx: Tx, { id: chain }: ChainConfig, fork: number): Promise<void> {
  await sql`update utxos set height = null, ready = false where chain = ${chain} and height > ${fork}`.execute(tx);
  await sql`update utxos set spent_by = null, spent_height = null where chain = ${chain} and spent_height > ${fork}`.execute(
    tx,
  );
}
