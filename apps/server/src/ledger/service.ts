import type { SubWalletId, WorkspaceId } from '@holdfast/contract';
import { sql } from 'kysely';
import { createRecorder, theSystem } from '../audit/service.ts';
import { systemClock } from '../clock.ts';
import type { Db } from '../db/database.ts';
import type { AssetId } from './asset-id.ts';
import type { Bucket } from './postings.ts';

export { type AssetId, wholeAsset } from './asset-id.ts';
export { assetRows, keepAsset, readAssetIds } from './assets.ts';
export { findAllDrift, findDrift, findNewDrift } from './drift.ts';
export { type Bucket, type Entry, move, post, returnStake, settleHold, splitHold } from './postings.ts';

/** Balance of one coin in one sub-wallet, base units (domain.md 6.1). */
export interface Balance extends Readonly<Record<Bucket, bigint>> {
  readonly subWalletId: SubWalletId;
  readonly assetId: AssetId;
}
export const emptyBalance = (subWalletId: SubWalletId, assetId: AssetId): Balance => ({
  subWalletId,
  assetId,
  available: 0n,
  frozen: 0n,
  collecting: 0n,
  pending_in: 0n,
  held: 0n,
  staked: 0n,
});
/** What we own of it, what is still uncertain included. */
export const totalOf = (b: Balance): bigint => b.available + b.frozen + b.collecting + b.pending_in + b.held + b.staked;

const columns = [
  'sub_wallet_id as subWalletId',
  'asset_id as assetId',
  'available',
  'frozen',
  'collecting',
  'pending_in',
  'held',
  'staked',
] as const;

/** Balances of a workspace that have ever been touched; narrowed by sub-wallet and coin where given. */
export async function findBalances(
  db: Db,
  workspaceId: WorkspaceId,
  only: {
    readonly subWalletId?: SubWalletId | undefined;
    /** Any of them. */
    readonly subWalletIds?: readonly SubWalletId[] | undefined;
    readonly assetId?: AssetId | undefined;
  } = {},
): Promise<Balance[]> {
  let query = db.selectFrom('balances').select(columns).where('workspace_id', '=', workspaceId);
  if (only.subWalletId !== undefined) query = query.where('sub_wallet_id', '=', only.subWalletId);
  if (only.subWalletIds !== undefined)
    query = query.where('sub_wallet_id', '=', sql<SubWalletId>`any(${only.subWalletIds}::int[])`);
  if (only.assetId !== undefined) query = query.where('asset_id', '=', only.assetId);
  return query.orderBy('sub_wallet_id').orderBy('asset_id').execute();
}

/** What a workspace owns of each coin, what is still uncertain included: the kept totals, and the journal since. Their cost does not depend on how many balances there are. */
export async function findTotals(
  db: Db,
  workspaceId: WorkspaceId,
): Promise<{ readonly assetId: AssetId; readonly units: bigint }[]> {
  const { rows } = await sql<{ assetId: AssetId; units: bigint }>`
    select asset_id as "assetId", sum(units) as units from (
      select asset_id, units from ledger_totals where workspace_id = ${workspaceId}
      union all
      select asset_id, sum(amount) from ledger_entries
        where transfer_id > (select transfer_id from ledger_summed_to) and workspace_id = ${workspaceId}
          and bucket in ('available', 'frozen', 'collecting', 'pending_in', 'held', 'staked') group by 1) parts
    group by 1 order by 1`.execute(db);
  return rows;
}

export async function findBalance(
  db: Db,
  workspaceId: WorkspaceId,
  subWalletId: SubWalletId,
  assetId: AssetId,
): Promise<Balance> {
  const [row] = await findBalances(db, workspaceId, { subWalletId, assetId });
  return row ?? emptyBalance(subWalletId, assetId);
}

export interface HistoryPoint {
  readonly time: Date;
  readonly assetId: AssetId;
  /** What was owned at that moment, base units. */
  readonly units: bigint;
}
export interface HistoryRange {
  readonly subWalletId?: SubWalletId | undefined;
  readonly start: Date;
  readonly end: Date;
  readonly points: number;
}

/**
 * What was owned of each coin at `points` evenly spaced moments, oldest first. Reckoned back from what is owned now, so that only entries since
 * the start are read, however long the journal is.
 */
export async function balanceHistory(db: Db, workspaceId: WorkspaceId, range: HistoryRange): Promise<HistoryPoint[]> {
  const steps = Math.max(1, range.points - 1);
  const stepMs = Math.max(1, Math.floor((range.end.getTime() - range.start.getTime()) / steps));
  const own = sql`workspace_id = ${workspaceId}${range.subWalletId === undefined ? sql`` : sql` and sub_wallet_id = ${range.subWalletId}`}`;
  const { rows } = await sql<HistoryPoint>`
    with owned as (
      select asset_id, sum(available + frozen + collecting + pending_in + held + staked) as units from balances where ${own} group by asset_id
    ), since as (
      select asset_id, amount, case when created_at > ${range.end}::timestamptz then ${steps}::int + 1
        else least(ceil(extract(epoch from created_at - ${range.start}::timestamptz) * 1000 / ${stepMs}::float8)::int, ${steps}::int) end as slot
      from ledger_entries where ${own} and created_at > ${range.start}::timestamptz
        and bucket in ('available', 'frozen', 'collecting', 'pending_in', 'held', 'staked')
    ), moved as (select asset_id, slot, sum(amount) as amount from since group by 1, 2)
    select ${range.start}::timestamptz + g.slot * make_interval(secs => ${stepMs}::float8 / 1000) as time, o.asset_id as "assetId",
      o.units - coalesce(sum(m.amount), 0) as units
    from generate_series(0, ${steps}::int) as g (slot) cross join owned o
    left join moved m on m.asset_id = o.asset_id and m.slot > g.slot
    group by g.slot, o.asset_id, o.units order by g.slot, o.asset_id`.execute(db);
  return rows;
}

export interface Freeze {
  readonly symbol: string;
  readonly chain: string;
  /** '' for the chain's own coin. */
  readonly contract: string;
  readonly reason: string;
  readonly detail: Record<string, string>;
  readonly created_at: Date;
}
export const findFreezes = (db: Db, workspaceId: WorkspaceId): Promise<Freeze[]> =>
  db
    .selectFrom('asset_freezes as f')
    .innerJoin('assets as a', 'a.id', 'f.asset_id')
    .select(['a.symbol', 'a.chain', 'a.contract', 'f.reason', 'f.detail', 'f.created_at'])
    .where('f.workspace_id', '=', workspaceId)
    .orderBy('a.symbol')
    .orderBy('a.id')
    .execute();

/** Every asset of a workspace that is stopped. */
export async function findFrozen(db: Db, workspaceId: WorkspaceId): Promise<ReadonlySet<AssetId>> {
  const rows = await db
    .selectFrom('asset_freezes')
    .select('asset_id')
    .where('workspace_id', '=', workspaceId)
    .execute();
  return new Set(rows.map(({ asset_id }) => asset_id));
}

export async function isFrozen(db: Db, workspaceId: WorkspaceId, assets: readonly AssetId[]): Promise<boolean> {
  const row = await db
    .selectFrom('asset_freezes')
    .select('asset_id')
    .where('workspace_id', '=', workspaceId)
    .where('asset_id', 'in', assets)
    .executeTakeFirst();
  return row !== undefined;
}

/** How the audit log names an asset, and what tells it from others of its symbol. */
async function describe(db: Db, assetId: AssetId) {
  const query = db.selectFrom('assets').select(['symbol', 'chain', 'contract']).where('id', '=', assetId);
  const { symbol, chain, contract } = await query.executeTakeFirstOrThrow();
  return { object: `asset:${symbol}`, place: contract === '' ? { chain } : { chain, contract } };
}

/** Stops an asset of a workspace; the first reason stays. Returns whether it was not frozen before. */
export async function freezeAsset(
  db: Db,
  workspaceId: WorkspaceId,
  assetId: AssetId,
  reason: string,
  detail: Record<string, string>,
): Promise<boolean> {
  const row = await db
    .insertInto('asset_freezes')
    .values({ workspace_id: workspaceId, asset_id: assetId, reason, detail: JSON.stringify(detail) })
    .onConflict((oc) => oc.doNothing())
    .returning('asset_id')
    .executeTakeFirst();
  if (!row) return false;
  const told = createRecorder('asset.frozen', theSystem, systemClock);
  const { object, place } = await describe(db, assetId);
  await told(db, { workspaceId, object, detail: { reason, ...place } });
  return true;
}
/** Returns what the audit log says of it. */
export async function unfreezeAsset(db: Db, workspaceId: WorkspaceId, assetId: AssetId) {
  await db
    .deleteFrom('asset_freezes')
    .where('workspace_id', '=', workspaceId)
    .where('asset_id', '=', assetId)
    .execute();
  const { object, place } = await describe(db, assetId);
  return { object, detail: place };
}
