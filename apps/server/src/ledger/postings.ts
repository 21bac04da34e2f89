import type { SubWalletId, WorkspaceId } from '@holdfast/contract';
import { sql } from 'kysely';
import type { Database, Db } from '../db/database.ts';
import type { AssetId } from './asset-id.ts';

/** Where coins are that are no part of a balance. */
export type OutsideBucket = 'chain' | 'fee' | 'shortfall';
/** A part of a sub-wallet's balance. */
export type Bucket = Exclude<Database['ledger_entries']['bucket'], OutsideBucket>;

/** One side of a posting, in base units; the entries of a posting sum to zero per asset. */
export interface Entry {
  readonly subWalletId: SubWalletId;
  readonly assetId: AssetId;
  readonly bucket: Bucket | OutsideBucket;
  readonly amount: bigint;
}
export interface Posting {
  readonly workspaceId: WorkspaceId;
  readonly kind: Database['ledger_transfers']['kind'];
  /** What caused it. The same (ref, kind) is posted once, however often a step is run again. */
  readonly ref: string;
  readonly entries: readonly Entry[];
}

const wire = ({ subWalletId, assetId, bucket, amount }: Entry) => ({
  sub_wallet_id: subWalletId,
  asset_id: assetId,
  bucket,
  amount: amount.toString(),
});

/** Posts, or does nothing when it was posted before. Returns whether it was new. A bucket that would go below zero throws (23514). */
export async function post(db: Db, { workspaceId, kind, ref, entries }: Posting): Promise<boolean> {
  const lines = JSON.stringify(entries.map(wire));
  const { rows } = await sql<{
    id: number | null;
  }>`select ledger_post(${workspaceId}, ${kind}, ${ref}, ${lines}::jsonb) as id`.execute(db);
  return rows[0]?.id !== null;
}

/** Both sides of a move between two buckets of one asset. */
export function move(
  subWalletId: SubWalletId,
  assetId: AssetId,
  from: Bucket | OutsideBucket,
  to: Bucket | OutsideBucket,
  amount: bigint,
): Entry[] {
  return [
    { subWalletId, assetId, bucket: from, amount: -amount },
    { subWalletId, assetId, bucket: to, amount },
  ];
}

export interface Settlement {
  readonly workspaceId: WorkspaceId;
  readonly ref: string;
  readonly assetId: AssetId;
  /** What reached the receiver, or became stake; 0 for a release or a failed payment. */
  readonly spent: bigint;
  /** Where that is now. */
  readonly to?: 'chain' | 'staked';
  readonly feeAssetId: AssetId;
  readonly fee: bigint;
}
/** Ends a hold: spends what was really spent and releases the rest. A hold that has ended already stays as it is. Returns whether this ended it. */
export async function settleHold(db: Db, s: Settlement): Promise<boolean> {
  const { rows } = await sql<{ id: number | null }>`select ledger_settle(${s.workspaceId}, ${s.ref}, ${s.assetId},
    ${s.spent.toString()}::numeric, ${s.feeAssetId}, ${s.fee.toString()}::numeric, ${s.to ?? 'chain'}) as id`.execute(
    db,
  );
  return rows[0]?.id !== null;
}

/** Coins of a sub-wallet that came back from stake, by this order; those that it staked otherwise than by us come in from the chain. Posted once. */
export async function returnStake(
  db: Db,
  of: { readonly workspaceId: WorkspaceId; readonly subWalletId: SubWalletId; readonly assetId: AssetId },
  ref: string,
  amount: bigint,
): Promise<void> {
  const { rows } = await sql<{ staked: bigint }>`select staked from balances
    where sub_wallet_id = ${of.subWalletId} and asset_id = ${of.assetId} for update`.execute(db);
  const staked = rows[0]?.staked ?? 0n;
  const ours = staked < amount ? staked : amount;
  const entries = [
    ...move(of.subWalletId, of.assetId, 'staked', 'available', ours),
    ...move(of.subWalletId, of.assetId, 'chain', 'available', amount - ours),
  ].filter((entry) => entry.amount !== 0n);
  await post(db, { workspaceId: of.workspaceId, kind: 'stake_returned', ref, entries });
}

/**
 * Moves what a batch holds to its rows, each of which holds what it pays and its own highest fee; the rest is available again. Together that is never more than the
 * batch held, so nothing can be short.
 * @param batch number of the order whose rows are there
 */
export async function splitHold(db: Db, s: Omit<Settlement, 'spent' | 'fee' | 'to'>, batch: number): Promise<void> {
  await settleHold(db, { ...s, spent: 0n, fee: 0n });
  await sql`select ledger_reserve(workspace_id, sub_wallet_id, 'order:' || id, asset_id, amount, fee_asset_id, max_fee)
    from (select * from orders where batch_of = ${batch} order by batch_row) rows`.execute(db);
}
