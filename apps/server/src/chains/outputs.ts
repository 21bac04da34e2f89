import type { OrderId, SubWalletId, WorkspaceId } from '@holdfast/contract';
import type { Db, Tx } from '../db/database.ts';
import type { AssetId } from '../ledger/service.ts';
import type { Place } from './watching.ts';

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
