import type { SubWalletId, WorkspaceId } from '@holdfast/contract';
import { sql } from 'kysely';
import { createRecorder, theSystem } from '../audit/service.ts';
import { systemClock } from '../clock.ts';
import type { Db } from '../db/database.ts';
import type { Bucket } from './postings.ts';

export { findAllDrift, findDrift, findNewDrift } from './drift.ts';
export { type Bucket, type Entry, move, post, settleHold } from './postings.ts';

/** Balance of one coin in one sub-wallet, base units (domain.md 6.1). */
export interface Balance extends Readonly<Record<Bucket, bigint>> {
  readonly subWalletId: SubWalletId;
  readonly symbol: string;
}
export const emptyBalance = (subWalletId: SubWalletId, symbol: string): Balance => ({
  subWalletId,
  symbol,
  available: 0n,
  frozen: 0n,
  collecting: 0n,
  pending_in: 0n,
  held: 0n,
});
/** What we own of it, what is still uncertain included. */
export const totalOf = (b: Balance): bigint => b.available + b.frozen + b.collecting + b.pending_in + b.held;

const columns = [
  'sub_wallet_id as subWalletId',
  'symbol',
  'available',
  'frozen',
  'collecting',
  'pending_in',
  'held',
] as const;

/** Balances of a workspace that have ever been touched; narrowed by sub-wallet and coin where given. */
export async function findBalances(
  db: Db,
  workspaceId: WorkspaceId,
  only: { readonly subWalletId?: SubWalletId | undefined; readonly symbol?: string | undefined } = {},
): Promise<Balance[]> {
  let query = db.selectFrom('balances').select(columns).where('workspace_id', '=', workspaceId);
  if (only.subWalletId !== undefined) query = query.where('sub_wallet_id', '=', only.subWalletId);
  if (only.symbol !== undefined) query = query.where('symbol', '=', only.symbol);
  return query.orderBy('sub_wallet_id').orderBy('symbol').execute();
}

export async function findBalance(
  db: Db,
  workspaceId: WorkspaceId,
  subWalletId: SubWalletId,
  symbol: string,
): Promise<Balance> {
  const [row] = await findBalances(db, workspaceId, { subWalletId, symbol });
  return row ?? emptyBalance(subWalletId, symbol);
}

export interface HistoryPoint {
  readonly time: Date;
  readonly symbol: string;
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
  const { rows } = await sql<{ time: Date; symbol: string; units: bigint }>`
    with owned as (
      select symbol, sum(available + frozen + collecting + pending_in + held) as units from balances where ${own} group by symbol
    ), since as (
      select symbol, amount, case when created_at > ${range.end}::timestamptz then ${steps}::int + 1
        else least(ceil(extract(epoch from created_at - ${range.start}::timestamptz) * 1000 / ${stepMs}::float8)::int, ${steps}::int) end as slot
      from ledger_entries where ${own} and created_at > ${range.start}::timestamptz
        and bucket in ('available', 'frozen', 'collecting', 'pending_in', 'held')
    ), moved as (select symbol, slot, sum(amount) as amount from since group by 1, 2)
    select ${range.start}::timestamptz + g.slot * make_interval(secs => ${stepMs}::float8 / 1000) as time, o.symbol,
      o.units - coalesce(sum(m.amount), 0) as units
    from generate_series(0, ${steps}::int) as g (slot) cross join owned o
    left join moved m on m.symbol = o.symbol and m.slot > g.slot
    group by g.slot, o.symbol, o.units order by g.slot, o.symbol`.execute(db);
  return rows;
}

export interface Freeze {
  readonly symbol: string;
  readonly reason: string;
  readonly detail: Record<string, string>;
  readonly created_at: Date;
}
export const findFreezes = (db: Db, workspaceId: WorkspaceId): Promise<Freeze[]> =>
  db
    .selectFrom('asset_freezes')
    .select(['symbol', 'reason', 'detail', 'created_at'])
    .where('workspace_id', '=', workspaceId)
    .orderBy('symbol')
    .execute();

export async function isFrozen(db: Db, workspaceId: WorkspaceId, symbols: readonly string[]): Promise<boolean> {
  const row = await db
    .selectFrom('asset_freezes')
    .select('symbol')
    .where('workspace_id', '=', workspaceId)
    .where('symbol', 'in', symbols)
    .executeTakeFirst();
  return row !== undefined;
}

/** Stops an asset of a workspace; the first reason stays. Returns whether it was not frozen before. */
export async function freezeAsset(
  db: Db,
  workspaceId: WorkspaceId,
  symbol: string,
  reason: string,
  detail: Record<string, string>,
): Promise<boolean> {
  const row = await db
    .insertInto('asset_freezes')
    .values({ workspace_id: workspaceId, symbol, reason, detail: JSON.stringify(detail) })
    .onConflict((oc) => oc.doNothing())
    .returning('symbol')
    .executeTakeFirst();
  if (!row) return false;
  const told = createRecorder('asset.frozen', theSystem, systemClock);
  await told(db, { workspaceId, object: `asset:${symbol}`, detail: { reason } });
  return true;
}
export const unfreezeAsset = (db: Db, workspaceId: WorkspaceId, symbol: string) =>
  db.deleteFrom('asset_freezes').where('workspace_id', '=', workspaceId).where('symbol', '=', symbol).execute();
