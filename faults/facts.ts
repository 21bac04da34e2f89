/** What the three sides of a run say: who asked, the books, the chain, the signers' journals. All amounts in base units. */

import type { StakeDone } from '@holdfast/devnet';

/** A withdrawal as its client knows it. Every one has a payee of its own, so that a payment names its order. */
export interface AskedPayment {
  readonly requestId: string;
  readonly symbol: string;
  readonly payee: string;
  readonly units: bigint;
  /** The order's id once the server said yes. */
  orderId?: number;
  /** The server's refusal: then there must be no order. */
  refused?: string;
  /** Ids given for the same request that are not the first one given. */
  otherIds: number[];
  /** Nobody is paid: something is done with stake. `payee` is then the account itself, or who uses what comes of it. */
  readonly stake?: Omit<StakeDone, 'txid' | 'units'>;
}
export interface MadeDeposit {
  readonly symbol: string;
  readonly address: string;
  readonly units: bigint;
  /** The faucet's answer; unknown when it did not answer. */
  txid?: string;
}

export interface BookedOrder {
  readonly id: number;
  readonly requestId: string;
  readonly symbol: string;
  readonly payee: string;
  readonly units: bigint;
  readonly status: number;
  readonly subStatus: string;
  readonly txid: string;
  /** What is done with stake; '' for a payment. */
  readonly stake: string;
}
export interface BookedDeposit {
  readonly symbol: string;
  readonly address: string;
  readonly units: bigint;
  readonly status: number;
  readonly subStatus: string;
  readonly txid: string;
}
export interface Books {
  readonly orders: readonly BookedOrder[];
  readonly deposits: readonly BookedDeposit[];
  /** `place symbol` → units; a place is an address, or several of one sub-wallet. */
  readonly balances: ReadonlyMap<string, bigint>;
  /** What is held for orders; nothing once all are final. */
  readonly locked: ReadonlyMap<string, bigint>;
  readonly frozen: readonly string[];
  readonly laneHoles: number;
}

/** Everything one signer ever decided to sign, in order. */
export interface Decided {
  readonly signer: string;
  readonly intent: string;
  /** What the initiator named the request: the same under all rules that it was asked for under. */
  readonly request: string;
  /** `chain|account|nonce`, or `chain|outpoint` of each input. */
  readonly keys: readonly string[];
}

/** How the rules were changed meanwhile. */
export interface ChangedRules {
  /** Changes that both signers have taken over, as they said at that time. */
  readonly taken: number;
  /** The version at each signer in the end. */
  readonly versions: readonly string[];
}
