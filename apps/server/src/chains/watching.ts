import type { AssetConfig, ChainConfig } from '@holdfast/chains';
import type { ChainBlock, Taking, Transfer } from '@holdfast/chains/rpc';
import type { AddressId, SubWalletId, WorkspaceId } from '@holdfast/contract';
import type { Db, Tx } from '../db/database.ts';
import type { AssetId } from '../ledger/service.ts';
import type { OnChain } from './plans.ts';

/** A payment that one of our addresses received in a block. */
export interface Received {
  readonly transfer: Transfer;
  readonly to: {
    readonly id: AddressId;
    readonly workspaceId: WorkspaceId;
    readonly subWalletId: SubWalletId;
    readonly path: string;
    readonly branch: number;
  };
}

/** What a block spends: outpoints `txid:vout`, on chains that have them. */
export type Spending = Pick<ChainBlock, 'height' | 'spent'>;

/** What the chain watcher does with blocks, beside deposits. Each call is part of the caller's transaction. */
export interface BlockTaking {
  /** Takes in what our addresses received in a block; returns what of it is a deposit. Taken again, it changes nothing. */
  received(tx: Tx, chain: ChainConfig, block: ChainBlock, received: readonly Received[]): Promise<readonly Received[]>;
  /** Takes in what the blocks spend of ours. */
  spent(tx: Tx, chain: ChainConfig, blocks: readonly Spending[]): Promise<void>;
  /** A deposit was credited: it may be spent. */
  credited(tx: Tx, deposit: DepositPlace): Promise<void>;
  /** One that was credited is about to be taken back: what members froze of it is in the balance again. */
  uncredited(tx: Tx, deposit: DepositPlace): Promise<void>;
  /** Takes back everything above the fork. */
  unwind(tx: Tx, chain: ChainConfig, fork: number): Promise<void>;
}

export interface DepositPlace {
  readonly chain: string;
  readonly txid: string;
  readonly idx: number;
}
/** A deposit that is to be credited. */
export interface SeenDeposit extends DepositPlace {
  readonly workspace_id: WorkspaceId;
  readonly sub_wallet_id: SubWalletId;
  readonly asset_id: AssetId;
  readonly amount: bigint;
  readonly address_to: string;
}
export interface Place {
  readonly workspace_id: WorkspaceId;
  readonly sub_wallet_id: SubWalletId;
}
export interface AddressAsk {
  readonly chain: string;
  readonly subWalletId: SubWalletId;
  readonly assetId: AssetId;
  readonly addresses: readonly string[];
}

/** What is on the chain, as the node says it or as blocks told. */
export interface Holdings {
  /**
   * Does the chain really hold what would be credited? A node that shows a payment whose coins are not there is lying or broken (threats.md T30, T62).
   */
  isBacked(on: OnChain, asset: AssetConfig, deposit: SeenDeposit): Promise<boolean>;
  /** What the chain holds for a sub-wallet at a height; undefined when it has no address there. */
  held(on: OnChain, asset: AssetConfig, place: Place, height: number): Promise<bigint | undefined>;
  /** What the chain holds of a sub-wallet's coin in stake, or on its way back from it, now; missing where coins are not staked. */
  staked?(on: OnChain, place: Place): Promise<bigint>;
  /** What has left a sub-wallet of a token since a block, by its own payments and by allowances; missing where nobody can be allowed anything. */
  taken?(on: OnChain, asset: AssetConfig, place: Place, since: number): Promise<readonly Taking[]>;
  /** What one payment and its fee can take together, base units, from how many coins; undefined when that is all there is. */
  mostAtOnce(
    db: Db,
    chain: ChainConfig,
    subWalletId: SubWalletId,
  ): Promise<{ readonly units: bigint; readonly coins: number } | undefined>;
  /** Base units at each address; one that is missing has none. */
  atAddresses(db: Db, ask: AddressAsk): Promise<ReadonlyMap<string, bigint>>;
}
