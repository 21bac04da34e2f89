import type { Attachments, Evaluation, Freeze, GraceRules } from '@holdfast/policy';

/** What a signer says of itself and of a request, as far as the pages and the command line use it. All of it is checked again by who uses it. */
export interface KeyGroupPublic {
  readonly id: string;
  readonly threshold: number;
  readonly parties: readonly string[];
  readonly secp256k1: { readonly publicKey: string };
  readonly ed25519: { readonly publicKey: string };
  readonly epoch: number;
  readonly active: boolean;
}

export interface AssetFacts {
  readonly symbol: string;
  readonly name: string;
  readonly decimals: number;
  readonly contract: string;
}
/** A network as the signer's own configuration has it. */
export interface ChainFacts {
  readonly id: string;
  readonly family: string;
  readonly name: string;
  readonly assets: readonly AssetFacts[];
  /** The most that one transaction may ever cost there, by the signer's operator; base units of the chain's coin. */
  readonly maxFee?: string;
  /** Milliseconds between two of its blocks, where locks are counted in them; missing at a signer of an earlier release. */
  readonly blockMs?: number;
}

export interface PeerFacts {
  readonly id: string;
  readonly name: string;
  readonly origin: string;
  readonly identity: string;
  readonly channel: string;
}

export interface SignerFacts {
  /** The signer's id, '1', '2' … */
  readonly signer: string;
  readonly name: string;
  readonly origin: string;
  readonly identity: string;
  readonly channel: string;
  readonly deployment: string | null;
  readonly policy: { readonly id: string; readonly version: string; readonly hash: string } | null;
  /** Canonical text of the policy in force. */
  readonly policyText: string | null;
  readonly peers: readonly PeerFacts[];
  readonly keyGroups: readonly KeyGroupPublic[];
  readonly chains: readonly ChainFacts[];
  /** Nothing is signed until a quorum lifts it. */
  readonly frozen: boolean;
  readonly freeze: FreezeFacts | null;
  readonly singleHost: boolean;
  /** Room on its disk; missing at a signer of an earlier release. `full`: it takes nothing new. */
  readonly disk?: 'ok' | 'low' | 'full';
  /** Its clock, epoch milliseconds. */
  readonly time: number;
  /** How long key material waits at this signer after its approval. */
  readonly keyMaterialDelayMs: number;
  /** Approved requests for key material that can still leave a signer, as this one knows them. */
  readonly exports: readonly ExportFacts[];
  /** Shares that have left, as far as this signer knows by itself: its own, and those of others it has let go. */
  readonly exported: readonly ShareOutFacts[];
}

/** What an order to freeze is made from, and what came of it: a signer tells it whatever else is asked of it, and however much. */
export type StopFacts = Pick<
  SignerFacts,
  'signer' | 'name' | 'deployment' | 'policy' | 'policyText' | 'peers' | 'frozen' | 'freeze' | 'singleHost' | 'time'
>;

interface ShareOutFacts {
  readonly signer: string;
  readonly keyGroup: string;
  readonly epoch: number;
  readonly at: number;
}

/** How an approved request for key material stands at this signer. */
export interface GrantFacts {
  readonly readyAt: number;
  readonly until: number;
  /** It can still lead to a file, and can be refused. */
  readonly pending: boolean;
  readonly refusedBy?: string;
  /** How often this signer has given the file out. */
  readonly taken: number;
  /** When this signer first let another's share go: it may have left since. */
  readonly clearedAt?: number;
}

/** Since when (epoch milliseconds, by the signer's clock), and at whose word: a member's own order, or what the server said of one. */
export interface FreezeFacts {
  readonly at: number;
  readonly by: string;
  readonly reason: string;
  /** The member's order; null when `by` and `reason` are the server's word. */
  readonly proof: Freeze | null;
}

/** An approved request for key material. Times are epoch milliseconds, by the clock of the signer that tells. */
export interface ExportFacts {
  /** Of the intent. */
  readonly id: string;
  readonly digest: string;
  /** The signer whose share leaves. */
  readonly signer: string;
  readonly keyGroup: string;
  readonly epoch: number;
  readonly recipient: string;
  /** Member who asked. */
  readonly initiator: string;
  readonly readyAt: number;
  readonly until: number;
  /** How often this signer has given it out. */
  readonly taken: number;
}

/** Another payment, as it stands to the one in question (the signer's `earlier.ts`). */
export interface EarlierFacts {
  readonly id: string;
  /** Of the intent; missing for a payment, and at a signer of an earlier release. */
  readonly kind?: string;
  /** `exposed`: it can be made at any time. `beside`: it can still be signed. `replaced`: it ended, and one of both is made. `settled`, `covered`: by the server's word it, or what took its place, is done with. `refused`: members refused it at this signer, which signs it only if that does not count any more. `passing`: it can be made until `dead`. `lapsed`: it was made by then, or never will be. */
  readonly standing: 'exposed' | 'passing' | 'beside' | 'replaced' | 'settled' | 'covered' | 'lapsed' | 'refused';
  /** Until when it can be signed, epoch milliseconds. */
  readonly expires: number;
  /** From when on the chain takes it no more, epoch milliseconds; missing where it never dies. */
  readonly dead?: number;
  /** When the signer decided to sign it, epoch milliseconds; missing where it has not, does not know any more, or is of an earlier release. */
  readonly signed?: number;
  readonly chain: string;
  readonly contract: string;
  readonly outputs: readonly { readonly address: string; readonly amount: string }[];
}

export interface FeesFacts {
  readonly spent: string;
  readonly most: string;
}

export interface PriceFacts {
  readonly usd: string;
  readonly at: number;
  /** What its operator calls the source; missing where an earlier release says so. */
  readonly source?: string;
}

export interface IntentReply {
  readonly intent: string;
  /** The document that its body names, as canonical text. */
  readonly attachments: Attachments;
  readonly remark: string;
  readonly approvals: readonly unknown[];
  readonly policy: string;
  /** `closed`: this signer gave the payment up and never takes part in it. */
  readonly state?: 'open' | 'signed' | 'closed';
  /** Which rule the signer found, by its own counters, prices and address book; nobody else has them. */
  readonly evaluation?: Evaluation;
  /** Entries of the address book that the request names or removes, and when each was approved; checked by their hashes. */
  readonly entries?: readonly unknown[];
  /** What this signer holds payments to that the members have loosened: its word, as its clock is. */
  readonly held?: readonly GraceRules[];
  /** Of a payment: others that may be made beside it, or whose place it takes; by this signer's own record. */
  readonly earlier?: readonly EarlierFacts[];
  /** Of a payment: places (from 0) of the outputs that are paid for the first time on its network by this signer's own record; missing at a signer of an earlier release. */
  readonly newPayees?: readonly number[];
  /** Of a payment: a rule may speak of it or not, since this signer does not know what it is worth (`own`), or those before it (`earlier`). */
  readonly unknown?: 'own' | 'earlier';
  /** Of a change of the address book: the hash of the book as it stands at this signer; missing at one of an earlier release. */
  readonly bookAt?: string;
  /** Of a payment: what others of its wallet may have cost today, and what all may, by this signer; base units of the chain's coin. */
  readonly fees?: FeesFacts;
  /** Of a payment: USD per whole coin, as the operator of this signer says, and since when (epoch milliseconds). Nobody else said so. */
  readonly price?: PriceFacts;
  /** The same of the coin that its fee is paid in; missing at a signer of an earlier release. */
  readonly feePrice?: PriceFacts;
  /** How many more of those there are. */
  readonly earlierLeft?: number;
  /** Of a request for key material, once it is approved. */
  readonly grant?: GrantFacts;
}
