import type { ChainConfig } from '@holdfast/chains';
import type { OrderId } from '@holdfast/contract';
import type { Db, Tx } from '../db/database.ts';
import type { FeeDeps, OfferFees } from './fees.ts';
import type { OutputContents, Outputs } from './outputs.ts';
import type { Attempt, OnChain, Replacing, Reservations, Reserve } from './plans.ts';
import type { Children, Inscribed, SentPayment, Unconfirmed } from './unmined.ts';
import type { BlockTaking, Holdings } from './watching.ts';

/** Everything of a chain that depends on its model. Nothing else in the server touches lanes or coins. */
export interface ChainModel {
  readonly reservations: Reservations;
  readonly blocks: BlockTaking;
  readonly holdings: Holdings;
  /** Missing where balances are not made of outputs. */
  readonly outputs?: Outputs;
  /** Missing where nothing but coins lies on what is spent. */
  readonly contents?: OutputContents;
  /** Missing where nothing is inscribed. */
  readonly inscribed?: Inscribed;
  /** Missing where nothing is spent that is in no block yet. */
  readonly children?: Children;
  /** The same. */
  readonly unconfirmed?: Unconfirmed;
  /** A node has taken a payment; in the caller's transaction. Missing where nothing follows from it. */
  sent?(tx: Tx, chain: ChainConfig, payment: SentPayment): Promise<void>;
  /** Asks the chain what a plan needs of it, outside of any transaction. @throws RpcError */
  prepare(on: OnChain, from: string, now: Date): Promise<Reserve>;
  /**
   * Has somebody else's transaction, in a block that no reorganisation takes back, made it impossible that the order's own is ever mined? @throws RpcError
   */
  isReplaced(on: OnChain, id: OrderId): Promise<boolean>;
  /** Has the chain used one of these, `account|nonce`, `txid:vout` or `account|place`, so that whatever needs it is made already or never will be? @throws RpcError */
  isUsed(on: OnChain, keys: readonly string[]): Promise<boolean>;
  /** Transactions that made coins of ours which no block has told of, though a signer names them (`txid:vout`): this database may have forgotten whose they are. */
  forgotten(db: Db, chain: ChainConfig, keys: readonly string[]): Promise<readonly string[]>;
  /** Asks the chain what taking the place of attempts at one payment needs of it, oldest first and at least one; only where `speedsUp`. @throws RpcError */
  replace(on: Pick<OnChain, 'chain' | 'reader'>, attempts: readonly Attempt[]): Promise<Replacing>;
  createOffers(deps: FeeDeps): OfferFees;
}
