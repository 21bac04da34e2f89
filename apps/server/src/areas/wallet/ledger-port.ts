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
/** What is owned of a coin. */
export interface Holding {
  readonly assetId: AssetId;
  readonly units: bigint;
}
/** All that was held at one moment. */
export interface HoldingsAt {
  readonly time: Date;
  readonly holdings: readonly Holding[];
}
/** What the wallet screens need of the ledger. */
export interface BalanceReader {
  /** Of these sub-wallets, in one coin or in all; coins that never moved may be left out. */
  balances(
    db: Db,
    workspaceId: WorkspaceId,
    of: { readonly subWalletIds: readonly SubWalletId[]; readonly assetId?: AssetId | undefined },
  ): Promise<readonly BalanceRow[]>;
  /** Of all sub-wallets together, what is still uncertain included. */
  totals(db: Db, workspaceId: WorkspaceId): Promise<readonly Holding[]>;
  /** Oldest first, at most some hundred points, the last one being now. */
  history(
    db: Db,
    of: { workspaceId: WorkspaceId; subWalletId: SubWalletId | undefined; start: Date; end: Date },
  ): Promise<readonly HoldingsAt[]>;
}

export const totalUnits = ({ available, frozen, collecting, pending, held, staked }: BalanceRow): bigint =>
  available + frozen + collecting + pending + held + staked;
