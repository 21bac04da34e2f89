import type { Plan, WireSignature } from '@holdfast/chains';
import type { Hello } from '@holdfast/channel';
import type { Approval, Freeze, GraceRules, SignedQuote } from '@holdfast/policy';
import type { SourceState } from '@holdfast/prices';

/** What a signer says about one of its key groups; public data only. */
export interface KeyGroupPublic {
  readonly id: string;
  readonly threshold: number;
  readonly parties: readonly string[];
  readonly secp256k1: { readonly publicKey: string; readonly chainCode: string };
  readonly ed25519: { readonly publicKey: string; readonly chainCode: string };
  readonly epoch: number;
  readonly createdAt: number;
  readonly active: boolean;
}
export interface SignerHealth {
  readonly version: string;
  readonly signer: string;
  readonly deployment: string | null;
  readonly policy: { readonly id: string; readonly version: string; readonly hash: string } | null;
  /** `held`: what the signer goes on holding payments to although later rules are looser; missing in older signers. */
  readonly book?: { readonly hash: string; readonly held?: readonly GraceRules[] };
  readonly keyGroups: readonly KeyGroupPublic[];
  readonly frozen: boolean;
  /** `proof`: the member's own order to the signer; without it `by` and `reason` are what a server said. */
  readonly freeze: {
    readonly at: number;
    readonly by: string;
    readonly reason: string;
    readonly proof: Freeze | null;
  } | null;
  readonly quarantined: readonly string[];
  readonly exported: readonly { readonly keyGroup: string; readonly count: number; readonly at: number }[];
  /** Public counterparts of the shares, by party. */
  readonly shares: readonly { readonly keyGroup: string; readonly verifying: Readonly<Record<string, string>> }[];
  readonly keyMaterialDelayMs: number;
  readonly time: number;
  /** Missing in older signers. */
  readonly disk?: { readonly state: 'ok' | 'low' | 'full'; readonly freeBytes: number };
  /** Where its operator has it read prices; missing in older signers. */
  readonly prices?: readonly SourceState[];
  readonly log: { readonly size: number; readonly root: string };
}
/** Where a price that a signer quotes comes from: its word, by which nothing is decided. */
export interface PriceOrigin {
  readonly chain: string;
  readonly contract: string;
  readonly usd: string;
  /** Of when it is, epoch milliseconds. */
  readonly at: number;
  readonly source: string;
}
/** Documents beside an intent, as canonical text. */
export interface Attachments {
  readonly document?: string;
  readonly request?: string;
  readonly book?: string;
  readonly export?: string;
}
/** An intent that waits for members, as a signer is shown it. */
export interface Announcement {
  readonly intent: string;
  readonly attachments?: Attachments;
  readonly remark?: string;
  readonly quotes?: readonly SignedQuote[];
}
/** What a signer says of the approvals that a payment lacks. */
export interface Missing {
  readonly priceRose: boolean;
  readonly prices?: Readonly<Record<string, string>>;
  readonly sums?: unknown;
}
/** A result is any object; a refusal is one with `error`. */
export interface Reply {
  readonly error?: { readonly code: string; readonly message: string; readonly missing?: Missing };
}
export type SignerEvent =
  | { readonly seq: number; readonly type: 'approval'; readonly approval: Approval; readonly intentId: string }
  | { readonly seq: number; readonly type: 'policy'; readonly document: string }
  | { readonly seq: number; readonly type: 'book'; readonly change: string }
  | { readonly seq: number; readonly type: 'keyGroup'; readonly group: KeyGroupPublic }
  | {
      readonly seq: number;
      readonly type: 'frozen';
      readonly by?: string;
      readonly reason?: string;
      readonly proven?: boolean;
    }
  | { readonly seq: number; readonly type: 'unfrozen' }
  | {
      readonly seq: number;
      readonly type: 'exportGranted';
      readonly intentId: string;
      readonly readyAt: number;
      readonly until: number;
    }
  | { readonly seq: number; readonly type: 'exportRefused'; readonly intentId: string; readonly by: string }
  | { readonly seq: number; readonly type: 'exported'; readonly intentId: string; readonly at: number };
/** A sealed message between signers; the server only carries it. */
export interface OutboundBox {
  readonly to: string;
  readonly box: string;
}
export interface InboundBox {
  readonly from: string;
  readonly box: string;
}
export interface AttestedAddress {
  readonly address: string;
  readonly publicKey: string;
  /** Ed25519 signature by the signer's identity, hex. */
  readonly attestation: string;
}

/** What a signer says of another's key material: its own wait is over, and nobody refused there. For the hand-over of that nonce. */
interface ExportClearance {
  readonly signer: string;
  readonly nonce: string;
  readonly signature: string;
}
/** What a signer says of itself to another, signed by its identity; the server carries it while it is fresh. */
export interface Statement {
  readonly signer: string;
  readonly at: number;
  readonly signature: string;
}
interface PolicyStep {
  readonly intent: string;
  readonly document: string;
  readonly approvals: readonly Approval[];
}
interface BookStep {
  readonly intent: string;
  readonly book: string;
  readonly approvals: readonly Approval[];
}
/** The signer would take a change over, or has it in force. */
export interface Readiness {
  readonly inForce: boolean;
  readonly standing: Statement;
}
interface WithStandings {
  /** Of the other signers. */
  readonly standings: readonly Statement[];
}

/** Parameters and results of the channel's methods. */
export interface SignerMethods {
  health: { params: Record<string, never>; result: SignerHealth };
  announce: { params: Announcement; result: Record<string, never> };
  /** Up to 32 of them: an answer for each, in their order. Missing in older signers. */
  announceAll: { params: { announcements: readonly Announcement[] }; result: { answers: readonly Reply[] } };
  events: { params: { after: number; waitMs: number }; result: { events: SignerEvent[]; next: number } };
  policy: { params: Record<string, never>; result: { document: string; approvals: Approval[] } };
  address: { params: { chain: string; path: string; keyGroup: string }; result: AttestedAddress };
  /** What its operator listed under a contract. Missing in older signers. */
  asset: {
    params: { chain: string; contract: string };
    result: { asset: { readonly symbol: string; readonly decimals: number } | null };
  };
  /** A refusal that was signed on another signer's page: that pages of this one tell it too. Missing in older signers. */
  refuse: { params: { approval: Approval }; result: Record<string, never> };
  /** The same of any other decision, on what waits at it. Missing in older signers. */
  decided: { params: { approval: Approval }; result: Record<string, never> };
  /** Gives a payment up for good, unless its part of a signature has left: `closed` is false then. On its disk before it is said. */
  close: { params: { intent: string }; result: { closed: boolean } };
  /** We stand for these: what was signed of them is sent until it is mined, or they can never be made. `settled`: those of which its part has left. */
  settle: { params: { intents: readonly string[] }; result: { settled: readonly string[] } };
  /**
   * Ended payments that it takes for open: `keys` are `account|nonce`, or the outpoints `txid:vout` that each needs all of. One of an earlier release does not
   * name the sub-wallet.
   */
  open: {
    params: Record<string, never>;
    result: {
      payments: readonly {
        readonly id: string;
        readonly chain: string;
        readonly wallet?: string;
        readonly keys: readonly string[];
      }[];
    };
  };
  'sign.open': {
    params: {
      session: string;
      intent: string;
      attachments: Attachments;
      approvals: readonly Approval[];
      plan: Plan | null;
      parties: readonly string[];
      quotes?: readonly SignedQuote[];
    };
    result: { hello: Hello };
  };
  'sign.step': {
    params: { session: string; hellos?: readonly Hello[]; inbound: readonly InboundBox[] };
    result: { outbound: OutboundBox[]; signatures?: WireSignature[]; done: boolean };
  };
  quote: {
    params: { assets: readonly { chain: string; contract: string }[] };
    /** `origins`: missing in older signers. */
    result: { quotes: SignedQuote[]; origins?: readonly PriceOrigin[] };
  };
  'book.ready': { params: BookStep; result: Readiness };
  'book.apply': { params: BookStep & WithStandings; result: { bookHash: string; standing: Statement } };
  /** The checkpoint note, the size the proof starts from, and the consistency proof, hex. Without a cosignature: prove from `size` on. */
  witness: {
    params: { checkpoint: string; from: number; proof: readonly string[] };
    result: { size: number; cosignature?: string };
  };
  /** An approved request for key material begins to wait; repeating it gives the same times. */
  'export.grant': {
    params: { intent: string; request: string; approvals: readonly Approval[] };
    result: { readyAt: number; until: number };
  };
  /** At the signer whose share it is: begins a hand-over of some seconds. */
  'export.open': { params: { id: string }; result: { nonce: string } };
  'export.clear': { params: { id: string; nonce: string }; result: ExportClearance };
  /** The signed and encrypted file, as text. */
  'export.take': { params: { id: string; clearances: readonly ExportClearance[] }; result: { file: string } };
  freeze: { params: { by: string; reason: string }; result: Record<string, never> };
  'policy.ready': { params: PolicyStep; result: Readiness };
  'policy.apply': { params: PolicyStep & WithStandings; result: { policyHash: string; standing: Statement } };
}
export type SignerMethod = keyof SignerMethods;
