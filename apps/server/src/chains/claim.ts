import { orderStatus, type SubWalletId, type WorkspaceId } from '@holdfast/contract';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { AssetId } from '../ledger/service.ts';
import { countsAsPaid, isPayment, isSplit } from '../orders/payments.ts';

export interface Claim {
  /** What the books say is on the chain and final: available and frozen. */
  readonly booked: bigint;
  /** What is in blocks, but not final yet, or too little to count. */
  readonly waiting: bigint;
  /** How far the books are above the chain because a reorganisation took back what was spent or promised already. */
  readonly short: bigint;
  /** The most that orders which are paying may have taken from the chain already, mined or not. */
  readonly paying: bigint;
  /** The same for orders that are in a block. */
  readonly mined: bigint;
  /** What the books say is staked, or on its way back from stake. */
  readonly staked: bigint;
  /** Orders that are paying and move between what is staked and what is not. */
  readonly restaking: number;
}

/** What is still missing of a sub-wallet's coin, as an SQL expression. */
export const shortfallOf = (
  subWalletId: SubWalletId,
  assetId: AssetId,
) => sql<bigint>`(select coalesce(-sum(amount), 0) from ledger_entries
  where sub_wallet_id = ${subWalletId} and asset_id = ${assetId} and bucket = 'shortfall')`;

/** What the books claim of one coin of one sub-wallet, and what is on its way out, as of one moment: one statement, one snapshot. */
export async function claimOf(
  db: Db,
  workspaceId: WorkspaceId,
  subWalletId: SubWalletId,
  assetId: AssetId,
): Promise<Claim> {
  const { rows } = await sql<Claim>`
    with out as (
      select case when asset_id = ${assetId} then amount - untaken else 0 end + case when fee_asset_id = ${assetId} then max_fee else 0 end as units,
        mined_height is not null as mined, not (${countsAsPaid()} or ${isPayment()}) and raises is null as restakes
      from orders where workspace_id = ${workspaceId} and sub_wallet_id = ${subWalletId} and status = ${orderStatus.paying}
        -- Its rows pay what it asked for.
        and not ${isSplit()}
      union all
      -- What calls say of tokens.
      select o.held, orders.mined_height is not null, false from order_outflows o join orders on orders.id = o.order_id
      where o.workspace_id = ${workspaceId} and o.sub_wallet_id = ${subWalletId} and o.asset_id = ${assetId} and orders.status = ${orderStatus.paying})
    select coalesce((select available + frozen + collecting from balances b
        where b.workspace_id = ${workspaceId} and b.sub_wallet_id = ${subWalletId} and b.asset_id = ${assetId}), 0) as booked,
      coalesce((select pending_in + held from balances b
        where b.workspace_id = ${workspaceId} and b.sub_wallet_id = ${subWalletId} and b.asset_id = ${assetId}), 0) as waiting,
      ${shortfallOf(subWalletId, assetId)} as short,
      (select coalesce(sum(units), 0) from out) as paying, (select coalesce(sum(units), 0) from out where mined) as mined,
      coalesce((select staked from balances b
        where b.workspace_id = ${workspaceId} and b.sub_wallet_id = ${subWalletId} and b.asset_id = ${assetId}), 0) as staked,
      (select count(*) from out where restakes)::int as restaking`.execute(db);
  return rows[0] ?? { booked: 0n, waiting: 0n, short: 0n, paying: 0n, mined: 0n, staked: 0n, restaking: 0 };
}
