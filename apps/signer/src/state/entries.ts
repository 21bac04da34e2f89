import type { Scheme } from '@holdfast/chains';
import {
  type Approval,
  type Attachments,
  type Freeze,
  type IntentKind,
  isDrop,
  type SignedQuote,
} from '@holdfast/policy';

/** What a key group's public part is to everybody. */
export interface KeyGroupPublic {
  readonly id: string;
  readonly threshold: 2;
  readonly parties: readonly string[];
  readonly secp256k1: CurvePublic;
  readonly ed25519: CurvePublic;
  readonly epoch: number;
  readonly createdAt: number;
  readonly active: boolean;
}

export interface CurvePublic {
  /** Compressed point: 33 bytes (secp256k1) or 32 (ed25519), hex. */
  readonly publicKey: string;
  readonly chainCode: string;
}

type VerifyingShares = Readonly<Record<string, string>>;

/** A key group as this signer keeps it. The secret parts are sealed once more, under data that names deployment, group, party, curve, epoch. */
export interface StoredGroup {
  readonly ceremony: string;
  readonly public: KeyGroupPublic;
  /** The party whose share left in the kit. */
  readonly recovery: number;
  /** Everybody's verifying shares by party, hex: what possession of a share is proven against. */
  readonly verifying: { readonly secp256k1: VerifyingShares; readonly ed25519: VerifyingShares };
  readonly sealed: {
    readonly secp256k1: string;
    readonly ed25519: string;
    readonly pairs: Readonly<Record<string, string>>;
  };
}

export type { Attachments };

/** How an intent is tied to the chain: everything it may ever pay with. */
export type ConflictClass =
  /** `until`: from when on the chain takes none of its transactions, epoch milliseconds; missing where they never die. */
  | { readonly family: string; readonly lane: string; readonly until?: number }
  /** The one transaction itself, where nothing else keeps two of them apart: `chain|account|place`. It dies by itself, and nothing takes its place. */
  | { readonly family: string; readonly place: string; readonly until: number }
  /**
   * `fixed`: inputs common to every transaction so far; `inputs`: those of this one; `kept`: those of `fixed` that were an ended intent's, and stay in
   * every transaction of this one. `makes`: an output of this one that the intent `for` alone may spend.
   */
  | {
      readonly family: string;
      readonly fixed: readonly string[];
      readonly inputs: readonly string[];
      readonly kept?: readonly string[];
      readonly makes?: { readonly outpoint: string; readonly for: string };
    }
  /** A message: its digest, 64 hex. Nothing is paid with, and the same message signed twice is one. */
  | { readonly family: string; readonly message: string };

/** Names of what a transaction of this class pays with: each is one intent's at a time. */
export function boundBy(conflict: ConflictClass): readonly string[] {
  if ('message' in conflict) return [];
  if ('place' in conflict) return [conflict.place];
  return 'lane' in conflict ? [conflict.lane] : conflict.inputs;
}

export interface Decision {
  readonly id: string;
  readonly digest: string;
  readonly conflict: ConflictClass;
  readonly workspace: string;
  readonly wallet: string;
  /** `chain|contract`. */
  readonly asset: string;
  /** Sum of the outputs in base units. */
  readonly amount: string;
  /** Who asked; missing in decisions older than the rules' windows. */
  readonly initiator?: string;
  /** The client's own request id; missing where there was none, and in older decisions. */
  readonly request?: string;
  /** Value in cents by the signers' quotes; missing when there was no price. */
  readonly cents?: string;
  /** The most that it may cost, in base units of the chain's coin, and its value in cents; missing in decisions older than fees' counting. */
  readonly fee?: string;
  readonly feeCents?: string;
  /** What leaves of other assets, by `chain|contract`, in base units, and its value in cents; missing where nothing does. */
  readonly beside?: readonly { readonly asset: string; readonly amount: string; readonly cents?: string }[];
  /** USD per whole coin by `chain|contract`, at the decision; missing when there was none, and in decisions older than prices near them. */
  readonly prices?: Readonly<Record<string, string>>;
  /** `accountOf`: what it is paid from; missing, as the next, in decisions older than what is told of earlier payments. */
  readonly account?: string;
  /** What it does where it pays nobody; missing in payments, and in older decisions. */
  readonly kind?: IntentKind;
  /** Whom it pays, in base units of the asset. */
  readonly pays?: readonly { readonly address: string; readonly amount: string; readonly memo?: string }[];
  /**
   * The batch that it is a row of: its intent's id and digest, and what it comes to with all its rows, as which it is counted, with `cents` and `feeCents` of all.
   * Missing where it is none.
   */
  readonly batch?: Batch;
  /** The payment that it makes once more; missing where it is the first attempt. */
  readonly attemptOf?: string;
  /** What it offers to whoever mines it, in the unit of its family (`Bids`); missing where nothing is, and in older decisions. */
  readonly bid?: string;
  readonly expires: number;
}

/** Was it decided that a payment is never made? */
export const dropsPayment = (decision: Pick<Decision, 'kind'> | undefined): boolean =>
  decision?.kind !== undefined && isDrop({ kind: decision.kind });

interface Batch {
  readonly id: string;
  readonly digest: string;
  readonly amount: string;
  readonly fee: string;
  readonly rows: number;
}

/** The payment of an attempt: all attempts at one count as one, and so do all rows of a batch. */
export const paymentOf = ({ id, attemptOf, batch }: Pick<Decision, 'id' | 'attemptOf' | 'batch'>): string =>
  attemptOf ?? batch?.id ?? id;

export interface PeerLog {
  readonly size: number;
  readonly root: string;
}

/** Everything this signer ever decides or learns and must not forget. The journal is the list of these, and the state is their fold. */
export type Entry = { readonly at: number } & (
  | { readonly type: 'identity'; readonly identity: string }
  | { readonly type: 'genesis'; readonly document: string; readonly proof: Approval }
  | {
      readonly type: 'announced';
      readonly intent: string;
      readonly attachments: Attachments;
      readonly remark: string;
      readonly quotes?: readonly SignedQuote[];
    }
  /** By what all signers said then, prices have risen above those at which it was announced: the highest, in USD by `chain|contract`. */
  | { readonly type: 'risen'; readonly id: string; readonly prices: Readonly<Record<string, string>> }
  | { readonly type: 'approval'; readonly intentId: string; readonly approval: Approval }
  | { readonly type: 'groupPending'; readonly group: StoredGroup }
  | { readonly type: 'groupActive'; readonly group: string }
  | {
      readonly type: 'decided';
      readonly decision: Decision;
      readonly approvals: readonly Approval[];
      /** Digests or whole messages, hex. */
      readonly sighashes: readonly string[];
      /** How each of them is signed; missing where all are ECDSA's. */
      readonly schemes?: readonly Scheme[];
      /** Where the rest of a transaction's coins comes back, when there is one. */
      readonly changePath?: string;
    }
  /** My part of a signature of this intent is about to leave: from now on one may exist. */
  | { readonly type: 'exposed'; readonly id: string }
  /** No part of mine has left and none ever will: of this intent there is no signature, and never will be. */
  | { readonly type: 'closed'; readonly id: string; readonly digest: string; readonly expires: number }
  /** The server stands for these payments, of which my part has left: by its word they are being paid, or paid. */
  | { readonly type: 'settled'; readonly ids: readonly string[] }
  | {
      readonly type: 'signed';
      readonly id: string;
      readonly session: string;
      readonly txid: string;
      readonly peers: Readonly<Record<string, PeerLog>>;
    }
  /** This signer has vouched for a log of the server's as far as this; root in hex. */
  | { readonly type: 'witnessed'; readonly log: string; readonly size: number; readonly root: string }
  /** This signer's shares of a group were given out for a backup. */
  | { readonly type: 'exported'; readonly keyGroup: string; readonly epoch: number }
  /** Members have approved that a signer's shares leave, after a time of waiting; every signer keeps it, whosever shares they are. */
  | {
      readonly type: 'exportGranted';
      readonly intent: string;
      readonly request: string;
      readonly approvals: readonly Approval[];
      readonly readyAt: number;
      readonly until: number;
    }
  /** Somebody who may decide refused it after all; nothing brings it back. */
  | { readonly type: 'exportRefused'; readonly id: string; readonly by: string }
  /** This signer has said, for the first time, that another's shares may leave by that grant: from then on they may be out. */
  | { readonly type: 'exportCleared'; readonly id: string }
  /** This signer's shares left by that grant. Unlike `exported` the server is told. */
  | { readonly type: 'exportTaken'; readonly id: string; readonly keyGroup: string; readonly epoch: number }
  | { readonly type: 'quarantined'; readonly keyGroup: string; readonly reason: string }
  | {
      readonly type: 'policy';
      readonly document: string;
      readonly intent: string;
      readonly approvals: readonly Approval[];
    }
  | { readonly type: 'book'; readonly change: string; readonly intent: string; readonly approvals: readonly Approval[] }
  /** This signer has said that it is ready for a change: what its intent's body and digest are. */
  | { readonly type: 'readied'; readonly body: string; readonly intent: string }
  /** With `proof`: a member's own order. Without: who asked and why are the server's word. */
  | { readonly type: 'frozen'; readonly by: string; readonly reason: string; readonly proof?: Freeze }
  | { readonly type: 'unfrozen'; readonly intent: string }
);

type Bare<E> = E extends unknown ? Omit<E, 'at'> : never;
/** An entry before the store gives it its time. */
export type NewEntry = Bare<Entry>;
