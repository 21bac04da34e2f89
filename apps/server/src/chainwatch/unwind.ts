import { depositStatus } from '@holdfast/contract';
import { sql } from 'kysely';
import { modelOf } from '../chains/models.ts';
import type { Tx } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import { type Entry, findBalance, freezeAsset, move, post } from '../ledger/service.ts';
import { unwindNfts } from '../nfts/service.ts';
import { noteUnmined } from '../orders/mined.ts';
import { addDepositEvent, type Deposit, depositRef, waitingBucket } from './deposits.ts';
import type { ChainDeps } from './deps.ts';
import { hashAt, keptBlocks, lockPlace } from './state.ts';

/** The highest stored block that is still part of the chain, from one that the node must know. @throws Error when none of the kept ones is */
export async function findFork({ db, chain, reader }: ChainDeps, from: number): Promise<number> {
  for (let height = from; height > from - keptBlocks && height >= 0; height--) {
    const stored = await hashAt(db, chain.id, height);
    if (stored === undefined) break;
    const header = await reader.header(height);
    // Not an answer about the chain, but about the node: it must know every block below its tip.
    if (!header) throw new Error(`${chain.id}: the node does not know its own block ${height}`);
    if (header.hash === stored) return height;
  }
  throw new Error(
    `${chain.id}: the chain differs from everything that is kept; it was reorganised too deep, or it is another chain`,
  );
}

/** Its coins are in the balance, also where as much went back to who paid them. */
const isCredited = ({ status }: Pick<Deposit, 'status'>): boolean =>
  status === depositStatus.credited || status === depositStatus.returned;

/** What a reorganisation takes back of a deposit: first what is available, and what is spent already becomes a visible shortfall. */
async function reversal(tx: Tx, deposit: Deposit): Promise<{ entries: Entry[]; short: bigint }> {
  const { sub_wallet_id: sub, asset_id: assetId, amount } = deposit;
  if (!isCredited(deposit)) return { entries: move(sub, assetId, waitingBucket(deposit), 'chain', amount), short: 0n };
  await sql`select 1 from balances where sub_wallet_id = ${sub} and asset_id = ${assetId} for update`.execute(tx);
  const { available } = await findBalance(tx, deposit.workspace_id, sub, assetId);
  const short = amount > available ? amount - available : 0n;
  const taken = amount - short;
  const sides = [
    { subWalletId: sub, assetId, bucket: 'available', amount: -taken },
    { subWalletId: sub, assetId, bucket: 'shortfall', amount: -short },
    { subWalletId: sub, assetId, bucket: 'chain', amount },
  ] as const;
  return { entries: sides.filter((side) => side.amount !== 0n), short };
}

async function reverse(tx: Tx, deps: ChainDeps, deposit: Deposit): Promise<void> {
  if (isCredited(deposit)) await modelOf(deps.chain).blocks.uncredited(tx, deposit);
  const { entries, short } = await reversal(tx, deposit);
  await post(tx, { workspaceId: deposit.workspace_id, kind: 'deposit_reorged', ref: depositRef(deposit), entries });
  const sub = deposit.sub_status === 'below_minimum' ? 'reorged_below_minimum' : 'reorged';
  await tx
    .updateTable('deposits')
    .set({ status: depositStatus.abnormal, sub_status: sub, updated_at: sql<Date>`now()`, credited_at: null })
    .where('id', '=', deposit.id)
    .execute();
  await addDepositEvent(tx, deposit.id, depositStatus.abnormal, sub, {
    height: String(deposit.height),
    hash: deposit.block_hash,
  });
  deps.log.warn(
    { deposit: deposit.id, txid: deposit.txid, credited: isCredited(deposit) },
    'a reorganisation took a deposit back',
  );
  if (short === 0n) return;
  const detail = { deposit: String(deposit.id), short: short.toString() };
  await freezeAsset(tx, deposit.workspace_id, deposit.asset_id, 'reorg_shortfall', detail);
}

/** Takes back everything above the fork, in one transaction, by reverse postings: nothing is deleted from the books (threats.md T36). */
export async function unwind(deps: ChainDeps, fork: number): Promise<Deposit[]> {
  return inTransaction(deps.db, async (tx) => {
    const { height } = await lockPlace(tx, deps.chain.id);
    if (height === null || height <= fork) return [];
    const lost = await tx
      .selectFrom('deposits')
      .selectAll()
      .where('chain', '=', deps.chain.id)
      .where('height', '>', fork)
      .where('sub_status', 'not in', ['reorged', 'reorged_below_minimum'])
      .orderBy('id')
      .execute();
    for (const deposit of lost) await reverse(tx, deps, deposit);
    await unwindNfts(tx, deps.chain.id, fork);
    await noteUnmined(tx, deps.chain.id, fork);
    await modelOf(deps.chain).blocks.unwind(tx, deps.chain, fork);
    for (const table of ['chain_blocks', 'blocks_aside'] as const)
      await tx.deleteFrom(table).where('chain', '=', deps.chain.id).where('height', '>', fork).execute();
    await tx
      .updateTable('chain_state')
      .set({ height: fork, state: 'catching_up' })
      .where('chain', '=', deps.chain.id)
      .execute();
    return lost;
  });
}
