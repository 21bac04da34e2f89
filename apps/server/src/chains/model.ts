import type { AssetConfig, ChainConfig, FeeOffer, FeePlan, KeyAt, Plan, Waiting } from '@holdfast/chains';
import type { ChainBlock, ChainReader, FeeTier, Taking, Transfer } from '@holdfast/chains/rpc';
import type { AddressId, OrderId, SubWalletId, WorkspaceId } from '@holdfast/contract';
import type { Intent } from '@holdfast/policy';
import type { Clock } from '../clock.ts';
import type { Db, Tx } from '../db/database.ts';
import type { AssetId } from '../ledger/service.ts';

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

export interface FeeRequest {
  readonly chain: ChainConfig;
  readonly asset: AssetConfig;
  readonly subWalletId: SubWalletId;
  readonly from: string;
  readonly changeAddress: string;
  readonly to: string;
  readonly amount: bigint;
  readonly memo: string;
  /** Whom it pays beside `to`. */
  readonly further?: readonly { readonly address: string; readonly amount: bigint }[];
  /** Outputs that it is made of, and no others but what ended payments left. */
  readonly inputs?: readonly Outpoint[] | undefined;
  /** Not to pay so much, but to let `to` take it. */
  readonly allows?: boolean;
  /** Not to pay, but to call `to` with this data, `0x…`; where `to` is '' to deploy it. */
  readonly data?: string;
}
export interface FeeOffers {
  readonly offers: readonly FeeOffer[];
  readonly gasLimit: bigint;
  readonly size: number;
  /** The addresses whose outputs it would spend together now, with what members call them; missing where it spends no outputs. */
  readonly joins?: Joins;
}
/** Whoever reads the chain learns of addresses that are spent from together that they are one owner's. */
export interface Joins {
  readonly addresses: number;
  /** Labels of outputs and addresses, each once. */
  readonly names: readonly string[];
}
export interface FeeDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly readerOf: (chain: ChainConfig) => ChainReader;
}
/** What a payment would cost at each of the network's tiers. @throws RpcError */
export type OfferFees = (request: FeeRequest, tiers: readonly FeeTier[]) => Promise<FeeOffers>;

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

export interface Outpoint {
  readonly txid: string;
  readonly vout: number;
}
/** The sub-wallet whose output it is. */
export interface OwnOutpoint extends Outpoint {
  readonly chain: string;
  readonly workspaceId: WorkspaceId;
  readonly subWalletId: SubWalletId;
}
/**
 * `frozen`: by a member. `unconfirmed`: comes back of a payment of ours that waits for its block. `dust`: costs as much to spend as it brings, or came below what is booked as a deposit. `immature`: not final yet, or in no block. `inscribed`:
 * something that is no coin lies on it; `unread`: nobody knows whether.
 */
export type OutputState =
  | 'available'
  | 'reserved'
  | 'frozen'
  | 'unconfirmed'
  | 'dust'
  | 'immature'
  | 'inscribed'
  | 'unread';
export interface OutputRow extends Outpoint {
  readonly address: string;
  readonly path: string;
  readonly key_group_id: string;
  /** What signers said of the address, by their ids. */
  readonly attestations: Readonly<Record<string, unknown>>;
  readonly address_label: string;
  readonly change: boolean;
  readonly amount: bigint;
  readonly height: number | null;
  readonly seen_at: Date | null;
  readonly label: string;
  readonly frozen_at: Date | null;
  readonly frozen_reason: string;
  readonly inscribed: boolean;
  /** The order that it is promised to. */
  readonly order_id: OrderId | null;
  /** An ended payment may still be made with it, so the next one spends it. */
  readonly left: boolean;
  readonly state: OutputState;
}
export interface OutputsAsk extends Place {
  readonly chain: string;
  /** Up to so much is dust, base units. */
  readonly dust: bigint;
  readonly state: OutputState | undefined;
  /** Part of a transaction's id, an address or a label; '' for all. */
  readonly keyword: string;
  readonly sort: 'amount' | 'age';
  readonly order: 'asc' | 'desc';
  readonly page: number;
  readonly size: number;
}
export interface OutputsFound {
  readonly rows: readonly OutputRow[];
  readonly total: number;
  /** Of all that are not spent, whatever was asked for. */
  readonly sums: readonly { readonly state: OutputState; readonly count: number; readonly units: bigint }[];
}
/** An output of which a payment may be made. */
export interface ChosenCoin extends Outpoint {
  readonly amount: bigint;
  readonly address: string;
  /** Of the transaction that made it. */
  readonly prevBytes: number;
}
/** Why an output is not frozen or let go. */
export type OutputProblem = 'absent' | 'busy' | 'left' | 'same';

/** What members do with single outputs, on chains that have them. */
export interface Outputs {
  find(db: Db, ask: OutputsAsk): Promise<OutputsFound>;
  /** Freezes an output for a reason, or lets it go where there is none, and says so in the books. Throws (23514) where open orders need it. */
  setFrozen(tx: Tx, of: OwnOutpoint, asset: AssetId, reason: string | undefined): Promise<OutputProblem | undefined>;
  /** Those of these that a payment may be made of now, largest first. */
  choosable(db: Db, chain: string, place: Place, wanted: readonly Outpoint[]): Promise<readonly ChosenCoin[]>;
  /** Returns the label that it had; undefined where there is no such output. */
  setLabel(tx: Tx, of: OwnOutpoint, label: string): Promise<string | undefined>;
}

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

/** An output in a block of which nobody has said what lies on it. */
export interface UnreadOutput extends Outpoint {
  readonly height: number;
  readonly workspaceId: WorkspaceId;
  readonly subWalletId: SubWalletId;
}
export interface JudgedOutput extends Pick<UnreadOutput, 'txid' | 'vout' | 'height'> {
  readonly content: 'clear' | 'inscribed';
}
export interface HeldOutput extends Outpoint {
  readonly amount: bigint;
  readonly address: string;
  readonly path: string;
  /** May it be spent now, by the payment that names it? */
  readonly free: boolean;
  readonly promised: boolean;
}
/** What lies on outputs besides their coins: payments are made of those alone that hold nothing else, where somebody is asked. */
export interface OutputContents {
  /** From now on what nobody has looked at is spent by no ordinary payment of these chains, and of no others. */
  guard(db: Db, chains: readonly string[]): Promise<void>;
  /** Those that were given longest ago, so that in some calls everything has its turn. */
  unread(db: Db, chain: string, most: number): Promise<readonly UnreadOutput[]>;
  note(tx: Tx, chain: string, judged: readonly JudgedOutput[]): Promise<void>;
  /** Outputs of a sub-wallet on which something lies, oldest first. */
  held(db: Db, chain: string, place: Place): Promise<readonly HeldOutput[]>;
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
export type OwnPlace = Place;

/** What comes back of payments that wait for their block, on chains where it can be spent before that. */
export interface Unconfirmed {
  /** Transactions that one of ours waits for at most. */
  readonly ancestors: number;
  /** Do members let payments of a sub-wallet be made of it? */
  isAllowed(db: Db, chain: string, place: Pick<OwnPlace, 'sub_wallet_id'>): Promise<boolean>;
  allow(tx: Tx, chain: string, place: OwnPlace, allowed: boolean): Promise<void>;
  /** The open order that spends something of these transactions while no block has them. */
  childOf(db: Db, chain: string, txids: readonly string[]): Promise<string | undefined>;
}

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
