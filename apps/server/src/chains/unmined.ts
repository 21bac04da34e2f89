import type { ChainConfig, FeeOffer, KeyAt, Waiting } from '@holdfast/chains';
import type { FeeTier } from '@holdfast/chains/rpc';
import type { OrderId, SubWalletId, WorkspaceId } from '@holdfast/contract';
import type { Intent } from '@holdfast/policy';
import type { Db, Tx } from '../db/database.ts';
import type { Outpoint } from './outputs.ts';
import type { OnChain, Reserve } from './plans.ts';
import type { Place } from './watching.ts';

/** A transaction that waits for a block, and the largest of what it pays a sub-wallet that no order of ours spends. */
export interface Parent {
  readonly waiting: Waiting;
  /** Undefined: it pays nothing here. `taken`: all of that is another order's. */
  readonly output:
    | (Outpoint & { readonly amount: bigint; readonly address: string; readonly path: string })
    | 'taken'
    | undefined;
}

/** Payments for transactions that wait, on chains where what is paid can be spent before that. */
export interface Children {
  /** Undefined where it does not wait at the node. @throws RpcError */
  parent(on: OnChain, place: Place, txid: string): Promise<Parent | undefined>;
  /** What a child of its output costs, for each tier that the output can pay. @throws ChainError */
  offers(chain: ChainConfig, parent: Parent, changeAddress: string, tiers: readonly FeeTier[]): readonly FeeOffer[];
  /** Asks the node about it, for the plan of an order that pays for it. @throws RpcError */
  prepare(on: OnChain, txid: string): Promise<Reserve>;
}

/** A step of a payment that takes several transactions. */
export interface StepAsk {
  readonly intent: Intent;
  readonly keyAt: KeyAt;
  /** The order of the payment. */
  readonly of: OrderId | null;
  /** What all who follow the chain say of what the payer has of the tick; missing numbers where they disagree. */
  readonly balance: () => Promise<
    { readonly agreed: false } | { readonly agreed: true; readonly transferable: bigint }
  >;
}
/** Payments of what is inscribed. */
export interface Inscribed {
  /** An output that leaves whole. */
  sending(on: OnChain, outpoint: string): Promise<Reserve>;
  step(on: OnChain, ask: StepAsk): Promise<Reserve>;
  /** How long before its intent ends a step is begun at the latest, in ms: later, those after it would find their time over, and what it had spent would be of no use. */
  leastLeftMs(chain: ChainConfig, intent: Intent): number;
}

/** A payment that a node has taken. */
export interface SentPayment {
  readonly id: OrderId;
  readonly workspaceId: WorkspaceId;
  readonly subWalletId: SubWalletId;
  /** The payment that it is an attempt at. */
  readonly raises: unknown;
  readonly plan: unknown;
  /** Signed, hex. */
  readonly raw: string;
  readonly txid: string;
  /** Outputs of it that are somebody's but what comes back. */
  readonly payees: number;
}
/** What comes back of payments that wait for their block, on chains where it can be spent before that. */
export interface Unconfirmed {
  /** Transactions that one of ours waits for at most. */
  readonly ancestors: number;
  /** Do members let payments of a sub-wallet be made of it? */
  isAllowed(db: Db, chain: string, place: Pick<Place, 'sub_wallet_id'>): Promise<boolean>;
  allow(tx: Tx, chain: string, place: Place, allowed: boolean): Promise<void>;
  /** The open order that spends something of these transactions while no block has them. */
  childOf(db: Db, chain: string, txids: readonly string[]): Promise<string | undefined>;
}
