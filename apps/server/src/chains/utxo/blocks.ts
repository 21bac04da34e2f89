import { type ChainConfig, isSystem } from '@holdfast/chains';
import type { ChainBlock } from '@holdfast/chains/rpc';
import type { SubWalletId } from '@holdfast/contract';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { Received, Spending } from '../watching.ts';
import { letGoSpent } from './outputs.ts';
import { forgetSpent, noteSources, noteSpent } from './sources.ts';

/** What the order of a reveal says of itself (`kinds/brc20.ts`). */
const revealing = 'step 1';

/** Names a transaction together with the sub-wallet that it pays from. */
const paidBy = (txid: string, subWalletId: SubWalletId): string => `${txid} ${subWalletId}`;

/**
 * Which of these transactions are orders of ours, each with its paying sub-wallet (`paidBy`): only there its change is no deposit. Of a reveal whatever it pays is, at whichever
 * branch: the commit has booked it.
 */
async function ownPayments(
  tx: Tx,
  chain: string,
  txids: readonly string[],
): Promise<ReadonlyMap<string, 'change' | 'all'>> {
  const rows = await tx
    .selectFrom('orders')
    .select(['txid', 'sub_wallet_id', 'call'])
    .where('chain', '=', chain)
    .where('txid', '=', sql<string>`any(${txids})`)
    .execute();
  return new Map(
    rows.flatMap(({ txid, sub_wallet_id, call }) =>
      txid === null ? [] : [[paidBy(txid, sub_wallet_id), call === revealing ? 'all' : 'change'] as const],
    ),
  );
}

interface Output extends Received {
  readonly kind: 'deposit' | 'change';
}

/** Writes down outputs of ours with the transactions that made them; our own change may be spent as soon as it is in a block. */
async function takeOutputs(
  tx: Tx,
  chain: string,
  { height, rawTxs }: ChainBlock,
  all: readonly Output[],
): Promise<void> {
  const txids = [...new Set(all.map(({ transfer }) => transfer.txid))];
  const raws = txids.map((txid) => rawTxs.get(txid) ?? '');
  await sql`insert into utxo_txs (chain, txid, raw_tx) select ${chain}, * from unnest(${txids}::text[], ${raws}::text[])
    on conflict do nothing`.execute(tx);
  const column = <T>(read: (output: Output) => T): T[] => all.map(read);
  await sql`
    insert into utxos (chain, txid, vout, workspace_id, sub_wallet_id, address, path, amount, kind, height, ready)
    select ${chain}, txid, vout, workspace_id, sub_wallet_id, address, path, amount, kind, ${height}, kind = 'change'
    from unnest(${column(({ transfer }) => transfer.txid)}::text[], ${column(({ transfer }) => transfer.index)}::int[],
      ${column(({ to }) => to.workspaceId)}::bigint[], ${column(({ to }) => to.subWalletId)}::int[],
      ${column(({ transfer }) => transfer.to)}::text[], ${column(({ to }) => to.path)}::text[],
      ${column(({ transfer }) => transfer.amount.toString())}::numeric[], ${column(({ kind }) => kind)}::text[])
      as o (txid, vout, workspace_id, sub_wallet_id, address, path, amount, kind)
    on conflict (chain, txid, vout) do update set height = excluded.height, ready = utxos.ready or excluded.ready, content = 'unknown'
      where utxos.height is null`.execute(tx);
}

/**
 * Change of a sub-wallet's own payment never left its books; anything else that reaches a system address is a deposit like any other, a payment of another
 * sub-wallet of ours included.
 */
export async function received(
  tx: Tx,
  { id: chain }: ChainConfig,
  block: ChainBlock,
  all: readonly Received[],
): Promise<readonly Received[]> {
  const txids = all.map(({ transfer }) => transfer.txid);
  const own = await ownPayments(tx, chain, txids);
  const isChange = ({ transfer, to }: Received): boolean => {
    const ours = own.get(paidBy(transfer.txid, to.subWalletId));
    return ours === 'all' || (ours === 'change' && isSystem(to.branch));
  };
  const outputs = all.map((each): Output => ({ ...each, kind: isChange(each) ? 'change' : 'deposit' }));
  await takeOutputs(tx, chain, block, outputs);
  return all.filter((each) => !isChange(each));
}

/** Marks outputs of ours that these blocks spend. */
export async function spent(tx: Tx, { id: chain }: ChainConfig, blocks: readonly Spending[]): Promise<void> {
  const all = blocks.flatMap(({ height, spent: outpoints }) => outpoints.map((outpoint) => ({ height, outpoint })));
  if (all.length === 0) return;
  const txids = all.map(({ outpoint }) => outpoint.slice(0, outpoint.lastIndexOf(':')));
  const vouts = all.map(({ outpoint }) => Number(outpoint.slice(outpoint.lastIndexOf(':') + 1)));
  const heights = all.map(({ height }) => height);
  await noteSpent(
    tx,
    chain,
    all.map(({ outpoint }) => outpoint),
    heights,
  );
  await sql`
    update utxos u set spent_by = 'block', spent_height = s.height
    from unnest(${txids}::text[], ${vouts}::int[], ${heights}::bigint[]) as s (txid, vout, height)
    where u.chain = ${chain} and u.txid = s.txid and u.vout = s.vout and u.spent_by is null`.execute(tx);
  await letGoSpent(tx, chain);
}

export async function unwind(tx: Tx, config: ChainConfig, fork: number): Promise<void> {
  const { id: chain } = config;
  await sql`update utxos set height = null, ready = false, content = 'unknown' where chain = ${chain} and height > ${fork}`.execute(
    tx,
  );
  await sql`update utxos set spent_by = null, spent_height = null where chain = ${chain} and spent_height > ${fork}`.execute(
    tx,
  );
  await forgetSpent(tx, chain, fork);
  await noteSources(tx, config);
}
