import type { ChainConfig, FeeOffer, FeePlan, Plan } from '@holdfast/chains';
import type { ChainReader, FeeTier } from '@holdfast/chains/rpc';
import type { OrderId, SubWalletId, WorkspaceId } from '@holdfast/contract';
import type { Db, Tx } from '../db/database.ts';

/** A chain with the node that is asked about it. */
export interface OnChain {
  readonly db: Db;
  readonly chain: ChainConfig;
  readonly reader: ChainReader;
}

/** Why there is no plan yet; looked at again when something changed. */
export type WaitReason = 'waiting_for_coins' | 'fee_above_cap' | 'nonce_blocked';
export interface Wait {
  readonly wait: WaitReason;
  /** What the order's timeline tells of it, once; missing when there is nothing to tell. */
  readonly detail?: Readonly<Record<string, string>>;
}

/** What an order asks of a plan. Amounts in base units. */
export interface Payable {
  readonly id: OrderId;
  readonly workspaceId: WorkspaceId;
  readonly subWalletId: SubWalletId;
  readonly from: string;
  readonly outputs: readonly { readonly address: string; readonly amount: bigint }[];
  readonly maxFee: bigint;
  /** `FeeOffer.plan`, as it was agreed to. */
  readonly feePlan: FeePlan;
}

export interface Reserved {
  readonly plan: Plan;
}

/** Takes nonce or coins for an order, in the caller's transaction, and makes the plan of them. A `Wait` has taken nothing. @throws ChainError */
export type Reserve = (tx: Tx, order: Payable) => Promise<Reserved | Wait>;

/** What came free for others when every signer had given an ended order up. */
export interface Freed {
  /** How the timeline calls it. */
  readonly sub: 'nonce_free';
  readonly detail: Readonly<Record<string, string>>;
  /** Orders of the same account that wait for this look again. */
  readonly waiting: WaitReason;
}

/**
 * What orders took to be paid with. Each call is part of the caller's transaction, who has locked the order's row, and does nothing for an order that took
 * nothing of this model.
 */
export interface Reservations {
  /** Takes back what no signer has admitted or will: it is free at once. */
  drop(tx: Tx, id: OrderId): Promise<void>;
  /**
   * The order ends unmade, before its status moves: what a signer may have bound to it stays bound, unless it is `unknown` to all of them. Returns when
   * others may have it, undefined when at once.
   * @param deadFrom when the chain takes none of its transactions any more, where they die
   */
  leave(tx: Tx, id: OrderId, unknown: boolean, deadFrom?: Date): Promise<Date | undefined>;
  /** The same, after its money was given back: what signers do not keep for it. */
  letGo(tx: Tx, id: OrderId): Promise<void>;
  /** Every signer has given the ended order up at `now`; undefined when nobody can wait for what it left. */
  free(tx: Tx, id: OrderId, now: Date): Promise<Freed | undefined>;
}

/** A signed attempt at a payment. */
export interface Attempt {
  readonly plan: Plan;
  readonly raw: string;
  readonly txid: string;
}

/** How the newest of these is replaced on the chain, each for so much more that nodes take it. */
export interface Replacing {
  /** The plan of an order that takes its place. @throws ChainError */
  readonly reserve: Reserve;
  /** What that costs at each tier; none where there are no coins for it. @throws ChainError */
  readonly offers: (db: Db, order: Payee, tiers: readonly FeeTier[]) => Promise<readonly FeeOffer[]>;
  /**
   * The plan of the same payment at these fees, or for less where they are more than `maxFee` allows; it takes nothing that the newest attempt has not.
   * `fee_above_cap` where nodes ask for more than that; `waiting_for_coins` where another payment is built on it. @throws ChainError
   */
  readonly within: (tx: Tx, order: Payee & Pick<Payable, 'maxFee'>, fees: FeePlan) => Promise<Reserved | Wait>;
}
type Payee = Pick<Payable, 'workspaceId' | 'subWalletId' | 'outputs'>;
