import type { SubWalletId, WorkspaceId } from '@holdfast/contract';
import type { Db } from '../../db/database.ts';
import type { AssetId } from '../../ledger/service.ts';

/** One coin of one sub-wallet, in base units (domain.md 6.1). */
export interface BalanceRow {
  readonly subWalletId: SubWalletId;
  readonly assetId: AssetId;
  readonly available: bigint;
  readonly frozen: bigint;
  readonly collecting: bigint;
  readonly pending: bigint;
  readonly held: bigint;
  readonly staked: bigint;
}
/** All that was held at one moment. */
export interface HoldingsAt {
  readonly time: Date;
  readonly holdings: readonly { readonly assetId: AssetId; readonly units: bigint }[];
}
/** What the wallet screens need of the ledger. */
export interface BalanceReader {
  /** Coins that never moved may be left out. */
  balances(db: Db, workspaceId: WorkspaceId, subWalletId?: SubWalletId): Promise<readonly BalanceRow[]>;
  /** Oldest first, at most some hundred points, the last one being now. */
  history(
    db: Db,
    of: { workspaceId: WorkspaceId; subWalletId: SubWalletId | undefined; start: Date; end: Date },
  ): Promise<readonly HoldingsAt[]>;
}

export const totalUnits = ({ available, frozen, collecting, pending, held, staked }: BalanceRow): bigint =>
  available + frozen + collecting + pending + held + staked;
