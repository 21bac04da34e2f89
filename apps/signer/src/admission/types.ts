import type { ChainConfig, ChainFamily, DecodedTx, Plan, UnsignedTx } from '@holdfast/chains';
import type { Approval, Attached, Intent, IntentKind, KeyExportRequest, SignedQuote, Verdict } from '@holdfast/policy';
import type { ChildKeys } from '../children.ts';
import type { FeeBudget, MaxBid, VelocityLimit } from '../config.ts';
import { refuse } from '../errors.ts';
import type { CodeSeen } from '../node.ts';
import type { Attachments, ConflictClass, NewEntry, StoredGroup } from '../state/entries.ts';
import type { SignerState } from '../state/state.ts';
import type { Statement } from '../statements.ts';
import type { Verify } from '../verdicts.ts';

/** Where a signer stands: rules and address book in force, by their hashes, and the body of the change it is ready for ('' for none). */
export interface Standing {
  readonly policy: string;
  readonly book: string;
  readonly next: string;
}

/** How far my own clock may fall back, and others' be ahead. */
export const clockToleranceMs = 60_000;

/** What someone asks this signer to act on. Nothing in it is believed. */
export interface AdmissionRequest {
  /** Who asks: `server` over the channel, `page` at the approval origin. */
  readonly peer: string;
  /** What the endpoint is for; an intent of another kind is refused. */
  readonly purpose: IntentKind;
  readonly intent: string;
  readonly attachments: Attachments;
  readonly approvals: readonly unknown[];
  /** Transfers only: what the server chose where the intent leaves it open. */
  readonly plan?: unknown;
  readonly parties?: readonly string[];
  /** What the signers say the asset is worth. */
  readonly quotes?: readonly SignedQuote[];
  /** Changes of rules and address book only: what the other signers say of themselves. */
  readonly standings?: readonly Statement[];
  /** It is asked whether this signer would take the change over, and nothing more. */
  readonly onlyReady?: true;
}

/** What the operator's own hook is asked: with the transaction of a payment, with the request for a signer's share, or with what is hashed of a message. */
type Question = { readonly intent: string; readonly digest: string } & Shown;
type Shown = { readonly tx: string } | { readonly export: string } | { readonly message: string };

/** Asks it; true only for a timely, explicit yes. */
export type Callback = (question: Question) => Promise<boolean>;

/** What the signer knows by itself. Steps read it and never change it. */
export interface Facts {
  readonly request: AdmissionRequest;
  readonly state: Readonly<SignerState>;
  readonly me: string;
  /** Milliseconds since the epoch, by this signer's own clock. */
  readonly now: number;
  readonly chains: ReadonlyMap<string, ChainConfig>;
  readonly familyOf: (chain: ChainConfig) => ChainFamily;
  readonly childKey: ChildKeys;
  readonly verify: Verify;
  readonly velocity: readonly VelocityLimit[];
  readonly feeBudget: readonly FeeBudget[];
  readonly maxBid: readonly MaxBid[];
  readonly callback: Callback | undefined;
  readonly codeSeen: CodeSeen;
  /** How long a transaction that dies may live when it is signed. */
  readonly longestLifeMs: number;
}

/** What the steps find out on the way; each field is written by one step. */
export interface Draft {
  intent?: Intent;
  digest?: string;
  /** Sound approvals: those of the request, and those this signer took itself. */
  approvals?: readonly Approval[];
  /** What `verifyApproval` said of each, so that it is asked once. */
  verdicts?: Map<Approval, Verdict>;
  /** The documents the intent names, read. */
  attached?: Attached;
  /** The batch that a row is of, which members decided on. */
  batch?: { readonly intent: Intent; readonly digest: string };
  /** Of requests for key material. */
  keyExport?: KeyExportRequest;
  /** Value in cents by the signers' quotes; undefined when there is no price. */
  cents?: bigint;
  /** The same of the highest fee. */
  feeCents?: bigint;
  /** What leaves beside its amount, of other assets. */
  beside?: readonly { readonly asset: string; readonly units: bigint; readonly cents: bigint | undefined }[];
  /** By which prices, as far as there are any. */
  prices?: Readonly<Record<string, string>>;
  group?: StoredGroup;
  chain?: ChainConfig;
  plan?: Plan;
  unsigned?: UnsignedTx;
  decoded?: DecodedTx;
  conflict?: ConflictClass;
  /** What it offers to whoever mines it; undefined where nothing is offered. */
  bid?: bigint;
}

/** Facts, and what admission asks of the kind of request. */
export interface AdmissionFacts extends Facts {
  readonly kind: AdmittedKind;
}

export interface Step {
  readonly name: string;
  check(facts: AdmissionFacts, draft: Draft): void | Promise<void>;
}

/** What admission asks of one kind of intent. */
export interface AdmittedKind {
  /** Who alone may ask for it. */
  readonly peer: 'server' | 'page';
  /** Steps it goes through beside those of every kind; their order is the list's (`admit.ts`). */
  readonly steps: readonly Step[];
  /** What the operator's own hook is shown of it, beside the intent. */
  readonly shown?: (request: AdmissionRequest, draft: Draft) => Shown;
  /** What every signer takes over, or none. */
  readonly change?: ChangeKind;
}

/** How a change of this kind is taken over. Its document is the one that came with the intent. */
export interface ChangeKind {
  /** Where a signer stands that has taken it over. @throws PolicyError for what is no such document */
  readonly after: (standing: Standing, document: string) => Standing;
  readonly isInForce: (state: Readonly<SignerState>, document: string) => boolean;
  readonly entry: (document: string, approved: Pick<BookEntry, 'intent' | 'approvals'>) => ChangeEntry;
  /** What the server is told of where this signer stands now. */
  readonly reply: (standing: Standing) => Readonly<Record<string, string>>;
  /** For the signer's own log, once it is in force. */
  readonly told: (state: Readonly<SignerState>) => readonly [string, Readonly<Record<string, string | number>>];
}
type ChangeEntry = Extract<NewEntry, { type: 'policy' | 'book' }>;
type BookEntry = Extract<NewEntry, { type: 'book' }>;

/** Takes what an earlier step must have left. A hole is a bug of this program, and refuses. */
export function need<K extends keyof Draft>(draft: Draft, key: K): NonNullable<Draft[K]> {
  const value = draft[key];
  if (value === undefined || value === null) throw refuse('internal', `admission: no ${key}`);
  return value;
}

/** What members decided on: the intent itself, and of a row its batch. */
export const decidedOn = (draft: Draft): Intent => draft.batch?.intent ?? need(draft, 'intent');
