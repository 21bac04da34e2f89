import type { Seen } from '@holdfast/audit';
import {
  type Approval,
  type Book,
  createSpendings,
  emptyBook,
  type Freeze,
  type GraceRules,
  type Intent,
  type PolicyDocument,
  type SignedQuote,
  type Spendings,
} from '@holdfast/policy';
import { LazyMap } from '../store/lazy-map.ts';
import type { Attachments, Decision, PeerLog, StoredGroup } from './entries.ts';
import type { Freezes } from './freezes.ts';
import type { Grants } from './grants.ts';
import { type Names, noNames } from './names.ts';
import { noOpenPayments, type OpenPayments } from './open.ts';
import type { Openings } from './openings.ts';

export interface Announced {
  readonly intent: Intent;
  readonly text: string;
  readonly digest: string;
  readonly attachments: Attachments;
  readonly remark: string;
  readonly approvals: Approval[];
  /** When this signer first saw it. */
  readonly at: number;
  /** How often it had been stopped by then. */
  readonly stops: number;
  /** What the signers said then that its asset was worth. */
  readonly quotes: readonly SignedQuote[];
  /** The highest prices that this signer was told of since, by `chain|contract`, and how often; missing where none has risen. */
  risen?: Readonly<Record<string, string>>;
  rises?: number;
  /** Ended payments that may still be made and whose place it takes (`open.ts`). */
  readonly replaces: readonly string[];
  /** Other payments of its account to the same payees that might be made then. */
  readonly beside: readonly string[];
}

export interface PolicyInForce {
  readonly text: string;
  readonly document: PolicyDocument;
  readonly hash: string;
  /** What authorised it: the genesis proof, or the approvals of the change. */
  readonly approvals: readonly Approval[];
}

/** How often this signer's shares of a key group were given out, and when last and of which epoch. */
export interface Exports {
  readonly count: number;
  readonly epoch: number;
  readonly at: number;
}

/** Since when nothing is signed, by who said so last: a member by `proof`, or the server, whose word `by` and `reason` then are. */
export interface Frozen {
  readonly at: number;
  readonly by: string;
  readonly reason: string;
  readonly proof?: Freeze;
}

export interface Spending {
  /** The payment's: its first intent's. */
  readonly id: string;
  readonly at: number;
  readonly amount: bigint;
  /** The fee of a payment in another asset: it is no payment of this one. */
  readonly feeOnly?: true;
  /** How many payments it is; one where it does not say. */
  readonly payments?: number;
}

/** The newest of the attempts at a payment that was asked for more than once. `fee`: the most that it may cost. */
export interface Attempt {
  readonly id: string;
  readonly fee: string;
  /** When the last of them all ends, epoch milliseconds. */
  readonly expires: number;
}

/** A batch of which a row was decided: what its id stands for, the row decided last, and whether this signer's part of any has left. */
export interface KnownBatch {
  readonly digest: string;
  readonly row: string;
  readonly exposed: boolean;
}

interface Bid {
  /** The payment's. */
  readonly id: string;
  readonly bid: bigint;
}

export interface SignerState {
  identity: string | undefined;
  policy: PolicyInForce | undefined;
  readonly announced: Map<string, Announced>;
  /** Characters held by the announced. */
  announcedSize: number;
  /** digest → intent id, of the announced. */
  readonly digests: Map<string, string>;
  readonly names: Names;
  readonly openings: Openings;
  readonly groups: Map<string, StoredGroup>;
  pending: StoredGroup | undefined;
  readonly decided: LazyMap<Decision>;
  /** Request (`requestKey`) → the intent id that was decided for it. */
  readonly requests: Map<string, string>;
  /** Intents of which this signer has let its part of a signature go: from then on one may exist somewhere. */
  readonly exposed: Set<string>;
  /** Intents given up here (`closing.ts`). None of them is in `exposed`. */
  readonly closed: Set<string>;
  readonly open: OpenPayments;
  /** Batch → what is known of it, from its first row on. */
  readonly batches: Map<string, KnownBatch>;
  /** Payment → its newest attempt, where that is not the first. */
  readonly attempts: Map<string, Attempt>;
  /** Intents of which this signer has released a signature. */
  readonly signed: Set<string>;
  /** `chain|account|nonce` or `chain|outpoint` → intent id that may use it. */
  readonly bound: Map<string, string>;
  /** `chain|outpoint` that a step has made for the next one, which is bound to it, → when their payment ends, epoch milliseconds. */
  readonly made: Map<string, number>;
  /** wallet → workspace: a sub-wallet never changes hands. */
  readonly workspaces: Map<string, string>;
  /** `wallet|chain|contract` → what left it within the window. */
  readonly spent: Map<string, Spending[]>;
  /** `wallet|chain` → the most that payments may have cost, within the window. */
  readonly fees: Map<string, Spending[]>;
  /** chain → what the last payments that were signed there offered to miners, one each. */
  readonly bids: Map<string, readonly Bid[]>;
  /** What was let through, as the rules' windows count it. */
  readonly spendings: Spendings;
  /** The address book as the members approved it. */
  book: Book;
  /** Rules about it that the members have loosened, and until when this signer keeps to them all the same. */
  held: readonly GraceRules[];
  /** The change that this signer last said it is ready for. */
  ready: { readonly body: string; readonly at: number } | undefined;
  /** Digests of all it was ever ready for under the rules in force. */
  readonly readied: Set<string>;
  /** Ids of the announced whose change is in force here. */
  readonly taken: Set<string>;
  frozen: Frozen | undefined;
  /** How often this signer was stopped, ever. */
  stops: number;
  /** Orders of members that it took lately. */
  readonly freezes: Freezes;
  readonly quarantined: Map<string, string>;
  /** key group → its exports. */
  readonly exported: Map<string, Exports>;
  /** intent id → approved request for key material. */
  readonly grants: Grants;
  /** log → how far this signer has vouched for it. */
  readonly witnessed: Map<string, Seen>;
  /** The furthest log of each peer this signer has ever seen. */
  readonly peers: Map<string, PeerLog>;
  /** Journal indices of what the server is told, in order: an event's seq is its place here plus one. */
  readonly events: number[];
  /** Time of the newest entry. */
  lastAt: number;
}

export const emptyState = (): SignerState => ({
  identity: undefined,
  policy: undefined,
  announced: new Map(),
  announcedSize: 0,
  digests: new Map(),
  names: noNames(),
  openings: new Map(),
  groups: new Map(),
  pending: undefined,
  decided: new LazyMap(),
  requests: new Map(),
  exposed: new Set(),
  closed: new Set(),
  open: noOpenPayments(),
  batches: new Map(),
  attempts: new Map(),
  signed: new Set(),
  bound: new Map(),
  made: new Map(),
  workspaces: new Map(),
  spent: new Map(),
  fees: new Map(),
  bids: new Map(),
  spendings: createSpendings(),
  book: emptyBook,
  held: [],
  ready: undefined,
  readied: new Set(),
  taken: new Set(),
  frozen: undefined,
  stops: 0,
  freezes: new Map(),
  quarantined: new Map(),
  exported: new Map(),
  grants: new Map(),
  witnessed: new Map(),
  peers: new Map(),
  events: [],
  lastAt: 0,
});

/** Under which a request id is one: whoever asks numbers their own. None of the parts can hold a bar. */
export const requestKey = ({ workspace, initiator, request }: Pick<Intent, 'workspace' | 'initiator' | 'request'>) =>
  `${workspace}|${initiator}|${request}`;

export const velocityWindowMs = 86_400_000;

/** The digest that an intent id stands for, if it was used here and is not long over. */
export const digestOfId = (state: Readonly<SignerState>, id: string): string | undefined =>
  state.decided.get(id)?.digest ??
  state.batches.get(id)?.digest ??
  state.grants.get(id)?.digest ??
  state.names.known.get(id)?.digest;
