import type { ChainBlock, Transfer } from '@holdfast/chains/rpc';
import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import type { ChainDeps } from './deps.ts';
import type { Watched } from './watched.ts';

/** Writes down an output of ours on a UTXO chain; our own change may be spent as soon as it is in a block. */
export async function takeOutput(
  tx: Tx,
  { chain }: ChainDeps,
  block: ChainBlock,
  transfer: Transfer,
  to: Watched,
  kind: 'deposit' | 'change',
): Promise<void> {
  await sql`
    insert into utxos (chain, txid, vout, workspace_id, sub_wallet_id, address, path, amount, kind, raw_tx, height, ready)
    values (${chain.id}, ${transfer.txid}, ${transfer.index}, ${to.workspaceId}, ${to.subWalletId}, ${transfer.to}, ${to.path},
      ${transfer.amount.toString()}::numeric, ${kind}, ${transfer.rawTx}, ${block.height}, ${kind === 'change'})
    on conflict (chain, txid, vout) do update set height = excluded.height, ready = utxos.ready or excluded.ready
      where utxos.height is null`.execute(tx);
}

/** Marks outputs of ours that these blocks spend. */
export async function takeSpends(tx: Tx, { chain }: ChainDeps, blocks: readonly ChainBlock[]): Promise<void> {
  const spent = blocks.flatMap(({ height, spent: outpoints }) => outpoints.map((outpoint) => ({ height, outpoint })));
  if (spent.length === 0) return;
  const txids = spent.map(({ outpoint }) => outpoint.slice(0, outpoint.lastIndexOf(':')));
  const vouts = spent.map(({ outpoint }) => Number(outpoint.slice(outpoint.lastIndexOf(':') + 1)));
  await sql`
    update utxos u set spent_by = 'block', spent_height = s.height
    from unnest(${txids}::text[], ${vouts}::int[], ${spent.map(({ height }) => height)}::bigint[]) as s (txid, vout, height)
    where u.chain = ${chain.id} and u.txid = s.txid and u.vout = s.vout and u.spent_by is null`.execute(tx);
}
